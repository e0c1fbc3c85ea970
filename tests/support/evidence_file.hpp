// SPDX-License-Identifier: Apache-2.0
// Evidence of a test, written to the folder named by ETALON_EVIDENCE for `etalon trace`; nothing without that folder.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace etalon::tests {

// One file per test, so that tests may run at the same time and a second run replaces what the first one wrote.
template <class Tags> void write_evidence(const std::string& test, const Tags& tags, bool passed) {
  const char* folder = std::getenv("ETALON_EVIDENCE");
  if (folder == nullptr) return;
  std::filesystem::create_directories(folder);
  std::ofstream file(std::filesystem::path(folder) / test);
  for (const auto& tag : tags) file << tag << (passed ? " passed\n" : " failed\n");
}

// What an earlier run wrote; a test that crashes leaves no evidence.
inline void remove_evidence(const std::string& test) {
  if (const char* folder = std::getenv("ETALON_EVIDENCE"))
    std::filesystem::remove(std::filesystem::path(folder) / test);
}

// For a program that is one test: removes what an earlier run wrote, and writes when it has a verdict.
class ProgramEvidence {
 public:
  ProgramEvidence(std::string test, std::initializer_list<std::string_view> tags)
      : test_(std::move(test)), tags_(tags) {
    remove_evidence(test_);
  }
  // Returns the exit code of the program.
  int verdict(bool passed) const {
    write_evidence(test_, tags_, passed);
    return passed ? 0 : 1;
  }

 private:
  std::string test_;
  std::vector<std::string_view> tags_;
};

}  // namespace etalon::tests
