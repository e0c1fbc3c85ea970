// SPDX-License-Identifier: Apache-2.0
// See evidence.hpp. Also the main program of the tests.
#include "tests/evidence.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace etalon::tests {
namespace {

std::set<std::string> cited;  // by the test that is running

// One file per test, named after it: tests may run at the same time, and running one again replaces its evidence.
class EvidenceWriter : public testing::EmptyTestEventListener {
  static std::filesystem::path file_of(const testing::TestInfo& test) {
    std::string name = std::string(test.test_suite_name()) + "." + test.name();
    for (char& c : name)
      if (c == '/') c = '.';
    return std::filesystem::path(std::getenv("ETALON_EVIDENCE")) / name;
  }

  // The evidence of an earlier run is removed before the test starts: a test that crashes leaves none.
  void OnTestStart(const testing::TestInfo& test) override {
    cited.clear();
    if (std::getenv("ETALON_EVIDENCE") != nullptr) std::filesystem::remove(file_of(test));
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    if (std::getenv("ETALON_EVIDENCE") == nullptr || cited.empty() || test.result()->Skipped()) return;
    std::filesystem::create_directories(file_of(test).parent_path());
    std::ofstream file(file_of(test));
    for (const std::string& tag : cited) file << tag << (test.result()->Passed() ? " passed\n" : " failed\n");
  }
};

}  // namespace

void cite(std::initializer_list<std::string_view> tags) {
  for (std::string_view tag : tags) cited.emplace(tag);
}

}  // namespace etalon::tests

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::UnitTest::GetInstance()->listeners().Append(new etalon::tests::EvidenceWriter);
  return RUN_ALL_TESTS();
}
