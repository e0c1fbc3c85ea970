// SPDX-License-Identifier: Apache-2.0
// Floor 3. Literals of tensors: values rounded once, and what is said about those that do not fit.
#include "text/literal.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tensor/pattern.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

constexpr std::uint64_t failed = 0xBADBADBADBADBAD;

std::uint64_t bits_of(const std::string& literal, DType type, bool patterns = false) {
  const Result<Tensor> tensor = parse_tensor(literal, type, Limits{}, BitPatterns{patterns});
  EXPECT_TRUE(tensor) << literal << ": " << tensor.finding().message;
  return tensor ? pattern_at(tensor->view(), 0) : failed;
}

Finding refusal(const std::string& text, DType type, const Limits& limits = {}, bool patterns = false) {
  const Result<Tensor> tensor = parse_tensor(text, type, limits, BitPatterns{patterns});
  EXPECT_FALSE(tensor) << text;
  return tensor ? Finding{} : tensor.finding();
}

Finding real_refusal(const std::string& text) {
  const Result<RealTensor> tensor = parse_real_tensor(text, Limits{});
  EXPECT_FALSE(tensor) << text;
  return tensor ? Finding{} : tensor.finding();
}

// 1 + 2^-11 lies halfway between 1 and the next float16. What is added is lost on the way through double.
TEST(Literal, Float16_JustAboveHalfway_RoundsOnceAndUp) {
  EVIDENCE("NUM-ALL-LITERAL");
  EXPECT_EQ(bits_of("1.00048828125", DType::f16), 0x3C00u);
  EXPECT_EQ(bits_of("1.00048828125000000000000000001", DType::f16), 0x3C01u);
  EXPECT_EQ(bits_of("-1.00048828125000000000000000001", DType::f16), 0xBC01u);
  EXPECT_EQ(bits_of("1.000488282", DType::f16), 0x3C01u);  // float would lose it
  EXPECT_EQ(bits_of("1.00048828124999999999999999999", DType::f16), 0x3C00u);
  EXPECT_EQ(bits_of("1.00146484374999999999999999999", DType::f16), 0x3C01u);  // below a tie that would go up
}

TEST(Literal, Bfloat16_JustAboveHalfway_RoundsOnceAndUp) {
  EVIDENCE("NUM-ALL-LITERAL");
  EXPECT_EQ(bits_of("1.00390625", DType::bf16), 0x3F80u);
  EXPECT_EQ(bits_of("1.00390625000000000000000000001", DType::bf16), 0x3F81u);
  EXPECT_EQ(bits_of("1.00390626", DType::bf16), 0x3F81u);
}

TEST(Literal, Float_JustAboveHalfway_RoundsOnceAndUp) {
  EVIDENCE("NUM-ALL-LITERAL");
  EXPECT_EQ(bits_of("1.000000059604644775390625", DType::f32), 0x3F800000u);
  EXPECT_EQ(bits_of("1.000000059604644775390625000000001", DType::f32), 0x3F800001u);
  EXPECT_EQ(bits_of("\"0x1.0000010000000000000001p0\"", DType::f32), 0x3F800001u);
}

TEST(Literal, Double_JustAboveHalfway_RoundsUp) {
  EVIDENCE("NUM-ALL-LITERAL");
  EXPECT_EQ(bits_of("\"0x1.00000000000008p0\"", DType::f64), 0x3FF0000000000000u);
  EXPECT_EQ(bits_of("\"0x1.00000000000008000000000000001p0\"", DType::f64), 0x3FF0000000000001u);
  EXPECT_EQ(bits_of("0.1", DType::f64), 0x3FB999999999999Au);
  EXPECT_EQ(bits_of("2.2250738585072011e-308", DType::f64), 0x000FFFFFFFFFFFFFu);
}

TEST(Literal, Float16_AtTheEndOfTheRange_OverflowsWhereIeee754Says) {
  EVIDENCE("NUM-ALL-LITERAL");
  EXPECT_EQ(bits_of("65519.999", DType::f16), 0x7BFFu);
  EXPECT_EQ(bits_of("65520", DType::f16), 0x7C00u);
  EXPECT_EQ(bits_of("-65520", DType::f16), 0xFC00u);
  EXPECT_EQ(bits_of("1e5", DType::f16), 0x7C00u);
}

