// SPDX-License-Identifier: Apache-2.0
// Data beside a model: what is read, and every way out of the folder that is refused.
#include "io/external.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/evidence.hpp"
#include "tests/support/folder.hpp"

namespace etalon::impl {
namespace {

class External : public testing::Test {
 protected:
  // The bytes as text, or why not.
  std::string read(const std::string& location, std::uint64_t offset = 0, std::optional<std::uint64_t> length = {},
                   const Limits& limits = {}) {
    auto data = ExternalData::of_folder(outer.path("model"), limits);
    if (!data) return data.finding().message;
    const auto bytes = data->bytes_of({location, offset, length});
    if (bytes) return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
    EXPECT_TRUE(bytes.finding().status.rule == std::string("FILE-ONNX-EXTERNAL") ||
                bytes.finding().status.code == Code::limit);
    EXPECT_FALSE(bytes.finding().hint.empty());
    return "refused: " + bytes.finding().message;
  }
  bool refused(const std::string& location) { return read(location).starts_with("refused"); }

  Folder outer;
  const std::string weights = outer.file("model/weights.bin", "0123456789"),
                    deep = outer.file("model/a/b/deep", "deep"), secret = outer.file("secret", "secret");
};

TEST_F(External, PartsOfFilesInAndBelowTheFolderAreRead) {
  EVIDENCE("FILE-ONNX-EXTERNAL");
  EXPECT_EQ(read("weights.bin"), "0123456789");
  EXPECT_EQ(read("weights.bin", 3, 4), "3456");
  EXPECT_EQ(read("weights.bin", 10, 0), "");
  EXPECT_EQ(read("a/b/deep", 1), "eep");
  EXPECT_EQ(read("a/../weights.bin", 9), "9") << "stays inside";
}

TEST_F(External, WhatLeavesTheFolderIsRefused) {
  EVIDENCE("FILE-ONNX-EXTERNAL");
  for (const std::string location : {"../secret", "a/../../secret", "/etc/passwd", "", ".", "..", "a", "no-such-file"})
    EXPECT_TRUE(refused(location)) << location;
  EXPECT_TRUE(refused(secret)) << "absolute";
  EXPECT_TRUE(refused(std::string("weights.bin\0x", 13)));
}

TEST_F(External, LinksPipesAndDevicesAreRefused) {
  EVIDENCE("FILE-ONNX-EXTERNAL");
  ASSERT_EQ(symlink(weights.c_str(), outer.path("model/link").c_str()), 0);
  ASSERT_EQ(symlink("a", outer.path("model/folder-link").c_str()), 0);
  ASSERT_EQ(link(secret.c_str(), outer.path("model/hard").c_str()), 0);
  ASSERT_EQ(mkfifo(outer.path("model/pipe").c_str(), 0600), 0);
  EXPECT_TRUE(refused("link"));
  EXPECT_TRUE(refused("folder-link/b/deep"));
  EXPECT_TRUE(refused("hard"));
  EXPECT_TRUE(refused("pipe"));
}

TEST_F(External, PartsBeyondTheFileAreRefused) {
  EVIDENCE("FILE-ONNX-EXTERNAL");
  EXPECT_TRUE(read("weights.bin", 11).starts_with("refused"));
  EXPECT_TRUE(read("weights.bin", 0, 11).starts_with("refused"));
  EXPECT_TRUE(read("weights.bin", 5, 6).starts_with("refused"));
  EXPECT_TRUE(read("weights.bin", 1, UINT64_MAX).starts_with("refused"));
  EXPECT_TRUE(read("weights.bin", UINT64_MAX, 2).starts_with("refused"));
}

TEST_F(External, MoreFilesOrBytesThanTheLimitsAreRefused) {
  EVIDENCE("FILE-ALL-LIMITS");
  Limits limits;
  limits.external_bytes = 9;
  EXPECT_TRUE(read("weights.bin", 0, 1, limits).starts_with("refused"));
  limits.external_bytes = 10;
  EXPECT_EQ(read("weights.bin", 0, 1, limits), "0");
  limits.external_files = 0;
  EXPECT_TRUE(read("weights.bin", 0, 1, limits).starts_with("refused"));
}

}  // namespace
}  // namespace etalon::impl
