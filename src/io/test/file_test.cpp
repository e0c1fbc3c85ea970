// SPDX-License-Identifier: Apache-2.0
// Floor 3. Files on a disk, and text from them in messages.
#include "io/file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/quote.hpp"
#include "tests/evidence.hpp"
#include "text/literal.hpp"

namespace etalon::impl {
namespace {

namespace fs = std::filesystem;

// A folder of the test's own, gone when it ends.
class Folder {
 public:
  Folder() : path_(testing::TempDir() + "etalon_file_test." + std::to_string(getpid())) { fs::create_directory(path_); }
  ~Folder() { fs::remove_all(path_); }
  std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
    return path_ / name;
  }
  std::string path(const std::string& name = "") const { return path_ / name; }

 private:
  fs::path path_;
};

std::string text_of(const std::string& path) {
  const Result<Tensor> tensor = read_tensor_file(path, Limits{});
  return tensor ? print_tensor(tensor->view()) : tensor.finding().message;
}

void expect_unreadable(const std::string& path) {
  const Result<std::vector<std::byte>> bytes = read_file(path, Limits{});
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.finding().status.code, Code::malformed);
  EXPECT_STREQ(bytes.finding().status.rule, "FILE-ALL-READ");
}

TEST(File, Regular_IsReadWhole) {
  EVIDENCE("FILE-ALL-READ");
  const Folder folder;
  EXPECT_EQ(read_file(folder.file("a", std::string(100'000, 'x')), Limits{})->size(), 100'000u);
  EXPECT_EQ(read_file(folder.file("b", ""), Limits{})->size(), 0u);
}

TEST(File, Missing_IsNamedAsTheUserDidWithTheReason) {
  EVIDENCE("FILE-ALL-READ");
  const Result<std::vector<std::byte>> bytes = read_file("no/such.npy", Limits{});
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.finding().message, "\"no/such.npy\": No such file or directory");
  expect_unreadable("no/such.npy");
}

TEST(File, FolderPipeDeviceAndNul_AreRefusedWithoutWaiting) {
  EVIDENCE("FILE-ALL-READ");
  const Folder folder;
  ASSERT_EQ(mkfifo(folder.path("pipe").c_str(), 0600), 0);
  expect_unreadable(folder.path("pipe"));
  expect_unreadable(folder.path());
  expect_unreadable("/dev/zero");
  expect_unreadable("");
  expect_unreadable(folder.file("a", "x") + std::string(1, '\0') + "b");
}

TEST(File, LargerThanTheLimit_IsRefused) {
  EVIDENCE("FILE-ALL-LIMITS");
  const Folder folder;
  const std::string path = folder.file("a", "12345");
  Limits limits;
  limits.file_bytes = 5;
  EXPECT_TRUE(read_file(path, limits));
  limits.file_bytes = 4;
  const Result<std::vector<std::byte>> bytes = read_file(path, limits);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.finding().status.code, Code::limit);
  EXPECT_STREQ(bytes.finding().status.rule, "FILE-ALL-LIMITS");
}

TEST(TensorFile, Ending_SaysTheFormat) {
  EVIDENCE("FILE-ALL-READ");
  const Folder folder;
  const std::string proto(
      "\x08\x02\x10\x02\x4A\x02"
      "ab",
      8);
  EXPECT_EQ(text_of(folder.file("t.pb", proto)), "[97,98]");
  const Result<Tensor> wrong = read_tensor_file(folder.file("t.npy", proto), Limits{});
  ASSERT_FALSE(wrong);
  EXPECT_STREQ(wrong.finding().status.rule, "FILE-NPY-FORM");
  EXPECT_NE(wrong.finding().message.find("t.npy\": .npy file, byte 0"), std::string::npos);
  const Result<Tensor> other = read_tensor_file(folder.file("t.txt", proto), Limits{});
  ASSERT_FALSE(other);
  EXPECT_STREQ(other.finding().status.rule, "FILE-ALL-READ");
  EXPECT_FALSE(other.finding().hint.empty());
}

TEST(TensorFile, OnnxBackendData_IsRead) {
  EVIDENCE("FILE-PROTO-FORM");
  const std::string data = "/usr/share/libonnx-testdata/data/node/";
  if (!fs::is_directory(data)) GTEST_SKIP() << "the ONNX test data is not installed";
  for (const char* name : {"input_0.pb", "input_1.pb", "output_0.pb"}) {
    const Result<Tensor> floats = read_tensor_file(data + "test_mul/test_data_set_0/" + name, Limits{});
    ASSERT_TRUE(floats) << floats.finding().message;
    EXPECT_EQ(floats->type(), DType::f32);
    EXPECT_EQ(to_string(floats->shape()), "[3,4,5]");
    const Result<Tensor> bytes = read_tensor_file(data + "test_mul_uint8/test_data_set_0/" + name, Limits{});
    ASSERT_TRUE(bytes) << bytes.finding().message;
    EXPECT_EQ(bytes->type(), DType::u8);
    EXPECT_EQ(to_string(bytes->shape()), "[3,4,5]");
  }
  EXPECT_EQ(text_of(data + "test_mul_example/test_data_set_0/output_0.pb"), "[4,10,18]");
}

TEST(Quote, WhatIsNotPrintable_IsSpelledOut) {
  EVIDENCE("FILE-ALL-READ");
  EXPECT_EQ(quoted("plain"), "\"plain\"");
  EXPECT_EQ(quoted("\x1B[2J\n\"\\\x7F"), R"("\x1B[2J\x0A\"\\\x7F")");
  EXPECT_EQ(quoted(std::string_view("a\0b\xC2\x9B", 5)), R"("a\x00b\xC2\x9B")");
  EXPECT_EQ(quoted("abcdef", 3), "\"abc...\"");
  EXPECT_EQ(quoted("abc", 3), "\"abc\"");
}

}  // namespace
}  // namespace etalon::impl
