// SPDX-License-Identifier: Apache-2.0
// Floor 3. Files on a disk, and text from them in messages.
#include "io/file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/quote.hpp"
#include "io/mapped_file.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/folder.hpp"
#include "text/literal.hpp"

namespace etalon::impl {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most = 1'000'000;

std::string text_of(const std::string& path) {
  const Result<Tensor> tensor = read_tensor_file(path, Limits{});
  return tensor ? print_tensor(tensor->view()) : tensor.finding().message;
}

void expect_unreadable(const std::string& path) {
  const Result<MappedFile> bytes = map_file(path, most);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.finding().status.code, Code::malformed);
  EXPECT_STREQ(bytes.finding().status.rule, "FILE-ALL-READ");
}

TEST(File, Regular_IsReadWhole) {
  EVIDENCE("FILE-ALL-READ");
  const Folder folder;
  EXPECT_EQ(map_file(folder.file("a", std::string(100'000, 'x')), most)->bytes().size(), 100'000u);
  EXPECT_EQ(map_file(folder.file("b", ""), most)->bytes().size(), 0u);
}

TEST(File, Missing_IsNamedAsTheUserDidWithTheReason) {
  EVIDENCE("FILE-ALL-READ");
  const Result<MappedFile> bytes = map_file("no/such.npy", most);
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
  EXPECT_TRUE(map_file(path, limits.file_bytes));
  limits.file_bytes = 4;
  const Result<MappedFile> bytes = map_file(path, limits.file_bytes);
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

TEST(Quote, LettersStandAsTheyAreUnlessTheyChangeWhatIsBesideThem) {
  EVIDENCE("FILE-ALL-READ");
  for (const char* name : {"gr\u00F6\u00DFe", "\u0394x", "\u0432\u0435\u0441", "\u6570\u5B57", "\uAC00\u3042"})
    EXPECT_EQ(quoted(name), '"' + std::string(name) + '"');
  EXPECT_EQ(quoted("\u202Eabc"), R"("\xE2\x80\xAEabc")") << "turns the direction";
  EXPECT_EQ(quoted("\u05D0"), R"("\xD7\x90")") << "is written from right to left";
  EXPECT_EQ(quoted("e\u0301"), R"("e\xCC\x81")") << "joins the letter before it";
  EXPECT_EQ(quoted("\u00A0\u200B"), R"("\xC2\xA0\xE2\x80\x8B")") << "cannot be seen";
  EXPECT_EQ(quoted("\xC3"), R"("\xC3")") << "ends within a letter";
  EXPECT_EQ(quoted("\xC3z\xE6\x95z"), R"("\xC3z\xE6\x95z")");
  EXPECT_EQ(quoted("\xE0\x83\xB6"), R"("\xE0\x83\xB6")") << "longer than it must be";
  EXPECT_EQ(quoted("a\u6570b", 2), "\"a...\"");
  EXPECT_EQ(quoted("a\u6570b", 4), "\"a\u6570...\"");
}

TEST(TensorFile, WhatIsWrittenReadsBackInBothFormats) {
  EVIDENCE("FILE-NPY-FORM", "FILE-PROTO-FORM", "FILE-ALL-WRITE");
  const Folder folder;
  for (const DTypeInfo& row : dtype_table) {
    if (row.bits == 0) continue;
    const bool truth = row.id == DType::boolean;
    for (const char* text : {truth ? "[[true,false,true],[false,true,true]]" : "[[1,2,3],[4,5,6]]",
                             truth ? "true" : "7", "[]", truth ? "[false]" : "[3]"}) {
      const Result<Tensor> tensor = parse_tensor(text, row.id, Limits{});
      ASSERT_TRUE(tensor);
      const std::string pb = folder.path("t.pb"), npy = folder.path("t.npy");
      ASSERT_FALSE(write_tensor_file(pb, "name", tensor->view()));
      EXPECT_EQ(text_of(pb), text) << row.name;
      const std::optional<Finding> refused = write_tensor_file(npy, "name", tensor->view());
      EXPECT_EQ(refused.has_value(), row.bits < 8 || row.id == DType::bf16) << row.name;
      if (refused) {
        EXPECT_EQ(refused->status.code, Code::usage);
      } else {
        EXPECT_EQ(text_of(npy), text) << row.name;
      }
    }
  }
}

TEST(TensorFile, WhatCannotBeWrittenIsSaidAndLeavesNothing) {
  EVIDENCE("FILE-ALL-WRITE");
  const Folder folder;
  const Result<Tensor> tensor = parse_tensor("[1]", DType::f32, Limits{});
  const std::optional<Finding> problem = write_tensor_file(folder.path("no/such/t.pb"), "", tensor->view());
  ASSERT_TRUE(problem);
  EXPECT_STREQ(problem->status.rule, "FILE-ALL-WRITE");
  EXPECT_TRUE(write_tensor_file(folder.path(), "", tensor->view()));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// In containers every process has the same number, and one that was killed may have left its file.
TEST(File, WhatAnotherProcessLeftIsInNobodysWay) {
  EVIDENCE("FILE-ALL-WRITE");
  const Folder folder;
  folder.file(".etalon-" + std::to_string(getpid()), "half of it");
  EXPECT_FALSE(write_file(folder.path("a"), "all of it"));
  EXPECT_EQ(map_file(folder.path("a"), most)->bytes().size(), 9u);
}

TEST(File, OfManyWritersOneIsWhole) {
  EVIDENCE("FILE-ALL-WRITE");
  const Folder folder;
  const std::string path = folder.path("a");
  {
    std::vector<std::jthread> writers;
    for (char letter = 'a'; letter < 'i'; ++letter)
      writers.emplace_back([&path, letter] {
        for (int k = 0; k < 20; ++k) EXPECT_FALSE(write_file(path, std::string(10'000, letter)));
      });
  }
  const Result<MappedFile> file = map_file(path, most);
  ASSERT_TRUE(file);
  ASSERT_EQ(file->bytes().size(), 10'000u);
  for (const std::byte byte : file->bytes()) EXPECT_EQ(byte, file->bytes()[0]);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1)
      << "nothing else is left";
}

}  // namespace
}  // namespace etalon::impl
