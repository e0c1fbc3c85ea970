// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>

#include "accuracy/bounds.hpp"
#include "check/resolve.hpp"
#include "ops/bound.hpp"
#include "ops/reference.hpp"
#include "oracle/ops/reducesum/reducesum.hpp"
#include "oracle/random.hpp"
#include "run/execute.hpp"
#include "tensor/pattern.hpp"
#include "tests/support/evidence.hpp"
#include "text/literal.hpp"

namespace etalon::tests {
namespace {

using namespace impl;
using Axes = std::vector<std::int64_t>;

struct Sum {
  DType type = DType::f32;
  std::string data = {};
  std::optional<Axes> axes = {};
  std::vector<Attribute> attributes = {};
  int opset = 13;
  Accumulation policy = Accumulation::sequential;
  bool bits = false;
};

Tensor list_of(const Axes& axes) {
  Tensor tensor(DType::i64, *Shape::of(std::vector<std::uint64_t>{axes.size()}));
  for (std::uint64_t i = 0; i < axes.size(); ++i) Int<64>::store(tensor.data(), i, axes[i]);
  return tensor;
}

Result<Resolution> resolved(const Sum& c, const Argument& data) {
  Profile profile = *find_profile("onnx");
  profile.choices.accumulation = c.policy;
  Node node;
  node.operation = "ReduceSum";
  node.attributes = c.attributes;
  std::vector<Given> given = {data};
  if (c.axes && c.opset < 13) node.attributes.push_back({"axes", *c.axes});
  if (c.axes && c.opset >= 13) {
    const auto axes = std::make_shared<const Tensor>(list_of(*c.axes));
    given.emplace_back(Argument{DType::i64, axes->shape()}, axes);
  }
  return resolve(profile, c.opset, node, given);
}

struct Outcome {
  std::string rule, text;  // the rule that refuses it, or the result
  Events events;
};

Tensor computed(const Sum& c, const Call& call, const Tensor& data, Events* events) {
  const Tensor axes = list_of(c.axes.value_or(Axes{}));
  std::vector<TensorView> inputs = {data.view()};
  if (call.inputs.size() > 1) inputs.push_back(axes.view());
  Tensor out(call.outputs[0]->type, call.outputs[0]->shape);
  const MutableTensorView outputs[] = {out.view()};
  EXPECT_TRUE(execute(call, inputs, outputs, {.events = events}, reference_kernel).ok());
  return out;
}

Outcome sum(const Sum& c) {
  const auto data = parse_tensor(c.data, c.type, {}, BitPatterns{c.bits});
  EXPECT_TRUE(data) << c.data;
  const auto resolution = resolved(c, {c.type, data->shape()});
  if (!resolution) return {resolution.finding().status.rule, {}, {}};
  Outcome outcome;
  const Tensor out = computed(c, resolution->call, *data, &outcome.events);
  outcome.text = c.bits ? print_bits(out.view()) : print_tensor(out.view());
  return outcome;
}

Attribute keepdims(std::int64_t value) { return {"keepdims", value}; }
Attribute noop(std::int64_t value) { return {"noop_with_empty_axes", value}; }

constexpr const char* matrix = "[[1,2,3],[4,5,6]]";

TEST(ReduceSum, ReducedAxesStayAsOnesUnlessKeepdimsIsZero) {
  EVIDENCE("REDUCESUM-ALL-KEEPDIMS");
  EXPECT_EQ(sum({.data = matrix, .axes = Axes{1}}).text, "[[6],[15]]");
  EXPECT_EQ(sum({.data = matrix, .axes = Axes{1}, .attributes = {keepdims(0)}}).text, "[6,15]");
  EXPECT_EQ(sum({.data = matrix, .axes = Axes{0}, .attributes = {keepdims(1)}}).text, "[[5,7,9]]");
  EXPECT_EQ(sum({.data = matrix, .attributes = {keepdims(2)}}).rule, "REDUCESUM-ALL-KEEPDIMS");
}

TEST(ReduceSum, AxesAreAnAttributeUntilElevenAndAnInputSinceThirteen) {
  EVIDENCE("REDUCESUM-ALL-VERSIONS");
  for (const int opset : {1, 11, 12, 13, newest_opset}) {
    const Outcome outcome = sum({.data = matrix, .axes = Axes{0}, .attributes = {keepdims(0)}, .opset = opset});
    EXPECT_EQ(outcome.text, "[5,7,9]") << opset;
  }
  EXPECT_EQ(sum({.data = matrix, .attributes = {{"axes", Axes{0}}}, .opset = 13}).rule, "GEN-ALL-ATTRIBUTES");
  EXPECT_EQ(sum({.data = matrix, .attributes = {noop(1)}, .opset = 11}).rule, "GEN-ALL-ATTRIBUTES");
}

TEST(ReduceSum, WithoutAxesAllAreReduced) {
  EVIDENCE("REDUCESUM-ALL-AXES");
  for (const int opset : {1, 11, 13})
    for (const std::optional<Axes>& axes : {std::optional<Axes>(), std::optional(Axes{})})
      EXPECT_EQ(sum({.data = matrix, .axes = axes, .opset = opset}).text, "[[21]]") << opset;
  EXPECT_EQ(sum({.data = "7"}).text, "7");  // rank 0
}

TEST(ReduceSum, AxesOutOfRangeRepeatedOrNotAListAreRefused) {
  EVIDENCE("REDUCESUM-ALL-AXES");
  EXPECT_EQ(sum({.data = matrix, .axes = Axes{2}}).rule, "REDUCESUM-ALL-AXES");
  EXPECT_EQ(sum({.data = matrix, .axes = Axes{-3}}).rule, "REDUCESUM-ALL-AXES");
  EXPECT_EQ(sum({.data = matrix, .axes = Axes{1, -1}}).rule, "REDUCESUM-ALL-AXES");
  EXPECT_EQ(sum({.data = "7", .axes = Axes{0}}).rule, "REDUCESUM-ALL-AXES");
  EXPECT_EQ(sum({.data = matrix, .axes = Axes{-1}, .opset = 11}).text, "[[6],[15]]");
  EXPECT_EQ(sum({.data = matrix, .axes = Axes{-1}, .opset = 1}).rule, "REDUCESUM-ALL-AXES");
  const auto scalar = std::make_shared<const Tensor>(DType::i64, Shape{});
  Node node;
  node.operation = "ReduceSum";
  const Given given[] = {Argument{DType::f32, *Shape::of(std::vector<std::uint64_t>{2})},
                         {Argument{DType::i64, Shape{}}, scalar}};
  EXPECT_STREQ(resolve(*find_profile("onnx"), 13, node, given).finding().status.rule, "REDUCESUM-ALL-AXES");
}

TEST(ReduceSum, NothingToReduceGivesTheOperandBitByBitWithoutEvents) {
  EVIDENCE("REDUCESUM-ALL-NOOP");
  const std::string operand = R"(["0x8000","0x7C01","0xFE12","0x0001"])";  // -0, a signalling NaN, another NaN
  for (const std::optional<Axes>& axes : {std::optional<Axes>(), std::optional(Axes{})}) {
    const Outcome outcome =
        sum({.type = DType::f16, .data = operand, .axes = axes, .attributes = {noop(1)}, .bits = true});
    EXPECT_EQ(outcome.text, operand);
    for (const Events::Tally& tally : outcome.events.of) EXPECT_EQ(tally.count, 0u);
  }
  EXPECT_EQ(sum({.data = matrix, .axes = Axes{0}, .attributes = {noop(1)}}).text, "[[5,7,9]]");
  EXPECT_EQ(sum({.data = matrix, .attributes = {noop(2)}}).rule, "REDUCESUM-ALL-KEEPDIMS");
}

TEST(ReduceSum, ASumOfNoTermsIsPlusZero) {
  EVIDENCE("REDUCESUM-ALL-EMPTY");
  for (const Accumulation policy :
       {Accumulation::sequential, Accumulation::fused, Accumulation::wide, Accumulation::exact})
    EXPECT_EQ(sum({.data = "[[],[]]", .axes = Axes{1}, .policy = policy, .bits = true}).text,
              R"([["0x00000000"],["0x00000000"]])");
  EXPECT_EQ(sum({.data = "[[],[]]", .axes = Axes{0}}).text, "[[]]");
  EXPECT_EQ(sum({.type = DType::i32, .data = "[]"}).text, "[0]");
}

TEST(ReduceSum, ASumOfOneTermIsStillAnAddition) {
  EVIDENCE("REDUCESUM-FLOAT-RESULT");
  const Outcome outcome =
      sum({.type = DType::f16, .data = R"([["0x8000"],["0x7C01"]])", .axes = Axes{1}, .bits = true});
  EXPECT_EQ(outcome.text, R"([["0x0000"],["0x7E00"]])");
  EXPECT_EQ(outcome.events.of[0].count, 1u);  // invalid: a signalling NaN
}

TEST(ReduceSum, TermsAreAddedInRowMajorOrderWhateverTheOrderOfTheAxes) {
  EVIDENCE("REDUCESUM-FLOAT-RESULT");
  // 4096 + 1 + 1 + … loses each 1 in float16 where 4096 comes first
  const std::string data = "[[4096,1,1,1],[1,1,1,-4096]]";
  for (const Axes& axes : {Axes{0, 1}, Axes{1, 0}, Axes{}})
    EXPECT_EQ(sum({.type = DType::f16, .data = data, .axes = axes}).text, "[[0]]");
  EXPECT_EQ(sum({.type = DType::f16, .data = data, .axes = Axes{0, 1}, .policy = Accumulation::exact}).text, "[[6]]");
}

TEST(ReduceSum, WideAccumulatesInTheNextWiderFormatAndDoubleHasNone) {
  EVIDENCE("REDUCESUM-FLOAT-WIDE");
  const std::string data = "[4096,1,1,1,1,1,1]";
  EXPECT_EQ(sum({.type = DType::f16, .data = data, .policy = Accumulation::wide}).text, "[4104]");  // 4102, to even
  EXPECT_EQ(sum({.type = DType::f16, .data = data}).text, "[4096]");
  EXPECT_EQ(sum({.type = DType::f64, .data = data, .policy = Accumulation::wide}).rule, "REDUCESUM-FLOAT-WIDE");
}

TEST(ReduceSum, IntegersWrapAndOneEventCountsTheExactSum) {
  EVIDENCE("REDUCESUM-INT-RESULT");
  const Outcome wrapped = sum({.type = DType::i32, .data = "[[2147483647,1],[2147483647,-1]]", .axes = Axes{1}});
  EXPECT_EQ(wrapped.text, "[[-2147483648],[2147483646]]");
  EXPECT_EQ(wrapped.events.of[5].count, 1u);
  EXPECT_EQ(sum({.type = DType::i32, .data = "[2147483647,1,-1]"}).events.of[5].count, 0u);
}

TEST(ReduceSum, TypesAreThoseOfTheVersion) {
  EVIDENCE("REDUCESUM-ALL-TYPES");
  for (const DTypeInfo& row : dtype_table) {
    if (row.bits == 0 || row.id == DType::boolean) continue;
    const bool always = row.bits >= 32 || row.id == DType::f16;
    for (const int opset : {1, 11, 13})
      EXPECT_EQ(sum({.type = row.id, .data = "[1]", .opset = opset}).rule,
                always || (opset == 13 && row.id == DType::bf16) ? "" : "REDUCESUM-ALL-TYPES")
          << row.name << " " << opset;
  }
}

TEST(ReduceSum, EachSubsetOfAxesAgreesWithTheOracleUnderEachPolicy) {
  EVIDENCE("REDUCESUM-FLOAT-RESULT", "REDUCESUM-FLOAT-WIDE", "REDUCESUM-INT-RESULT", "REDUCESUM-ALL-KEEPDIMS");
  const oracle::Shape dims = {2, 3, 1, 4};
  oracle::Random random(11);
  unsigned judged = 0;
  for (const auto& [name, number, type] : oracle::storable_types) {
    const DType own = find_dtype(name)->id;
    if (type.kind == oracle::Kind::boolean || (type.bits < 32 && type.kind == oracle::Kind::integer)) continue;
    for (unsigned policy = 0; policy < 4; ++policy) {
      if (own == DType::f64 && static_cast<Accumulation>(policy) == Accumulation::wide) continue;
      for (unsigned set = 1; set < 16; ++set) {
        Sum c{.type = own, .axes = Axes{}, .policy = static_cast<Accumulation>(policy)};
        for (int axis = 3; axis >= 0; --axis)
          if ((set >> axis & 1) != 0) c.axes->push_back(set % 2 == 0 ? axis : axis - 4);
        Tensor data(own, *Shape::of(dims));
        std::vector<std::uint64_t> patterns(data.shape().count);
        for (std::uint64_t i = 0; i < patterns.size(); ++i) {
          // Exponents near each other, so that sums round; some patterns are anything.
          patterns[i] = random.bits() >> (64 - type.bits);
          if (type.kind == oracle::Kind::floating && random.below(8) != 0) {
            const std::uint64_t top = std::uint64_t{1} << (type.bits - 3);
            patterns[i] =
                (patterns[i] & ~(top * 3) & ~((top - 1) & ~((top >> (type.bits - type.fraction - 4)) - 1))) | top;
          }
          set_pattern(data.view(), i, patterns[i]);
        }
        const auto resolution = resolved(c, {own, data.shape()});
        ASSERT_TRUE(resolution);
        const Tensor out = computed(c, resolution->call, data, nullptr);
        const oracle::ReduceSum right =
            oracle::reduce_sum(type, static_cast<oracle::Accumulation>(policy), dims, patterns, *c.axes, true, false);
        ASSERT_EQ(out.shape(), *Shape::of(right.shape));
        for (std::uint64_t i = 0; i < right.sums.size(); ++i, ++judged)
          ASSERT_EQ(pattern_at(out.view(), i), right.sums[i].bits) << name << " policy " << policy << " set " << set;
      }
    }
  }
  EXPECT_GT(judged, 2000u);
}

TEST(ReduceSumBound, IsZeroForOneTermAndGrowsByOneRoundingPerAddition) {
  EVIDENCE("ACC-FLOAT-DOT");
  const auto bound = [](std::uint64_t terms, Accumulation policy, double sizes, double size) {
    const Argument data{DType::f32, *Shape::of(std::vector<std::uint64_t>{terms})};
    const Call call = resolved({.policy = policy}, data)->call;
    return bound_of(*call.op).a_priori(call, sizes, size);
  };
  EXPECT_EQ(bound(1, Accumulation::sequential, 8, 8), 0);
  EXPECT_EQ(bound(1, Accumulation::sequential, infinite_bound, infinite_bound), infinite_bound);
  EXPECT_NEAR(bound(2, Accumulation::sequential, 8, 4), 8 * 0x1p-24, 0x1p-60);
  EXPECT_NEAR(bound(5, Accumulation::fused, 8, 4), 4 * 8 * 0x1p-24, 0x1p-60);
  EXPECT_GE(bound(5, Accumulation::fused, 8, 4), 4 * 8 * 0x1p-24);
  EXPECT_EQ(bound(5, Accumulation::exact, 8, 4), 4 * 0x1p-24);
  EXPECT_EQ(bound(5, Accumulation::sequential, 0x1.fffffep127, 1), infinite_bound);  // a step can overflow
}

}  // namespace
}  // namespace etalon::tests
