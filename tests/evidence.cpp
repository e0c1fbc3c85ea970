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

// A file a test, named after it: tests may run at the same time, and running one again replaces what it said before.
class EvidenceWriter : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override { cited.clear(); }
  void OnTestEnd(const testing::TestInfo& test) override {
    const char* folder = std::getenv("ETALON_EVIDENCE");
    if (folder == nullptr || cited.empty() || test.result()->Skipped()) return;
    std::string name = std::string(test.test_suite_name()) + "." + test.name();
    for (char& c : name)
      if (c == '/') c = '.';
    std::filesystem::create_directories(folder);
    std::ofstream file(std::filesystem::path(folder) / name);
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
