// SPDX-License-Identifier: Apache-2.0
// Every model of a folder, run on elements that are drawn for it: replay_files FOLDER. Prints a line "MODEL DIGEST" for
// each, or the rule that refuses it, to be compared between processors (tools/foreign).
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <etalon/etalon.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using etalon::Type;

unsigned bytes_of(Type type) {
  switch (type) {
    case Type::float64:
    case Type::int64:
    case Type::uint64:
      return 8;
    case Type::float32:
    case Type::int32:
    case Type::uint32:
      return 4;
    case Type::float16:
    case Type::bfloat16:
    case Type::int16:
    case Type::uint16:
      return 2;
    default:
      return 1;
  }
}

// Elements in this machine's byte order. Integers are 0 or 1, so that they are indices and truth values as well; the
// patterns of floats are any.
std::vector<std::byte> drawn(const etalon_port& port, std::uint64_t seed) {
  const auto type = static_cast<Type>(port.type.type);
  const bool is_float =
      type == Type::float16 || type == Type::bfloat16 || type == Type::float32 || type == Type::float64;
  const unsigned size = bytes_of(type);
  std::vector<std::byte> bytes(static_cast<std::size_t>(port.bytes));
  std::uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
  for (std::size_t at = 0; at + size <= bytes.size(); at += size) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t word = is_float ? state ^ state >> 32 : state >> 63;
    const auto put = [&](auto pattern) { std::memcpy(&bytes[at], &pattern, sizeof pattern); };
    if (size == 1) put(static_cast<std::uint8_t>(word));
    if (size == 2) put(static_cast<std::uint16_t>(word));
    if (size == 4) put(static_cast<std::uint32_t>(word));
    if (size == 8) put(word);
  }
  return bytes;
}

std::string outcome(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const etalon::Model model(std::as_bytes(std::span(text)), {.profile = "onnx"});
  if (!model) return std::string("refused ") + model.status().rule;
  const etalon::Plan plan(model);
  if (!plan) return "has no plan";
  std::vector<std::vector<std::byte>> memory;
  std::vector<etalon::Input> inputs;
  std::vector<etalon::Output> outputs;
  for (std::size_t k = 0; k < plan.facts().input_count; ++k) {
    const etalon_port port = plan.input(k);
    memory.push_back(drawn(port, k + 1));
    inputs.emplace_back(static_cast<Type>(port.type.type), memory.back().data(), memory.back().size());
  }
  for (std::size_t k = 0; k < plan.facts().output_count; ++k) {
    const etalon_port port = plan.output(k);
    memory.emplace_back(static_cast<std::size_t>(port.bytes));
    outputs.emplace_back(static_cast<Type>(port.type.type), memory.back().data(), memory.back().size());
  }
  etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
  const etalon::Status status = plan.run(inputs, outputs, arena.bytes());
  return status.ok() ? plan.digest(outputs) : std::string("refused ") + status.rule;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "replay_files FOLDER\n"), 2;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(argv[1]))
    if (entry.path().extension() == ".onnx") files.push_back(entry.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) std::printf("%s %s\n", file.stem().string().c_str(), outcome(file).c_str());
}
