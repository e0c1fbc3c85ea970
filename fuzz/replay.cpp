// SPDX-License-Identifier: Apache-2.0
// Gives every file of the named folders, or every named file, to a fuzz target: with any compiler, without a fuzzer.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz/target.hpp"

int main(int count, char** arguments) {
  std::size_t files = 0;
  const auto replay = [&](const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> read{std::istreambuf_iterator<char>(file), {}};
    const std::vector<std::uint8_t> bytes(read.begin(), read.end());  // no room behind: a sanitizer sees the end
    std::fprintf(stderr, "%s\n", path.c_str());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    ++files;
  };
  for (int i = 1; i < count; ++i) {
    if (std::filesystem::is_regular_file(arguments[i])) replay(arguments[i]);
    if (!std::filesystem::is_directory(arguments[i])) continue;
    for (const auto& entry : std::filesystem::directory_iterator(arguments[i])) replay(entry.path());
  }
  std::printf("%zu files\n", files);
  return files > 0 ? 0 : 1;
}