TEST(Literal, Float16_SubnormalTies_GoToEven) {
  EVIDENCE("NUM-ALL-LITERAL");
  EXPECT_EQ(bits_of("2.98023223876953125e-8", DType::f16), 0x0000u);  // 2^-25
  EXPECT_EQ(bits_of("2.980232238769531250000000001e-8", DType::f16), 0x0001u);
  EXPECT_EQ(bits_of("\"0x1.8p-24\"", DType::f16), 0x0002u);
  EXPECT_EQ(bits_of("\"0x2.8p-24\"", DType::f16), 0x0002u);
  EXPECT_EQ(bits_of("\"-0x1p-25\"", DType::f16), 0x8000u);
  EXPECT_EQ(bits_of("\"-0x1p-24\"", DType::f16), 0x8001u);
}

TEST(Literal, Floats_SpecialValues_HaveTheirPatterns) {
  EVIDENCE("NUM-ALL-LITERAL");
  EXPECT_EQ(bits_of("\"nan\"", DType::f32), 0x7FC00000u);
  EXPECT_EQ(bits_of("\"inf\"", DType::bf16), 0x7F80u);
  EXPECT_EQ(bits_of("\"-inf\"", DType::f64), 0xFFF0000000000000u);
  EXPECT_EQ(bits_of("-0", DType::f32), 0x80000000u);
  EXPECT_EQ(bits_of("\"-0.0e7\"", DType::f16), 0x8000u);
  EXPECT_EQ(bits_of("\"-0x0p0\"", DType::f16), 0x8000u);
  EXPECT_EQ(bits_of("0", DType::f16), 0x0000u);
}

TEST(Literal, Floats_HugeExponents_CostNothing) {
  EVIDENCE("NUM-ALL-LITERAL", "FILE-ALL-LIMITS");
  for (const DType type : {DType::f16, DType::bf16, DType::f32, DType::f64}) {
    const binary_format format = binary_format_of(info(type).bits, info(type).fraction);
    const std::uint64_t sign = binary_sign_bit(format), infinity = binary_infinity(format);
    EXPECT_EQ(bits_of("1e999999999", type), infinity);
    EXPECT_EQ(bits_of("-1e99999999999999999999999999", type), sign | infinity);
    EXPECT_EQ(bits_of("1e-99999999999999999999999999", type), 0u);
    EXPECT_EQ(bits_of("-1e-999999999", type), sign);
    EXPECT_EQ(bits_of("-0e999999999", type), sign);
    EXPECT_EQ(bits_of("\"0x1p999999999\"", type), infinity);
    EXPECT_EQ(bits_of("\"-0x1p-999999999\"", type), sign);
    EXPECT_EQ(bits_of("1" + std::string(3000, '0') + "e-3000", type), bits_of("1", type));
    EXPECT_EQ(bits_of("0." + std::string(3000, '0') + "1e3001", type), bits_of("1", type));
  }
}

TEST(Literal, Bool_TrueFalseZeroAndOne_AreRead) {
  EVIDENCE("NUM-ALL-LITERAL", "FILE-JSON-FORM");
  for (const char* text : {"true", "[true]", "\"true\"", "1", "1.0", "10e-1", "\"0x1p0\""})
    EXPECT_EQ(bits_of(text, DType::boolean), 1u) << text;
  for (const char* text : {"false", "[ false ]", "\"false\"", "0", "-0", "0e9", "\"0x0p0\""})
    EXPECT_EQ(bits_of(text, DType::boolean), 0u) << text;
  EXPECT_EQ(bits_of("\"0x01\"", DType::boolean, true), 1u);
  EXPECT_EQ(bits_of("\"0x00\"", DType::boolean, true), 0u);
}

TEST(Literal, Bool_WhatIsNeitherTrueNorFalse_IsRefused) {
  EVIDENCE("NUM-ALL-LITERAL");
  for (const char* text :
       {"2", "-1", "0.5", "1e-400", "1e400", "\"nan\"", "\"inf\"", "\"1/1\"", "\"True\"", "\"yes\"", "\"\""}) {
    const Finding finding = refusal(text, DType::boolean);
    EXPECT_EQ(finding.status.code, Code::malformed) << text;
    EXPECT_STREQ(finding.status.rule, "NUM-ALL-LITERAL") << text;
  }
  EXPECT_EQ(refusal("[true,2]", DType::boolean).message,
            "tensor literal, byte 6: element [1], \"2\", is out of range (bool holds false and true, or 0 and 1)");
  EXPECT_STREQ(refusal("[\"0x02\"]", DType::boolean, {}, true).status.rule, "NUM-ALL-LITERAL") << "no pattern of bool";
  EXPECT_STREQ(refusal("[\"0x101\"]", DType::boolean, {}, true).status.rule, "NUM-ALL-LITERAL");
}

