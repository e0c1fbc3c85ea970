// SPDX-License-Identifier: Apache-2.0
// Floor 3. The text of tensors: shapes, where it is malformed, and how large it may be.
#include "text/literal.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

std::string shape_of(const std::string& text) {
  const Result<Tensor> tensor = parse_tensor(text, DType::i32, Limits{});
  return tensor ? to_string(tensor->shape()) : tensor.finding().message;
}

Finding refusal(const std::string& text, DType type, const Limits& limits = {}) {
  const Result<Tensor> tensor = parse_tensor(text, type, limits);
  EXPECT_FALSE(tensor) << text;
  return tensor ? Finding{} : tensor.finding();
}

Finding real_refusal(const std::string& text, const Limits& limits = {}) {
  const Result<RealTensor> tensor = parse_real_tensor(text, limits);
  EXPECT_FALSE(tensor) << text;
  return tensor ? Finding{} : tensor.finding();
}

TEST(LiteralText, Real_ExponentsAndMemory_AreLimited) {
  EVIDENCE("FILE-ALL-LIMITS");
  EXPECT_TRUE(parse_real_tensor("1e100000", Limits{}));
  EXPECT_TRUE(parse_real_tensor("\"-0x1p-100000\"", Limits{}));
  for (const char* text : {"1e100001", "1e-100001", "1e999999999", "0e99999999999999999999", "\"0x1p100001\""}) {
    EXPECT_EQ(real_refusal(text).status.code, Code::limit) << text;
    EXPECT_STREQ(real_refusal(text).status.rule, "FILE-ALL-LIMITS") << text;
  }
  Limits limits;
  limits.tensor_bytes = 200'000;  // three numbers of some 42 kB, but not a hundred of them
  EXPECT_TRUE(parse_real_tensor("[1e99999,1e99999,1e99999]", limits));
  std::string many = "[1e99999";
  for (int i = 1; i < 100; ++i) many += ",1e99999";
  EXPECT_EQ(real_refusal(many + "]", limits).status.code, Code::limit);
}

TEST(LiteralText, OfAnyNesting_GivesTheShape) {
  EVIDENCE("FILE-JSON-FORM");
  EXPECT_EQ(shape_of("5"), "[]");
  EXPECT_EQ(shape_of(" \t\r\n\"5\"\n"), "[]");
  EXPECT_EQ(shape_of("[]"), "[0]");
  EXPECT_EQ(shape_of("[ [ ] , [ ] ]"), "[2,0]");
  EXPECT_EQ(shape_of("[[1,2,3],[4,5,6]]"), "[2,3]");
  EXPECT_EQ(shape_of("[[[[[[[[1]]]]]]]]"), "[1,1,1,1,1,1,1,1]");
}

