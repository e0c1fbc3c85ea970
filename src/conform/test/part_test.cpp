// SPDX-License-Identifier: Apache-2.0
// Floor 8. Which part of a run a process does. tests/conform/shards_test has the same table for the parts of
// tests/run/networks.
#include "conform/campaign/part.hpp"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

using Variables = std::map<std::string, std::string>;

Result<Part> read(const char* text, const Variables& variables) {
  return part_of(text, [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

Variables array(const char* task, const char* first, const char* last, const char* count) {
  return {{"SLURM_ARRAY_TASK_ID", task},
          {"SLURM_ARRAY_TASK_MIN", first},
          {"SLURM_ARRAY_TASK_MAX", last},
          {"SLURM_ARRAY_TASK_COUNT", count}};
}

void expect_part(const char* text, const Variables& variables, Part wanted) {
  const Result<Part> part = read(text, variables);
  ASSERT_TRUE(part) << text << ": " << part.finding().message;
  EXPECT_EQ(part->index, wanted.index) << text;
  EXPECT_EQ(part->of, wanted.of) << text;
}

void expect_refused(const char* text, const Variables& variables, const std::string& words) {
  const Result<Part> part = read(text, variables);
  ASSERT_FALSE(part) << text;
  EXPECT_EQ(part.finding().status.code, Code::usage);
  EXPECT_NE(part.finding().message.find(words), std::string::npos) << part.finding().message;
  EXPECT_FALSE(part.finding().hint.empty());
}

TEST(Part, ThatTheUserNames_IsCountedFrom1) {
  EVIDENCE("NUM-ALL-DIGEST");
  expect_part("1/1", {}, {1, 1});
  expect_part("3/64", {}, {3, 64});
  expect_part("64/64", array("5", "0", "63", "64"), {64, 64});  // the user is right, not the scheduler
  for (const char* text : {"", "0/8", "9/8", "3", "3/", "/8", "-1/8", "3/8x", "3 /8", "3/0", "auto/", "auto/0",
                           "auto/x", "autox/3", "automatic", "18446744073709551616/18446744073709551617"})
    expect_refused(text, array("0", "0", "7", "8"), "is not a part");
}

TEST(Part, OfASlurmArray_IsTheTask) {
  EVIDENCE("NUM-ALL-DIGEST");
  expect_part("auto", array("0", "0", "63", "64"), {1, 64});
  expect_part("auto", array("1", "1", "64", "64"), {1, 64});
  expect_part("auto", array("64", "1", "64", "64"), {64, 64});
  expect_part("auto/64", array("0", "0", "63", "64"), {1, 64});
  expect_part("auto/64", array("17", "3", "17", "2"), {18, 64});  // sbatch --array=3,17: two tasks, done again
  expect_part("auto/64", {{"SLURM_ARRAY_TASK_ID", "17"}}, {18, 64});
}

TEST(Part, OfASlurmArrayThatDoesNotFit_IsRefused) {
  EVIDENCE("NUM-ALL-DIGEST");
  expect_refused("auto", array("17", "3", "17", "2"), "has gaps");
  expect_refused("auto", array("4", "0", "8", "5"), "has gaps");  // --array=0-8:2
  expect_refused("auto", array("9", "0", "7", "8"), "has gaps");
  expect_refused("auto", {{"SLURM_ARRAY_TASK_ID", "17"}}, "SLURM_ARRAY_TASK_COUNT is not set");
  expect_refused("auto", array("x", "0", "7", "8"), "SLURM_ARRAY_TASK_ID is \"x\", not a number");
  expect_refused("auto/64", array("64", "1", "64", "64"), "goes up to 64; parts are 0 to 63");
  expect_refused("auto/64", array("1", "1", "64", "64"), "goes up to 64");  // the first task says it, too
}

TEST(Part, OfAnIndexedJob_IsItsIndexOfACountThatIsGiven) {
  EVIDENCE("NUM-ALL-DIGEST");
  expect_part("auto/8", {{"JOB_COMPLETION_INDEX", "0"}}, {1, 8});
  expect_part("auto/8", {{"JOB_COMPLETION_INDEX", "7"}}, {8, 8});
  expect_refused("auto/8", {{"JOB_COMPLETION_INDEX", "8"}}, "JOB_COMPLETION_INDEX goes up to 8; parts are 0 to 7");
  expect_refused("auto/8", {{"JOB_COMPLETION_INDEX", ""}}, "not a number");
  expect_refused("auto", {{"JOB_COMPLETION_INDEX", "3"}}, "does not say how many");
}

TEST(Part, OfNoSchedulerOrOfTwo_IsRefused) {
  EVIDENCE("NUM-ALL-DIGEST");
  expect_refused("auto/8", {}, "neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set");
  expect_refused("auto/8", {{"SLURM_ARRAY_TASK_ID", "1"}, {"JOB_COMPLETION_INDEX", "1"}}, "both");
}

TEST(Part, NamesSortAsTheirNumbers) {
  EVIDENCE("NUM-ALL-DIGEST");
  EXPECT_EQ(name_of(Part{3, 64}), "03-of-64");
  EXPECT_EQ(name_of(Part{64, 64}), "64-of-64");
  EXPECT_EQ(name_of(Part{1, 1}), "1-of-1");
}

}  // namespace
}  // namespace etalon::impl
