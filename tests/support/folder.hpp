// SPDX-License-Identifier: Apache-2.0
// A folder for one test, gone with it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <cstdlib>
#include <stdexcept>

namespace etalon::impl {

class Folder {
 public:
  Folder() {
    std::string name = std::filesystem::temp_directory_path() / "etalon-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  // Writes a file and gives its path.
  std::string file(const std::string& name, const std::string& content) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << content;
    return path_ / name;
  }
  std::string path(const std::string& name = "") const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace etalon::impl
