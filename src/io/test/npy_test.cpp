// SPDX-License-Identifier: Apache-2.0
// Floor 3. .npy files, made here byte by byte.
#include "io/npy.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tests/support/evidence.hpp"
#include "text/literal.hpp"

namespace etalon::impl {
namespace {

Result<Tensor> read(const std::string& file, const Limits& limits = {}) {
  return read_npy(std::as_bytes(std::span(file)), limits);
}

std::string file_of(const std::string& header, const std::string& data, int version = 1) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) file += static_cast<char>(header.size() >> (8 * i));
  return file + header + data;
}

std::string dictionary(const std::string& descr, const std::string& shape, const std::string& fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }      \n";
}

std::string bytes(std::initializer_list<unsigned> values) {
  std::string text;
  for (const unsigned value : values) text += static_cast<char>(value);
  return text;
}

std::string text_of(const std::string& file) {
  const Result<Tensor> tensor = read(file);
  return tensor ? std::string(info(tensor->type()).name) + " " + print_tensor(tensor->view())
                : tensor.finding().message;
}

void expect_refused(const std::string& file, Code code = Code::malformed) {
  const Result<Tensor> tensor = read(file);
  ASSERT_FALSE(tensor) << file;
  EXPECT_EQ(tensor.finding().status.code, code) << tensor.finding().message;
  EXPECT_STREQ(tensor.finding().status.rule, code == Code::limit ? "FILE-ALL-LIMITS" : "FILE-NPY-FORM");
}

TEST(Npy, AllVersions_AreRead) {
  EVIDENCE("FILE-NPY-FORM");
  for (const int version : {1, 2, 3})
    EXPECT_EQ(text_of(file_of(dictionary("<i2", "(2, 1)"), bytes({1, 0, 0xFE, 0xFF}), version)), "int16 [[1],[-2]]");
  expect_refused(file_of(dictionary("|i1", "()"), "x", 4));
  expect_refused(file_of(dictionary("|i1", "()"), "x", 0));
}

TEST(Npy, AllTypes_AreRead) {
  EVIDENCE("FILE-NPY-FORM");
  EXPECT_EQ(text_of(file_of(dictionary("<f2", "(1,)"), bytes({0x00, 0xBE}))), "float16 [-1.5]");
  EXPECT_EQ(text_of(file_of(dictionary("<f4", "(1,)"), bytes({0, 0, 0xC0, 0xBF}))), "float [-1.5]");
  EXPECT_EQ(text_of(file_of(dictionary("<f8", "()"), bytes({0, 0, 0, 0, 0, 0, 0xF8, 0xBF}))), "double -1.5");
  EXPECT_EQ(text_of(file_of(dictionary("|i1", "(2,)"), bytes({0x80, 0x7F}))), "int8 [-128,127]");
  EXPECT_EQ(text_of(file_of(dictionary("|u1", "(1, 2)"), bytes({0x80, 0x7F}))), "uint8 [[128,127]]");
  EXPECT_EQ(text_of(file_of(dictionary("<u2", "(1,)"), bytes({1, 2}))), "uint16 [513]");
  EXPECT_EQ(text_of(file_of(dictionary("<i4", "(1,)"), bytes({1, 2, 3, 0xFF}))), "int32 [-16580095]");
  EXPECT_EQ(text_of(file_of(dictionary("<u4", "(1,)"), bytes({1, 2, 3, 4}))), "uint32 [67305985]");
  EXPECT_EQ(text_of(file_of(dictionary("<i8", "(1,)"), bytes({0, 0, 0, 0, 0, 0, 0, 0x80}))),
            "int64 [-9223372036854775808]");
  EXPECT_EQ(text_of(file_of(dictionary("<u8", "(0, 3)"), "")), "uint64 []");
}

TEST(Npy, BigEndian_IsTurnedIntoNative) {
  EVIDENCE("FILE-NPY-FORM");
  EXPECT_EQ(text_of(file_of(dictionary(">i2", "(2,)"), bytes({1, 2, 0xFF, 0xFE}))), "int16 [258,-2]");
  EXPECT_EQ(text_of(file_of(dictionary(">f2", "(1,)"), bytes({0xBE, 0x00}))), "float16 [-1.5]");
  EXPECT_EQ(text_of(file_of(dictionary(">f4", "(2,)"), bytes({0xBF, 0xC0, 0, 0, 0x40, 0, 0, 0}))), "float [-1.5,2]");
  EXPECT_EQ(text_of(file_of(dictionary(">u8", "()"), bytes({0, 0, 0, 0, 0, 0, 1, 2}))), "uint64 258");
}

TEST(Npy, Header_KeysInAnyOrderAndEitherQuotes_AreRead) {
  EVIDENCE("FILE-NPY-FORM");
  EXPECT_EQ(text_of(file_of("{\"shape\":(2,),\"descr\":\"|u1\",\"fortran_order\":False}\n", "ab")), "uint8 [97,98]");
}

TEST(Npy, FortranOrder_IsRefusedWithAHint) {
  EVIDENCE("FILE-NPY-FORM");
  const Result<Tensor> tensor = read(file_of(dictionary("|u1", "(2,)", "True"), "ab"));
  ASSERT_FALSE(tensor);
  EXPECT_NE(tensor.finding().hint.find("ascontiguousarray"), std::string::npos);
}