TEST(Literal, TrueAndFalse_AreNoNumbers) {
  EVIDENCE("NUM-ALL-LITERAL");
  for (const DType type : {DType::f16, DType::f64, DType::i4, DType::u8}) {
    const Finding finding = refusal("[true]", type);
    EXPECT_STREQ(finding.status.rule, "NUM-ALL-LITERAL");
    EXPECT_EQ(finding.message, "tensor literal, byte 1: element [0], \"true\", is not a number");
  }
  EXPECT_STREQ(real_refusal("false").status.rule, "NUM-ALL-LITERAL");
}

TEST(Literal, Integers_ExactIntegerValue_IsWhatCounts) {
  EVIDENCE("NUM-ALL-LITERAL");
  EXPECT_EQ(bits_of("1e2", DType::i8), 100u);
  EXPECT_EQ(bits_of("3.0", DType::u4), 3u);
  EXPECT_EQ(bits_of("-8", DType::i4), 8u);
  EXPECT_EQ(bits_of("-0", DType::i8), 0u);
  EXPECT_EQ(bits_of("\"0x1.8p1\"", DType::i8), 3u);
  EXPECT_EQ(bits_of("1500e-2", DType::u8), 15u);
  EXPECT_EQ(bits_of("-9223372036854775808", DType::i64), 0x8000000000000000u);
  EXPECT_EQ(bits_of("9223372036854775807", DType::i64), 0x7FFFFFFFFFFFFFFFu);
  EXPECT_EQ(bits_of("18446744073709551615", DType::u64), 0xFFFFFFFFFFFFFFFFu);
}

TEST(Literal, Integers_FractionalOrOutOfRange_NamesElementTextAndRange) {
  EVIDENCE("NUM-ALL-LITERAL");
  const Finding fractional = refusal("[[1,2],[3,1.5]]", DType::i32);
  EXPECT_EQ(fractional.status.code, Code::malformed);
  EXPECT_STREQ(fractional.status.rule, "NUM-ALL-LITERAL");
  EXPECT_EQ(fractional.status.index, 3u);
  EXPECT_EQ(fractional.offset, 10u);
  EXPECT_EQ(
      fractional.message,
      "tensor literal, byte 10: element [1,1], \"1.5\", is not an integer (int32 holds -2147483648 to 2147483647)");
  EXPECT_EQ(refusal("16", DType::u4).message,
            "tensor literal, byte 0: element [], \"16\", is out of range (uint4 holds 0 to 15)");
  const char* const out_of_range[] = {"-1",  "256",        "1e400",      "1e999999999", "-1e999999999", "1e-999999999",
                                      "0.1", "\"0x1p64\"", "\"0x1p-1\"", "\"nan\"",     "\"inf\"",      "\"-inf\""};
  for (const char* text : out_of_range) EXPECT_EQ(refusal(text, DType::u8).status.code, Code::malformed) << text;
  for (const char* text : {"9223372036854775808", "-9223372036854775809", "18446744073709551616"})
    EXPECT_EQ(refusal(text, DType::i64).status.code, Code::malformed) << text;
  EXPECT_EQ(refusal("18446744073709551616", DType::u64).status.code, Code::malformed);
}

