// SPDX-License-Identifier: Apache-2.0
// Floor 3. TensorProto messages, made here field by field.
#include "io/tensor_proto.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/replay/proto.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/folder.hpp"
#include "text/literal.hpp"

namespace etalon::impl {
namespace {

using proto::number, proto::varint;

std::string block(unsigned field, const std::string& content) { return proto::text(field, content); }

std::string words(unsigned field, const std::vector<std::int64_t>& values) {
  std::string content;
  for (const std::int64_t value : values) content += varint(static_cast<std::uint64_t>(value));
  return block(field, content);
}

std::string bytes(std::initializer_list<unsigned> values) {
  std::string text;
  for (const unsigned value : values) text += static_cast<char>(value);
  return text;
}

std::string shaped(DType type, const std::vector<std::uint64_t>& dims) {
  std::string text;
  for (const std::uint64_t dim : dims) text += number(1, dim);
  return text + number(2, static_cast<std::uint64_t>(info(type).onnx));
}

Result<Tensor> read(const std::string& message, const Limits& limits = {}) {
  const Result<Constant> constant = read_tensor_proto(std::as_bytes(std::span(message)), limits, nullptr);
  if (!constant) return constant.finding();
  Tensor tensor(constant->type, constant->shape);
  decode(*constant, tensor.view());
  return tensor;
}

std::string text_of(const std::string& message) {
  const Result<Tensor> tensor = read(message);
  return tensor ? print_tensor(tensor->view()) : tensor.finding().message;
}

void expect_refused(const std::string& message, Code code = Code::malformed) {
  const Result<Tensor> tensor = read(message);
  ASSERT_FALSE(tensor) << print_tensor(tensor->view());
  EXPECT_EQ(tensor.finding().status.code, code) << tensor.finding().message;
  EXPECT_STREQ(tensor.finding().status.rule, code == Code::limit ? "FILE-ALL-LIMITS" : "FILE-PROTO-FORM");
}

TEST(TensorProto, RawData_AnyType_PointsIntoTheMessage) {
  EVIDENCE("FILE-PROTO-FORM");
  const std::string message = shaped(DType::bf16, {2}) + block(8, "name") + block(9, bytes({0xC0, 0x3F, 0x80, 0xFF}));
  const Result<Constant> constant = read_tensor_proto(std::as_bytes(std::span(message)), Limits{}, nullptr);
  ASSERT_TRUE(constant) << constant.finding().message;
  EXPECT_EQ(constant->type, DType::bf16);
  EXPECT_EQ(constant->encoding, Constant::Encoding::little_endian);
  EXPECT_EQ(static_cast<const void*>(constant->bytes.data()), message.data() + message.size() - 4);
  EXPECT_EQ(text_of(message), "[1.5,\"-inf\"]");
}

TEST(TensorProto, TypedData_InTheFieldOfItsType_IsRead) {
  EVIDENCE("FILE-PROTO-FORM");
  EXPECT_EQ(text_of(shaped(DType::f32, {1}) + block(4, bytes({0, 0, 0xC0, 0xBF}))), "[-1.5]");
  EXPECT_EQ(text_of(shaped(DType::f64, {}) + block(10, bytes({0, 0, 0, 0, 0, 0, 0xF8, 0xBF}))), "-1.5");
  EXPECT_EQ(text_of(shaped(DType::i64, {2}) + words(7, {INT64_MIN, 5})), "[-9223372036854775808,5]");
  EXPECT_EQ(text_of(shaped(DType::u64, {1}) + words(11, {-1})), "[18446744073709551615]");
  EXPECT_EQ(text_of(shaped(DType::u32, {1}) + words(11, {4294967295})), "[4294967295]");
  EXPECT_EQ(text_of(shaped(DType::i32, {2}) + words(5, {INT32_MIN, 300})), "[-2147483648,300]");
  EXPECT_EQ(text_of(shaped(DType::i16, {1}) + words(5, {-32768})), "[-32768]");
  EXPECT_EQ(text_of(shaped(DType::i8, {2, 1}) + words(5, {-128, 127})), "[[-128],[127]]");
  EXPECT_EQ(text_of(shaped(DType::u16, {1}) + words(5, {65535})), "[65535]");
  EXPECT_EQ(text_of(shaped(DType::u8, {1}) + words(5, {255})), "[255]");
  EXPECT_EQ(text_of(shaped(DType::f16, {2}) + words(5, {0x3E00, 0xFC00})), "[1.5,\"-inf\"]");
  EXPECT_EQ(text_of(shaped(DType::bf16, {1}) + words(5, {0x3FC0})), "[1.5]");
}

TEST(TensorProto, FieldsInAnyOrderPackedDimsAndUnknownFields_AreRead) {
  EVIDENCE("FILE-PROTO-FORM");
  EXPECT_EQ(text_of(block(9, "abcd") + block(1, bytes({2, 2})) + number(14, 0) + block(16, "x") + number(99, 7) +
                    bytes({0xAD, 0x06, 1, 2, 3, 4}) + bytes({0xA9, 0x06, 1, 2, 3, 4, 5, 6, 7, 8}) + block(12, "doc") +
                    number(2, 2)),
            "[[97,98],[99,100]]");
}

TEST(TensorProto, Empty_NeedsNoData) {
  EVIDENCE("FILE-PROTO-FORM");
  EXPECT_EQ(text_of(shaped(DType::f32, {2, 0})), "[[],[]]");
  EXPECT_EQ(text_of(shaped(DType::f32, {0}) + block(9, "")), "[]");
  EXPECT_EQ(text_of(shaped(DType::i32, {0}) + block(5, "")), "[]");
  expect_refused(shaped(DType::f32, {}));
  expect_refused(shaped(DType::f32, {0}) + block(9, "x"));
}

TEST(TensorProto, Nibbles_RawAndWords_LowHalfFirst) {
  EVIDENCE("NUM-INT-NIBBLE", "FILE-PROTO-FORM");
  EXPECT_EQ(text_of(shaped(DType::i4, {3}) + block(9, bytes({0xE1, 0x0F}))), "[1,-2,-1]");
  EXPECT_EQ(text_of(shaped(DType::i4, {3}) + words(5, {0xE1, 0x0F})), "[1,-2,-1]");
  EXPECT_EQ(text_of(shaped(DType::u4, {4}) + words(5, {0xE1, 0xFF})), "[1,14,15,15]");
  EXPECT_EQ(text_of(shaped(DType::u4, {0}) + block(9, "")), "[]");
}

TEST(TensorProto, Nibbles_PaddingThatIsNotZeroOrWrongCount_IsRefused) {
  EVIDENCE("NUM-INT-NIBBLE", "FILE-PROTO-FORM");
  expect_refused(shaped(DType::i4, {3}) + block(9, bytes({0xE1, 0x1F})));
  expect_refused(shaped(DType::i4, {3}) + words(5, {0xE1, 0x1F}));
  expect_refused(shaped(DType::i4, {3}) + words(5, {1, 2, 3}));
  expect_refused(shaped(DType::i4, {3}) + block(9, bytes({1, 2, 3})));
  expect_refused(shaped(DType::u4, {2}) + words(5, {256}));
  expect_refused(shaped(DType::i4, {2}) + words(5, {-1}));
}

TEST(TensorProto, Bool_RawAndWords_OneByteOrWordEach) {
  EVIDENCE("FILE-PROTO-FORM", "NUM-BOOL-BYTE");
  EXPECT_EQ(text_of(shaped(DType::boolean, {3}) + block(9, bytes({1, 0, 1}))), "[true,false,true]");
  EXPECT_EQ(text_of(shaped(DType::boolean, {3}) + words(5, {1, 0, 1})), "[true,false,true]");
  EXPECT_EQ(text_of(shaped(DType::boolean, {0})), "[]");
  expect_refused(shaped(DType::boolean, {1}) + words(7, {1}));
  expect_refused(shaped(DType::boolean, {3}) + block(9, bytes({1, 0})));
}

TEST(TensorProto, Bool_AByteOfRawDataOtherThanZeroAndOneIsRefusedWithItsPlace) {
  EVIDENCE("FILE-PROTO-FORM", "NUM-BOOL-BYTE");
  for (const unsigned wrong : {2u, 0x80u, 0xFFu}) {
    const Result<Tensor> tensor = read(shaped(DType::boolean, {4}) + block(9, bytes({1, 0, wrong, 2})));
    ASSERT_FALSE(tensor) << wrong;
    EXPECT_EQ(tensor.finding().status.code, Code::malformed);
    EXPECT_STREQ(tensor.finding().status.rule, "FILE-PROTO-FORM");
    EXPECT_EQ(tensor.finding().status.index, 2u);
    EXPECT_EQ(tensor.finding().offset, 6u) << "where the data begin, in the message";
    EXPECT_NE(tensor.finding().message.find("byte 2 of the data is " + std::to_string(wrong) + ","), std::string::npos);
  }
}

TEST(TensorProto, Bool_AWordOfInt32DataOtherThanZeroAndOneIsRefusedWithItsPlace) {
  EVIDENCE("FILE-PROTO-FORM", "NUM-BOOL-BYTE");
  for (const std::int64_t wrong :
       {std::int64_t{2}, std::int64_t{-1}, std::int64_t{256}, std::int64_t{257}, INT64_MIN}) {
    const Result<Tensor> tensor = read(shaped(DType::boolean, {4}) + words(5, {1, 0, wrong, 2}));
    ASSERT_FALSE(tensor) << wrong;
    EXPECT_EQ(tensor.finding().status.code, Code::malformed);
    EXPECT_STREQ(tensor.finding().status.rule, "FILE-PROTO-FORM");
    EXPECT_EQ(tensor.finding().status.index, 2u);
    EXPECT_EQ(tensor.finding().offset, 8u) << "of the word, in the message";
  }
}

TEST(TensorProto, Bool_WhatIsWrittenIsZeroOrOneInRawData) {
  EVIDENCE("FILE-PROTO-FORM", "NUM-BOOL-BYTE");
  const unsigned char given[] = {7, 0, 255};
  const std::string message =
      write_tensor_proto("m", {DType::boolean, *Shape::of(std::vector<std::uint64_t>{3}), given, 3});
  EXPECT_EQ(message, number(1, 3) + number(2, 9) + block(8, "m") + block(9, bytes({1, 0, 1})));
}

TEST(TensorProto, Words_OutOfTheirTypesRange_AreRefused) {
  EVIDENCE("FILE-PROTO-FORM");
  expect_refused(shaped(DType::i8, {1}) + words(5, {128}));
  expect_refused(shaped(DType::i8, {1}) + words(5, {-129}));
  expect_refused(shaped(DType::u8, {1}) + words(5, {-1}));
  expect_refused(shaped(DType::u8, {1}) + words(5, {256}));
  expect_refused(shaped(DType::i16, {1}) + words(5, {32768}));
  expect_refused(shaped(DType::i32, {1}) + words(5, {4294967295}));
  expect_refused(shaped(DType::u32, {1}) + words(11, {4294967296}));
  expect_refused(shaped(DType::f16, {1}) + words(5, {65536}));
  expect_refused(shaped(DType::bf16, {1}) + words(5, {-1}));
  const Result<Tensor> tensor = read(shaped(DType::i8, {3}) + words(5, {1, 2, 128}));
  ASSERT_FALSE(tensor);
  EXPECT_EQ(tensor.finding().status.index, 2u);
  EXPECT_EQ(tensor.finding().offset, 8u) << "of the word, in the message";
}

TEST(TensorProto, DataInAnotherFile_IsRefusedUnlessFilesAreGiven) {
  EVIDENCE("FILE-ONNX-EXTERNAL");
  const auto entry = [](const std::string& key, const std::string& value) {
    return block(13, block(1, key) + block(2, value));
  };
  const Folder folder;
  folder.file("w", "....abcd");
  Result<ExternalData> files = ExternalData::of_folder(folder.path(), Limits{});
  const auto rule_of = [&](const std::string& more, bool given = true) -> std::string {
    const std::string message = shaped(DType::f32, {1}) + more;
    const auto constant = read_tensor_proto(std::as_bytes(std::span(message)), Limits{}, given ? &*files : nullptr);
    return constant ? "" : constant.finding().status.rule;
  };
  const std::string there = number(14, 1), location = entry("location", "w"), offset = entry("offset", "4"),
                    length = entry("length", "4"), refused = "FILE-ONNX-EXTERNAL";
  EXPECT_EQ(rule_of(there + location + offset + length), "");
  EXPECT_EQ(rule_of(there + location + offset), "") << "to the end";
  EXPECT_EQ(rule_of(there + location + offset + length, false), refused);
  EXPECT_EQ(rule_of(there + location), "FILE-PROTO-FORM") << "8 bytes for one float";
  EXPECT_EQ(rule_of(location + offset), refused) << "an entry, but the data are said to be here";
  EXPECT_EQ(rule_of(there + offset), refused) << "no location";
  for (const std::string& more :
       {location, offset + offset, length + length, entry("offset", "-1"), entry("offset", "9223372036854775808"),
        entry("offset", "4x"), entry("length", ""), entry("checksum", "00"), entry("basepath", "/"),
        block(13, number(1, 1)), block(13, "\x0A")})
    EXPECT_EQ(rule_of(there + location + more), refused);
  EXPECT_EQ(rule_of(there + location + block(9, "abcd")), "FILE-PROTO-FORM") << "here and there";
}

TEST(TensorProto, DataField_NoneTwoWrongOrUnpacked_IsRefused) {
  EVIDENCE("FILE-PROTO-FORM");
  const std::string one = shaped(DType::f32, {1}), four = block(9, "abcd");
  expect_refused(one);
  expect_refused(one + four + block(4, "abcd"));
  expect_refused(one + block(4, "ab") + block(4, "cd"));
  expect_refused(one + words(5, {1}));
  expect_refused(one + bytes({0x25, 0, 0, 0, 0}));  // float_data, not packed
  expect_refused(shaped(DType::i32, {1}) + number(5, 1));
  expect_refused(shaped(DType::i32, {1}) + words(7, {1}));
  expect_refused(shaped(DType::u32, {1}) + words(5, {1}));
  expect_refused(one + block(9, "abc"));
  expect_refused(one + block(9, "abcde"));
  expect_refused(shaped(DType::i32, {2}) + words(5, {1}));
  expect_refused(shaped(DType::i32, {2}) + words(5, {1, 2, 3}));
  expect_refused(shaped(DType::i32, {1}) + block(5, bytes({0x80})));
  expect_refused(shaped(DType::i64, {1}) + block(7, std::string(9, '\xFF') + "\x02"));
}

TEST(TensorProto, WhatIsNotSupported_IsRefused) {
  EVIDENCE("FILE-PROTO-FORM");
  const std::string good = shaped(DType::f32, {1}) + block(9, "abcd");
  EXPECT_TRUE(read(good));
  expect_refused(good + block(3, ""));
  expect_refused(good + block(6, "text"));
  expect_refused(good + number(14, 2));
  expect_refused(good + number(2, 1));
  for (const unsigned type : {0u, 8u, 9u, 14u, 15u, 17u, 20u, 23u, 1000u})
    expect_refused(number(1, 1) + number(2, type) + block(9, "x"));
  expect_refused(number(1, 1) + block(9, "abcd"));
  expect_refused("");
}

TEST(TensorProto, Wire_GroupsOverlongVarintsAndWrongTypes_AreRefused) {
  EVIDENCE("FILE-PROTO-FORM");
  const std::string good = shaped(DType::f32, {1}) + block(9, "abcd");
  for (const std::string& bad : {
           bytes({0x9B, 0x06}),
           bytes({0x9C, 0x06}),
           bytes({0x9E, 0x06}),
           bytes({0x9F, 0x06}),                                            // wire types 3, 4, 6, 7
           bytes({0x00, 0x00}),                                            // field 0
           varint(19000u << 3) + "x",                                      // reserved
           varint((std::uint64_t{1} << 32) + (8u << 3) + 2) + bytes({0}),  // key beyond 32 bits
           varint(8u << 3 | 2) + varint(std::uint64_t{1} << 32),           // length likewise
           varint(8u << 3 | 2) + varint(0x80000000) + "x",
           varint(8u << 3 | 2) + bytes({5}) + "abcd",
           varint(99u << 3) + std::string(10, '\xFF') + bytes({0}),
           varint(99u << 3) + std::string(9, '\xFF') + bytes({2}),
           varint(99u << 3 | 5) + "abc",
           varint(99u << 3 | 1) + "abcdefg",
           number(8, 1),
           number(12, 1),
           number(16, 1),
           block(2, "x"),
           block(14, "x"),
           bytes({0x0D, 1, 0, 0, 0}),
       })
    expect_refused(good + bad);
  std::string groups = good;
  for (int i = 0; i < 1'000'000; ++i) groups += bytes({0x9B, 0x06});
  expect_refused(groups);
}

TEST(TensorProto, Dimensions_NegativeManyOrHuge_AreRefusedBeforeAllocation) {
  EVIDENCE("FILE-PROTO-FORM", "FILE-ALL-LIMITS");
  const std::string one = block(9, "x");
  expect_refused(shaped(DType::u8, {~std::uint64_t{0}}) + one);
  expect_refused(shaped(DType::u8, {1, std::uint64_t{1} << 63}) + one);
  expect_refused(shaped(DType::u8, {1, 1, 1, 1, 1, 1, 1, 1, 1}) + one, Code::limit);
  expect_refused(shaped(DType::u8, {65536, 65536, 65536, 65536}) + one, Code::limit);
  expect_refused(shaped(DType::u8, {std::uint64_t{1} << 32}) + one, Code::limit);
  expect_refused(shaped(DType::u8, {0, INT64_MAX, 4}), Code::limit);
  expect_refused(shaped(DType::u8, {std::uint64_t{1} << 40, 0}), Code::limit);
  expect_refused(shaped(DType::u8, {std::uint64_t{1} << 31}) + one);
  expect_refused(block(1, std::string(1'000'000, '\x01')) + number(2, 2), Code::limit);
  Limits limits;
  limits.tensor_bytes = 8;
  EXPECT_TRUE(read(shaped(DType::f32, {2}) + block(9, "abcdefgh"), limits));
  EXPECT_EQ(read(shaped(DType::f32, {3}) + block(9, "abcdefghijkl"), limits).finding().status.code, Code::limit);
}

TEST(TensorProto, Findings_SayTheByte) {
  EVIDENCE("FILE-PROTO-FORM");
  const Result<Tensor> tensor = read(shaped(DType::f32, {1}) + block(9, "abc"));
  ASSERT_FALSE(tensor);
  EXPECT_EQ(tensor.finding().offset, 6u);
  EXPECT_EQ(tensor.finding().message, "TensorProto, byte 6: shape [1] of float takes 4 bytes of data, but there are 3");
}

TEST(TensorProto, Hostile_EveryPrefix_IsRefused) {
  EVIDENCE("FILE-PROTO-FORM");
  for (const std::string& message : {shaped(DType::f32, {2, 1}) + block(8, "name") + block(9, "abcdefgh"),
                                     shaped(DType::i16, {2, 1}) + words(5, {-1, 300})})
    for (std::size_t length = 0; length < message.size(); ++length) expect_refused(message.substr(0, length));
}

TEST(TensorProto, Hostile_EveryBitFlip_IsReadOrRefused) {
  EVIDENCE("FILE-PROTO-FORM");
  for (const std::string& message : {shaped(DType::f32, {2, 1}) + block(8, "name") + block(9, "abcdefgh"),
                                     shaped(DType::i4, {3}) + words(5, {0xE1, 0x0F})}) {
    std::size_t visited = 0;
    for (std::size_t i = 0; i < 8 * message.size(); ++i, ++visited) {
      std::string flipped = message;
      flipped[i / 8] = static_cast<char>(flipped[i / 8] ^ (1 << i % 8));
      const Result<Tensor> tensor = read(flipped);
      if (!tensor) {
        EXPECT_LE(tensor.finding().offset, flipped.size());
      }
    }
    EXPECT_EQ(visited, 8 * message.size());
  }
}

}  // namespace
}  // namespace etalon::impl