TEST(LiteralText, ThatIsMalformed_IsPlacedByByte) {
  EVIDENCE("FILE-JSON-FORM");
  const struct {
    const char* text;
    std::uint64_t offset;
    const char* message;
  } cases[] = {
      {"[1,2,3 4]", 7, "expected ',' or ']'"},
      {"[1,2", 4, "expected ',' or ']'"},
      {"[01]", 2, "expected ',' or ']'"},
      {"[1.]", 2, "expected ',' or ']'"},
      {"[1e]", 2, "expected ',' or ']'"},
      {"1 2", 2, "expected the end of the text"},
      {"truex", 4, "expected the end of the text"},
      {"[true false]", 6, "expected ',' or ']'"},
      {"[True]", 1, "expected a number, true, false, '[' or a string such as \"nan\""},
      {"[null]", 1, "expected a number, true, false, '[' or a string such as \"nan\""},
      {"[1]]", 3, "expected the end of the text"},
      {"", 0, "expected a number, true, false, '[' or a string such as \"nan\""},
      {"[1,]", 3, "expected a number, true, false, '[' or a string such as \"nan\""},
      {"[,1]", 1, "expected a number, true, false, '[' or a string such as \"nan\""},
      {"[nan]", 1, "expected a number, true, false, '[' or a string such as \"nan\""},
      {"[+1]", 1, "expected a number, true, false, '[' or a string such as \"nan\""},
      {"[.5]", 1, "expected a number, true, false, '[' or a string such as \"nan\""},
      {"]", 0, "expected a number, true, false, '[' or a string such as \"nan\""},
      {"[\"1]", 1, "the string that begins here does not end"},
      {"[\"\\u0031\"]", 2, "a literal has no escapes and no control characters"},
      {"[\"1\n\"]", 3, "a literal has no escapes and no control characters"},
      {"[1,[2]]", 3, "ragged: an array where a number stood before"},
      {"[[1],2]", 5, "ragged: a number where an array stood before"},
      {"[[1,2],[3]]", 9, "ragged: an array of 1 where the first has 2"},
      {"[[[]],[]]", 7, "ragged: an array of 0 where the first has 1"},
      {"[[],[1]]", 6, "ragged: an array of 1 where the first has 0"},
  };
  for (const auto& c : cases) {
    const Finding finding = refusal(c.text, DType::i32);
    EXPECT_EQ(finding.status.code, Code::malformed) << c.text;
    EXPECT_STREQ(finding.status.rule, "FILE-JSON-FORM") << c.text;
    EXPECT_EQ(finding.offset, c.offset) << c.text;
    EXPECT_EQ(finding.message, "tensor literal, byte " + std::to_string(c.offset) + ": " + c.message);
    EXPECT_FALSE(finding.hint.empty());
  }
}

TEST(LiteralText, Hostile_DepthLengthAndCount_EndInALimit) {
  EVIDENCE("FILE-ALL-LIMITS");
  Limits limits;
  EXPECT_EQ(refusal(std::string(9, '['), DType::i8).status.code, Code::limit);
  EXPECT_EQ(refusal(std::string(1'000'000, '['), DType::i8).offset, 8u);
  EXPECT_EQ(refusal("[1," + std::string(4097, '1') + "]", DType::f32).status.code, Code::limit);
  EXPECT_EQ(refusal("[1," + std::string(4097, '1') + "]", DType::f32).offset, 3u);
  EXPECT_EQ(refusal("\"" + std::string(1'000'000, '1'), DType::f32).status.code, Code::limit);
  EXPECT_TRUE(parse_tensor(std::string(4096, '1'), DType::f32, limits));
  EXPECT_TRUE(parse_real_tensor(std::string(limits.real_characters, '1'), limits));
  EXPECT_FALSE(parse_real_tensor(std::string(limits.real_characters + 1, '1'), limits));
  limits.elements = 3;
  EXPECT_TRUE(parse_tensor("[1,2,3]", DType::i8, limits));
  EXPECT_EQ(refusal("[1,2,3,4]", DType::i8, limits).status.code, Code::limit);
  limits.elements = 100;
  limits.tensor_bytes = 7;
  EXPECT_EQ(refusal("[1,2]", DType::i32, limits).status.code, Code::limit);
  EXPECT_TRUE(parse_tensor("[1]", DType::i32, limits));
}

TEST(LiteralText, Hostile_EveryPrefixAndEveryChangedByte_IsReadOrRefused) {
  EVIDENCE("FILE-JSON-FORM");
  const std::string text = R"([[1.5e-3,"nan"],["-0x1.8p3","61/10"]])";
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_FALSE(parse_real_tensor(text.substr(0, length), Limits{})) << length;
  unsigned visited = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    for (int byte = 0; byte < 256; ++byte, ++visited) {
      std::string changed = text;
      changed[i] = static_cast<char>(byte);
      const Result<RealTensor> real = parse_real_tensor(changed, Limits{});
      const Result<Tensor> half = parse_tensor(changed, DType::f16, Limits{}, BitPatterns::admitted);
      if (!half) {
        EXPECT_LE(half.finding().offset, changed.size());
      }
      if (real) {
        EXPECT_EQ(real->elements.size(), real->shape.count);
      }
    }
  EXPECT_EQ(visited, 256 * text.size());
}

}  // namespace
}  // namespace etalon::impl
