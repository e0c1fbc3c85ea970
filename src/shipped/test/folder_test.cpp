// SPDX-License-Identifier: Apache-2.0
#include "shipped/folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/evidence.hpp"
#include "tests/support/folder.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

const std::vector<ProjectFile> written{{"model.h", "int"}, {"scalar/named/floats.h", std::string("\0\xFF\n", 3)}};

std::string refused_by(const Result<std::vector<ProjectFile>>& read) {
  return read ? "nothing" : read.finding().status.rule;
}

TEST(GeneratedFolder, GivesBackWhatWasWritten) {
  EVIDENCE("GENERATE-ALL-FILES");
  const Folder folder;
  ASSERT_FALSE(write_files(written, folder.path("new/project")));
  ASSERT_FALSE(write_files(written, folder.path("new/project")));  // files of the same names are replaced
  Result<std::vector<ProjectFile>> read = read_project(folder.path("new/project/"), {});
  ASSERT_TRUE(read);
  std::ranges::sort(*read, {}, &ProjectFile::path);
  ASSERT_EQ(read->size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ((*read)[k].path, written[k].path);
    EXPECT_EQ((*read)[k].bytes, written[k].bytes);
  }
  const auto problem = write_files(written, folder.path("new/project/model.h"));
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->status.rule, std::string("GENERATE-ALL-FILES"));
}

TEST(GeneratedFolder, IsRefusedWithLinksTooManyFilesOrTooManyBytes) {
  EVIDENCE("GENERATE-CHECK-FILES");
  const Folder folder;
  EXPECT_EQ(refused_by(read_project(folder.path("none"), {})), "GENERATE-CHECK-FILES");
  folder.file("project/model.h", "12345");
  folder.file("project/scalar/a.h", "123456");
  Limits limits;
  limits.file_bytes = 11;  // of all files together
  EXPECT_EQ(refused_by(read_project(folder.path("project"), limits)), "nothing");
  limits.file_bytes = 10;
  EXPECT_EQ(refused_by(read_project(folder.path("project"), limits)), "FILE-ALL-LIMITS");
  std::filesystem::create_directory_symlink(folder.path("project/scalar"), folder.path("project/other"));
  EXPECT_EQ(refused_by(read_project(folder.path("project"), {})), "GENERATE-CHECK-FILES");
  std::filesystem::remove(folder.path("project/other"));
  for (int k = 2; k < 1000; ++k) folder.file("project/" + std::to_string(k), "");
  EXPECT_EQ(refused_by(read_project(folder.path("project"), {})), "nothing");
  folder.file("project/1000", "");
  EXPECT_EQ(refused_by(read_project(folder.path("project"), {})), "GENERATE-CHECK-FILES");
}

}  // namespace
}  // namespace etalon::tests
