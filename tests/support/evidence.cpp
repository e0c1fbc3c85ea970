// SPDX-License-Identifier: Apache-2.0
// See evidence.hpp. Also the main program of the tests.
#include "tests/support/evidence.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/support/evidence_file.hpp"

namespace etalon::tests {
namespace {

std::set<std::string> cited;  // by the test that is running

class EvidenceWriter : public testing::EmptyTestEventListener {
  static std::string name_of(const testing::TestInfo& test) {
    std::string name = std::string(test.test_suite_name()) + "." + test.name();
    for (char& c : name)
      if (c == '/') c = '.';
    return name;
  }

  void OnTestStart(const testing::TestInfo& test) override {
    cited.clear();
    remove_evidence(name_of(test));
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    if (!cited.empty() && !test.result()->Skipped()) write_evidence(name_of(test), cited, test.result()->Passed());
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