TEST(Npy, OtherTypes_AreRefusedAndNamed) {
  EVIDENCE("FILE-NPY-FORM");
  for (const char* descr :
       {"|V2", "<V2", "|b1", "<c8", "|S3", "<U1", "<f16", "<i1", "|i2", "=f4", "f4", "", "<", "\x1B[2J"})
    expect_refused(file_of(dictionary(descr, "(1,)"), "ab"));
  const Result<Tensor> tensor = read(file_of(dictionary("\x1B[2J", "(1,)"), "ab"));
  EXPECT_EQ(tensor.finding().message.find('\x1B'), std::string::npos);
  EXPECT_NE(tensor.finding().hint.find("bfloat16"), std::string::npos);
  EXPECT_EQ(tensor.finding().offset, 20u);
}

TEST(Npy, Bool_OneByteEachIsRead) {
  EVIDENCE("FILE-NPY-FORM", "NUM-BOOL-BYTE");
  EXPECT_EQ(text_of(file_of(dictionary("|b1", "(2, 2)"), bytes({1, 0, 0, 1}))), "bool [[true,false],[false,true]]");
  expect_refused(file_of(dictionary("<b1", "(1,)"), bytes({1})));
  expect_refused(file_of(dictionary("|b2", "(1,)"), bytes({1, 0})));
}

TEST(Npy, Bool_AByteOtherThanZeroAndOneIsRefusedWithItsPlace) {
  EVIDENCE("FILE-NPY-FORM", "NUM-BOOL-BYTE");
  const std::string header = dictionary("|b1", "(4,)");
  for (const unsigned wrong : {2u, 0x7Fu, 0x80u, 0xFFu}) {
    const Result<Tensor> tensor = read(file_of(header, bytes({1, 0, wrong, 2})));
    ASSERT_FALSE(tensor) << wrong;
    EXPECT_EQ(tensor.finding().status.code, Code::malformed);
    EXPECT_STREQ(tensor.finding().status.rule, "FILE-NPY-FORM");
    EXPECT_EQ(tensor.finding().status.index, 2u);
    EXPECT_EQ(tensor.finding().status.count, 1u);
    EXPECT_EQ(tensor.finding().offset, 10 + header.size() + 2) << "of the byte, in the file";
    EXPECT_NE(tensor.finding().message.find("the byte is " + std::to_string(wrong) + ","), std::string::npos);
  }
}

TEST(Npy, Header_ThatIsNotExactlyRight_IsRefused) {
  EVIDENCE("FILE-NPY-FORM");
  for (const char* header : {
           "",
           "\n",
           "{}\n",
           "{'descr': '|u1', 'fortran_order': False}\n",
           "{'descr': '|u1', 'shape': (1,)}\n",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}\n ",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)} x\n",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (1)}\n",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (-1,)}\n",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (01,)}\n",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (1L,)}\n",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (1 1)}\n",
           "{'descr': '|u1', 'fortran_order': False, 'shape': [1]}\n",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (,)}\n",
           "{'descr': '|u1', 'fortran_order': 0, 'shape': (1,)}\n",
           "{'descr': [('a', '|u1')], 'fortran_order': False, 'shape': (1,)}\n",
           "{'descr': '|u1', 'descr': '|u1', 'fortran_order': False, 'shape': (1,)}\n",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), 'other': 1}\n",
           "{'descr': '|u1' 'fortran_order': False, 'shape': (1,)}\n",
           "{'descr': '\\x7cu1', 'fortran_order': False, 'shape': (1,)}\n",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (18446744073709551616,)}\n",
       })
    expect_refused(file_of(header, "x"));
}

TEST(Npy, Sizes_OneByteOffOrBeyondTheLimits_AreRefused) {
  EVIDENCE("FILE-NPY-FORM", "FILE-ALL-LIMITS");
  expect_refused(file_of(dictionary("<f4", "(2,)"), std::string(7, 'x')));
  expect_refused(file_of(dictionary("<f4", "(2,)"), std::string(9, 'x')));
  expect_refused(file_of(dictionary("<f4", "(4294967296, 4294967296)"), ""), Code::limit);
  expect_refused(file_of(dictionary("<f4", "(2147483649,)"), ""), Code::limit);
  expect_refused(file_of(dictionary("<f4", "(0, 9223372036854775808)"), ""), Code::limit);
  expect_refused(file_of(dictionary("|u1", "(1, 1, 1, 1, 1, 1, 1, 1, 1)"), "x"), Code::limit);
  Limits limits;
  limits.tensor_bytes = 8;
  EXPECT_TRUE(read(file_of(dictionary("<f4", "(2,)"), std::string(8, 'x')), limits));
  limits.tensor_bytes = 7;
  EXPECT_EQ(read(file_of(dictionary("<f4", "(2,)"), std::string(8, 'x')), limits).finding().status.code, Code::limit);
}

TEST(Npy, Hostile_EveryPrefix_IsRefused) {
  EVIDENCE("FILE-NPY-FORM");
  for (const int version : {1, 2}) {
    const std::string file = file_of(dictionary("<f4", "(2, 1)"), std::string(8, 'x'), version);
    for (std::size_t length = 0; length < file.size(); ++length) expect_refused(file.substr(0, length));
  }
}

TEST(Npy, Hostile_EveryBitFlip_IsReadOrRefused) {
  EVIDENCE("FILE-NPY-FORM");
  const std::string file = file_of(dictionary("<f4", "(2, 1)"), std::string(8, 'x'));
  unsigned visited = 0;
  for (std::size_t i = 0; i < 8 * file.size(); ++i, ++visited) {
    std::string flipped = file;
    flipped[i / 8] = static_cast<char>(flipped[i / 8] ^ (1 << i % 8));
    const Result<Tensor> tensor = read(flipped);
    if (!tensor) {
      EXPECT_NE(tensor.finding().status.code, Code::ok);
    }
  }
  EXPECT_EQ(visited, 8 * file.size());
}

}  // namespace
}  // namespace etalon::impl
