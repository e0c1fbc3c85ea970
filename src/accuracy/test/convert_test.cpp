// SPDX-License-Identifier: Apache-2.0
// Cast in the worlds of ranges, errors and reals: the bounds and ranges are sound for every two types, and where no
// bound can be given the reason is reported.
#include <gtest/gtest.h>

#include <cmath>

#include "accuracy/affine/world.hpp"
#include "accuracy/bounds.hpp"
#include "accuracy/shadow.hpp"
#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "oracle/random.hpp"
#include "run/execute.hpp"
#include "tensor/pattern.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/one_output.hpp"
#include "text/literal.hpp"

namespace etalon::tests {
namespace {

Call cast_of(DType from, DType to, const Shape& shape) {
  Node node;
  node.operation = "Cast";
  node.attributes = {{"to", std::int64_t{info(to).onnx}}};
  const Argument inputs[] = {{from, shape}};
  return resolve(*find_profile("onnx"), newest_opset, node, inputs)->call;
}

Tensor tensor(DType type, const std::string& text) { return *parse_tensor(text, type, {}); }

struct Range {
  std::string low, high;
  std::vector<double> bounds;
  Risks risks;
};
Range ranged_cast(DType from, DType to, const std::string& low, const std::string& high) {
  const Tensor x = tensor(from, low), y = tensor(from, high);
  const Call call = cast_of(from, to, x.shape());
  const RangeView inputs[] = {{x.view(), y.view()}};
  Tensor a(to, x.shape()), b(to, x.shape());
  Range range;
  ranged_one(call, inputs, a.view(), b.view(), range.bounds, range.risks);
  range.low = print_tensor(std::as_const(a).view());
  range.high = print_tensor(std::as_const(b).view());
  return range;
}

std::vector<double> propagated(DType from, DType to, std::vector<Ends> ends, std::vector<double> errors) {
  const Call call = cast_of(from, to, *Shape::of(std::vector<std::uint64_t>{ends.size()}));
  const RealOperand operands[] = {{std::move(ends), errors}};
  return over_reals(call, operands)[0].propagated;
}

constexpr double inf = infinite_bound;
using Doubles = std::vector<double>;

TEST(Convert, ARangeThatMayWrapIsTheWholeTypeWithoutABound) {
  EVIDENCE("CAST-ALL-ERROR", "ACC-INT-WRAP");
  const Range range = ranged_cast(DType::i32, DType::i8, "[-5,100,-200]", "[5,130,-150]");
  EXPECT_EQ(range.low, "[-5,-128,-128]");
  EXPECT_EQ(range.high, "[5,127,127]");
  EXPECT_EQ(range.bounds, (Doubles{0, inf, inf}));
  EXPECT_EQ(range.risks.of[static_cast<unsigned>(Risk::wrap)].count, 2u);
}

// The logarithm of 0, say: the integer is known, and there is no real value.
TEST(Convert, AnInfinityIsNoIntegerOverTheRealsEither) {
  EVIDENCE("CAST-ALL-ERROR", "ACC-FLOAT-INFINITE", "ACC-ALL-AFFINE");
  const AffineValue given[] = {{{-inf, -inf}, {-inf, -inf}, inf}, {{2.25, 2.5}, {2.25, 2.5}, 0.125}};
  const AffineOperand operand{given};
  AffineValue results[2];
  Affine::convert(cast_of(DType::f32, DType::i32, *Shape::of(std::vector<std::uint64_t>{2})), &operand, results,
                  nullptr);
  EXPECT_EQ(results[0].error, inf);
  EXPECT_EQ(results[1].error, 0);
}

TEST(Convert, ARangeThatSaturatesOrIsNotFiniteHasNoBound) {
  EVIDENCE("CAST-ALL-ERROR", "ACC-FLOAT-INFINITE");
  const Range range = ranged_cast(DType::f32, DType::i8, R"([-1.5,100,"nan","-inf"])", R"([2.5,130,"nan",0])");
  EXPECT_EQ(range.low, "[-1,100,-128,-128]");
  EXPECT_EQ(range.high, "[2,127,127,0]");
  EXPECT_EQ(range.bounds, (Doubles{0, inf, inf, inf}));
  EXPECT_EQ(range.risks.of[static_cast<unsigned>(Risk::overflow)].count, 3u);
}

TEST(Convert, ARangeAcrossZeroIsEitherTruthValue) {
  EVIDENCE("CAST-ALL-ERROR");
  const Range range = ranged_cast(DType::f32, DType::boolean, R"([-1,0,1,-2,"nan"])", R"([1,0,2,-1,"nan"])");
  EXPECT_EQ(range.low, "[false,false,true,true,false]");
  EXPECT_EQ(range.high, "[true,false,true,true,true]");
  EXPECT_EQ(range.bounds, (Doubles{0, 0, 0, 0, inf}));
}

TEST(Convert, OnlyAConversionThatCanRoundHasAnIntroducedError) {
  EVIDENCE("CAST-ALL-ERROR", "ACC-FLOAT-ROUNDING");
  EXPECT_EQ(ranged_cast(DType::f16, DType::f32, "[1]", "[2]").bounds, (Doubles{0}));
  EXPECT_EQ(ranged_cast(DType::f32, DType::f16, "[1]", "[1.5]").bounds, (Doubles{0x1p-11}));
  EXPECT_EQ(ranged_cast(DType::u8, DType::bf16, "[0]", "[255]").bounds, (Doubles{0}));
  EXPECT_EQ(ranged_cast(DType::i16, DType::bf16, "[0]", "[32767]").bounds, (Doubles{128}));
  EXPECT_EQ(ranged_cast(DType::u16, DType::f16, "[0]", "[65535]").bounds, (Doubles{inf}));
}

TEST(Convert, AnErrorPassesIntoAFloatAndIsAllOrNothingForIntegersAndBool) {
  EVIDENCE("CAST-ALL-ERROR", "ACC-ALL-PROPAGATED");
  EXPECT_EQ(propagated(DType::f32, DType::f16, {{1, 1}}, {0.25}), (Doubles{0.25}));
  EXPECT_EQ(propagated(DType::i32, DType::i64, {{1, 1}}, {0.25}), (Doubles{0.25}));
  EXPECT_EQ(propagated(DType::f32, DType::i32, {{1.5, 1.5}, {1.5, 1.5}, {0.25, 0.25}, {1, 1}, {1e30, 1e30}},
                       {0.25, 0.5, 0.5, 0, 1}),
            (Doubles{0, inf, 0, 0, 0}));
  EXPECT_EQ(propagated(DType::f64, DType::i64, {{0x1p63, 0x1p63}}, {1024}), (Doubles{inf}));
  EXPECT_EQ(propagated(DType::f32, DType::boolean, {{1, 1}, {1, 2}, {0, 0}, {0, 0}}, {0.5, 1, 0.5, 0}),
            (Doubles{0, inf, inf, 0}));
}

// ---- soundness over every two types ---------------------------------------------------------------------------------

std::vector<std::uint64_t> some_patterns(DType type, oracle::Random& random) {
  std::vector<std::uint64_t> patterns;
  const std::uint64_t all = type == DType::boolean ? 1 : ~std::uint64_t{0} >> (64 - info(type).bits);
  for (int i = 0; i < 400; ++i) {
    std::uint64_t x = random.bits() & all;
    if (is_floating(type) && i % 2 == 0) {  // around the ranges of the integer types
      unsigned ignored = 0;
      const double y =
          std::ldexp(static_cast<double>(random.below(2000)) - 1000.0, static_cast<int>(random.below(64)) - 8);
      x = binary_convert(FORMAT_DOUBLE, binary_format_of(info(type).bits, info(type).fraction), f64_bits(y), &ignored);
    }
    patterns.push_back(x);
  }
  return patterns;
}

TEST(Convert, BoundsHoldAgainstTheRealsForEveryTwoTypes) {
  EVIDENCE("CAST-ALL-ERROR");
  oracle::Random random(5);
  unsigned finite = 0;
  for (const DTypeInfo& from : dtype_table)
    for (const DTypeInfo& to : dtype_table) {
      if (from.bits == 0 || to.bits == 0) continue;
      const std::vector<std::uint64_t> patterns = some_patterns(from.id, random);
      Tensor data(from.id, *Shape::of(std::vector<std::uint64_t>{patterns.size()}));
      for (std::uint64_t i = 0; i < patterns.size(); ++i) set_pattern(data.view(), i, patterns[i]);
      const TensorView input = std::as_const(data).view();
      const Call call = cast_of(from.id, to.id, data.shape());
      Tensor plain(to.id, data.shape()), low(to.id, data.shape()), high(to.id, data.shape());
      const MutableTensorView outputs[] = {plain.view()};
      ASSERT_TRUE(execute(call, {&input, 1}, outputs, {}, reference_kernel).ok());
      const RangeView range{input, input};
      std::vector<double> bounds;
      Risks risks;
      ranged_one(call, {&range, 1}, low.view(), high.view(), bounds, risks);
      const Reals operand = reals_of(input);
      const Reals* const operands[] = {&operand};
      const void* const addresses[] = {data.data()};
      const Reals real = real_results(call, operands, addresses)[0];
      std::vector<double> pointed;
      if (impl::is_floating(call)) {
        Tensor again(to.id, data.shape());
        ASSERT_TRUE(introduced_one(call, {&input, 1}, again.view(), pointed).ok());
      }
      const TensorView out = std::as_const(plain).view();
      for (std::uint64_t i = 0; i < patterns.size(); ++i) {
        const Ends value = ends_of(out, i), a = ends_of(std::as_const(low).view(), i),
                   b = ends_of(std::as_const(high).view(), i);
        const bool inside = std::isnan(value.low) || (a.low <= value.low && value.high <= b.high);
        ASSERT_TRUE(inside) << from.name << " to " << to.name << " " << patterns[i];
        if (std::isinf(bounds[i])) continue;
        ++finite;
        const double error = error_of(out, i, real[i]).absolute;
        ASSERT_LE(error, bounds[i]) << from.name << " to " << to.name << " " << patterns[i];
        ASSERT_LE(error, pointed.empty() ? inf : pointed[i]) << from.name << " to " << to.name;
      }
    }
  EXPECT_GT(finite, 30000u);
}

TEST(Convert, APropagatedErrorOfZeroMeansTheSameIntegerForEveryRealOperand) {
  EVIDENCE("CAST-ALL-ERROR");
  oracle::Random random(6);
  unsigned settled = 0;
  for (const DType to : {DType::i4, DType::u8, DType::i32, DType::u64, DType::boolean})
    for (int i = 0; i < 4000; ++i) {
      const auto number = [&](double scale) { return scale * (static_cast<double>(random.below(2001)) - 1000); };
      const double low = number(0.03125), high = low + std::abs(number(0x1p-10)), error = std::abs(number(0x1p-10));
      if (propagated(DType::f64, to, {{low, high}}, {error})[0] != 0) continue;
      ++settled;
      const Call call = cast_of(DType::f64, to, *Shape::of(std::vector<std::uint64_t>{4}));
      Tensor data(DType::f64, call.inputs[0]->shape), out(to, data.shape());
      const double reals[] = {low - error, low, high, high + error};
      for (std::uint64_t k = 0; k < 4; ++k) set_pattern(data.view(), k, f64_bits(reals[k]));
      const TensorView input = std::as_const(data).view();
      const MutableTensorView outputs[] = {out.view()};
      ASSERT_TRUE(execute(call, {&input, 1}, outputs, {}, reference_kernel).ok());
      if (error == 0) continue;  // then the result may be anything of the range
      for (std::uint64_t k = 1; k < 4; ++k)
        ASSERT_EQ(pattern_at(std::as_const(out).view(), k), pattern_at(std::as_const(out).view(), 0))
            << low << " " << error;
    }
  EXPECT_GT(settled, 1000u);
}

}  // namespace
}  // namespace etalon::tests