TEST(Literal, Patterns_WhereAskedFor_AreTheBits) {
  EVIDENCE("NUM-ALL-LITERAL");
  EXPECT_EQ(bits_of("\"0x34CC\"", DType::f16, true), 0x34CCu);
  EXPECT_EQ(bits_of("\"0x7f800001\"", DType::f32, true), 0x7F800001u);
  EXPECT_EQ(bits_of("\"0xF\"", DType::i4, true), 0xFu);
  EXPECT_EQ(bits_of("\"0x0000000F\"", DType::i4, true), 0xFu);
  EXPECT_EQ(bits_of("\"0xFFFFFFFFFFFFFFFF\"", DType::f64, true), 0xFFFFFFFFFFFFFFFFu);
  EXPECT_EQ(bits_of("\"0x0\"", DType::f16, true), 0u);
  EXPECT_EQ(bits_of("\"0x34CCp0\"", DType::i16, true), 0x34CCu);
  EXPECT_EQ(bits_of("1", DType::f16, true), 0x3C00u);
  EXPECT_EQ(refusal("\"0x134CC\"", DType::f16, {}, true).status.code, Code::malformed);
  EXPECT_EQ(refusal("\"0x10\"", DType::u4, {}, true).status.code, Code::malformed);
}

TEST(Literal, Patterns_WhereNotAskedFor_AreRefusedWithAHint) {
  EVIDENCE("NUM-ALL-LITERAL");
  const Finding finding = refusal("[\"0x34CC\"]", DType::f16);
  EXPECT_STREQ(finding.status.rule, "NUM-ALL-LITERAL");
  EXPECT_NE(finding.hint.find("0x34CCp0"), std::string::npos);
  EXPECT_NE(finding.hint.find("--bits"), std::string::npos);
}

TEST(Literal, Real_DecimalsHexAndFractions_AreExact) {
  EVIDENCE("NUM-ALL-LITERAL");
  const Result<RealTensor> tensor =
      parse_real_tensor(R"(["6.1", "61/10", "-2/6", 0.1, "0x1.8p3", -0, "1e-3", 1e3, "-0/5"])", Limits{});
  ASSERT_TRUE(tensor) << tensor.finding().message;
  EXPECT_EQ(*print_real(*tensor, {}), R"(["6.1","6.1","-1/3","0.1","12","0","0.001","1000","0"])");
}

TEST(Literal, Real_WhatIsNoReal_IsRefused) {
  EVIDENCE("NUM-ALL-LITERAL");
  for (const char* text : {"\"nan\"", "\"inf\"", "\"-inf\"", "\"1/0\"", "\"1/00\"", "\"1/-2\"", "\"1/\"", "\"/2\"",
                           "\"1.5/2\"", "\"0x34CC\"", "\"\"", "\"-\"", "\"1 \""}) {
    const Finding finding = real_refusal(text);
    EXPECT_EQ(finding.status.code, Code::malformed) << text;
    EXPECT_STREQ(finding.status.rule, "NUM-ALL-LITERAL") << text;
  }
  EXPECT_EQ(refusal("\"61/10\"", DType::f32).status.code, Code::malformed);
}

TEST(Literal, Strings_ThatAreNoLiteral_AreRefusedAndShownEscaped) {
  EVIDENCE("NUM-ALL-LITERAL");
  for (const char* text : {"\"\"", "\"+inf\"", "\"-nan\"", "\"NaN\"", "\"0x\"", "\"0xp3\"", "\"0x.p3\"", "\"0x1.8\"",
                           "\"0x1p\"", "\"0x1p+\"", "\"+1\"", "\"1e\"", "\".5\"", "\" 1\"", "\"--1\"", "\"0x1p3 \""}) {
    EXPECT_EQ(refusal(text, DType::f32, {}, true).status.code, Code::malformed) << text;
    EXPECT_STREQ(refusal(text, DType::f32, {}, true).status.rule, "NUM-ALL-LITERAL") << text;
  }
  EXPECT_NE(refusal("[\"a\x7F\x9B\"]", DType::f32).message.find("\"a\\x7F\\x9B\""), std::string::npos);
  EXPECT_LT(refusal("\"" + std::string(4000, 'x') + "\"", DType::f32).message.size(), 200u);
}

TEST(Literal, Nibbles_OddCount_ArePackedWithAZeroHalf) {
  EVIDENCE("NUM-INT-NIBBLE");
  const Result<Tensor> tensor = parse_tensor("[1,-2,-1]", DType::i4, Limits{});
  ASSERT_TRUE(tensor);
  ASSERT_EQ(tensor->bytes(), 2u);
  EXPECT_EQ(tensor->data()[0], std::byte{0xE1});
  EXPECT_EQ(tensor->data()[1], std::byte{0x0F});
}

}  // namespace
}  // namespace etalon::impl
