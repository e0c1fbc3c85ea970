// SPDX-License-Identifier: Apache-2.0
// Floor 3. What is printed reads back to the same bits, and looks as people expect.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "tensor/pattern.hpp"
#include "tests/support/evidence.hpp"
#include "text/literal.hpp"

namespace etalon::impl {
namespace {

std::string printed(const std::string& text, DType type) {
  const Result<Tensor> tensor = parse_tensor(text, type, Limits{}, BitPatterns::admitted);
  return tensor ? print_tensor(tensor->view()) : tensor.finding().message;
}

Tensor vector_of(DType type, std::uint64_t count) { return Tensor(type, *Shape::of({&count, 1})); }

// How many elements of the tensor, NaN aside, do not come back from their text.
std::uint64_t lost(const Tensor& tensor) {
  const Result<Tensor> back = parse_tensor(print_tensor(tensor.view()), tensor.type(), Limits{});
  EXPECT_TRUE(back) << back.finding().message;
  if (!back) return tensor.shape().count;
  EXPECT_EQ(back->shape(), tensor.shape());
  const binary_format format = binary_format_of(info(tensor.type()).bits, info(tensor.type()).fraction);
  std::uint64_t different = 0;
  for (std::uint64_t i = 0; i < tensor.shape().count; ++i) {
    const std::uint64_t was = pattern_at(tensor.view(), i), is = pattern_at(back->view(), i);
    different += binary_is_nan(format, was) ? !binary_is_nan(format, is) : was != is;
  }
  return different;
}

TEST(Print, Nested_NoSpaces) {
  EVIDENCE("NUM-ALL-PRINT");
  EXPECT_EQ(printed("[[1, 2], [2, 4]]", DType::f32), "[[1,2],[2,4]]");
  EXPECT_EQ(printed("5", DType::i8), "5");
  EXPECT_EQ(printed("[]", DType::f32), "[]");
  EXPECT_EQ(printed("[[],[]]", DType::f32), "[[],[]]");
  EXPECT_EQ(printed("[[[1],[2]],[[3],[4]]]", DType::u4), "[[[1],[2]],[[3],[4]]]");
}

TEST(Print, Integers_AtTheEndsOfTheirRange_AreExact) {
  EVIDENCE("NUM-ALL-PRINT");
  EXPECT_EQ(printed("[-8,7,-1]", DType::i4), "[-8,7,-1]");
  EXPECT_EQ(printed("[-9223372036854775808]", DType::i64), "[-9223372036854775808]");
  EXPECT_EQ(printed("[18446744073709551615]", DType::u64), "[18446744073709551615]");
}

TEST(Print, Bool_TrueAndFalse_ReadBack) {
  EVIDENCE("NUM-ALL-PRINT");
  EXPECT_EQ(printed("[[1,0],[true,false]]", DType::boolean), "[[true,false],[true,false]]");
  EXPECT_EQ(printed("[[true,false]]", DType::boolean), "[[true,false]]");
}

TEST(Print, Bool_AnyByteOfACaller_PrintsAsTheTruthValueThatItIs) {
  EVIDENCE("NUM-ALL-PRINT", "NUM-BOOL-BYTE");
  const unsigned char bytes[] = {0, 1, 7, 255};
  const TensorView view{DType::boolean, *Shape::of(std::vector<std::uint64_t>{4}), bytes, 4};
  EXPECT_EQ(print_tensor(view), "[false,true,true,true]");
  EXPECT_EQ(print_bits(view), R"(["0x00","0x01","0x01","0x01"])");
}

TEST(Print, Floats_SpecialValues_AreStringsAndMinusZeroKeepsItsSign) {
  EVIDENCE("NUM-ALL-PRINT");
  for (const DType type : {DType::f16, DType::bf16, DType::f32, DType::f64})
    EXPECT_EQ(printed(R"(["nan","inf","-inf",-0,0,-1.5,0.1])", type), R"(["nan","inf","-inf",-0,0,-1.5,0.1])");
}

// As to_chars would: the fewest characters, and the integer itself where a rounded one is no shorter.
TEST(Print, SmallFloats_FewestDigits_LikeTheLargerOnes) {
  EVIDENCE("NUM-ALL-PRINT");
  EXPECT_EQ(printed(R"(["0x7BFF","0x0001","0x0400","0x3555","0x70E3","0x3C01"])", DType::f16),
            "[65504,6e-08,6.104e-05,0.3333,10008,1.001]");
  EXPECT_EQ(printed(R"(["0x7F7F","0x0001","0x0080","0x4481","0x3EAB","0xC2C8"])", DType::bf16),
            "[3.39e+38,9e-41,1.18e-38,1032,0.334,-100]");
  EXPECT_EQ(printed("[16777216,0.1,1e10,1e-7]", DType::f32), "[16777216,0.1,1e+10,1e-07]");
}

TEST(Print, Float16AndBfloat16_EveryPattern_ReadsBack) {
  EVIDENCE("NUM-ALL-PRINT", "NUM-ALL-LITERAL");
  for (const DType type : {DType::f16, DType::bf16}) {
    Tensor tensor = vector_of(type, 65536);
    std::uint64_t visited = 0;
    for (; visited < 65536; ++visited) set_pattern(tensor.view(), visited, visited);
    EXPECT_EQ(visited, 65536u);
    EXPECT_EQ(lost(tensor), 0u);
  }
}

TEST(Print, FloatAndDouble_RandomPatterns_ReadBack) {
  EVIDENCE("NUM-ALL-PRINT", "NUM-ALL-LITERAL");
  std::mt19937_64 random(20240607);
  for (const DType type : {DType::f32, DType::f64}) {
    Tensor tensor = vector_of(type, 20000);
    for (std::uint64_t i = 0; i < 20000; ++i) set_pattern(tensor.view(), i, random());
    EXPECT_EQ(lost(tensor), 0u);
  }
}

// A decimal with fewer digits than the printed one must not read back: checked by trying all of them.
TEST(Print, Float16_EveryTwoDigitDecimal_IsPrintedWithAtMostTwoDigits) {
  EVIDENCE("NUM-ALL-PRINT");
  unsigned visited = 0;
  for (int power = -9; power <= -2; ++power)
    for (int digits = 1; digits < 100; ++digits, ++visited) {
      const std::string text = std::to_string(digits) + "e" + std::to_string(power);
      const Result<Tensor> value = parse_tensor(text, DType::f16, Limits{});
      ASSERT_TRUE(value);
      std::string shortest = print_tensor(value->view());
      shortest = shortest.substr(0, shortest.find('e'));
      unsigned significant = 0;
      for (const char c : shortest) significant += c >= '1' - (significant > 0) && c <= '9';
      EXPECT_LE(significant, 2u) << text << " printed as " << shortest;
    }
  EXPECT_EQ(visited, 8u * 99);
}

TEST(Print, Bits_FullWidthUppercase) {
  EVIDENCE("NUM-ALL-PRINT");
  const auto bits = [](const std::string& text, DType type) {
    const Result<Tensor> tensor = parse_tensor(text, type, Limits{}, BitPatterns::admitted);
    return tensor ? print_bits(tensor->view()) : tensor.finding().message;
  };
  EXPECT_EQ(bits("[0.3]", DType::f16), R"(["0x34CD"])");
  EXPECT_EQ(bits("[7,-1]", DType::i4), R"(["0x7","0xF"])");
  EXPECT_EQ(bits("[[-1]]", DType::i8), R"([["0xFF"]])");
  EXPECT_EQ(bits("1", DType::f64), R"("0x3FF0000000000000")");
  EXPECT_EQ(bits("[\"0x7fa00001\"]", DType::f32), R"(["0x7FA00001"])");
}

TEST(Print, Real_DecimalWhereItEndsElseFraction) {
  EVIDENCE("NUM-ALL-PRINT");
  const Result<RealTensor> tensor = parse_real_tensor(R"([["12.20","28.5"],["2/6","-1e2"]])", Limits{});
  ASSERT_TRUE(tensor);
  EXPECT_EQ(*print_real(*tensor, {}), R"([["12.2","28.5"],["1/3","-100"]])");
}

TEST(Print, Real_EveryPrintedTextReadsBackHoweverLong) {
  EVIDENCE("NUM-ALL-PRINT");
  const std::string sevens(5000, '7');
  for (const std::string& text :
       {std::string("1e-6000"), std::string("-1e6000"), "1/" + sevens, sevens + "." + sevens}) {
    const Result<RealTensor> tensor = parse_real_tensor("[\"" + text + "\"]", Limits{});
    ASSERT_TRUE(tensor) << tensor.finding().message;
    const Result<std::string> printed = print_real(*tensor, Limits{});
    ASSERT_TRUE(printed) << printed.finding().message;
    const Result<RealTensor> again = parse_real_tensor(*printed, Limits{});
    ASSERT_TRUE(again) << again.finding().message;
    EXPECT_NE(mpq_equal(std::get<Number>(again->elements[0]).get(), std::get<Number>(tensor->elements[0]).get()), 0)
        << text.substr(0, 20);
  }
}

TEST(Print, Real_WhatIsTooLongToReadBackIsRefusedWithItsIndex) {
  EVIDENCE("NUM-ALL-PRINT");
  Limits limits;
  limits.real_characters = 5;
  const Result<RealTensor> tensor = parse_real_tensor(R"(["12345","1e5"])", limits);
  ASSERT_TRUE(tensor);
  const Result<std::string> printed = print_real(*tensor, limits);
  ASSERT_FALSE(printed);
  EXPECT_EQ(printed.finding().status.code, Code::limit);
  EXPECT_NE(printed.finding().message.find("element [1] has 6 characters"), std::string::npos)
      << printed.finding().message;
  limits.real_characters = 6;
  EXPECT_EQ(*print_real(*tensor, limits), R"(["12345","100000"])");
}

TEST(Print, Real_WhatIsTooLargeOrTooSmallForDecimalsIsRefused) {
  EVIDENCE("NUM-ALL-PRINT");
  for (const char* exponent : {"1e7", "-1e7", "1e30", "-1e30", "-1e130", "-1e300"}) {
    Result<RealTensor> tensor = parse_real_tensor(std::string("[\"") + exponent + "\"]", Limits{});
    ASSERT_TRUE(tensor);
    Enclosure& element = tensor->elements[0];
    element = Enclosed{}.function_of(RealFunction::exp, element);
    if (std::holds_alternative<NoValue>(element)) continue;
    const Result<std::string> printed = print_real(*tensor, Limits{});
    ASSERT_FALSE(printed) << exponent;
    EXPECT_EQ(printed.finding().status.code, Code::limit);
  }
}

}  // namespace
}  // namespace etalon::impl
