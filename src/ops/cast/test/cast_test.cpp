// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/cast/cast.hpp"

#include <gtest/gtest.h>

#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "oracle/random.hpp"
#include "run/execute.hpp"
#include "tensor/pattern.hpp"
#include "tests/support/evidence.hpp"
#include "text/literal.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

std::int64_t number(DType type) { return info(type).onnx; }

Result<Resolution> resolved(const Argument& input, AttributeValue to, int opset = newest_opset,
                            std::vector<Attribute> others = {}) {
  Node node;
  node.operation = "Cast";
  node.attributes = std::move(others);
  node.attributes.push_back({"to", std::move(to)});
  const Argument inputs[] = {input};
  return resolve(*find_profile("onnx"), opset, node, inputs);
}

std::string refusal(DType from, AttributeValue to, int opset = newest_opset, std::vector<Attribute> others = {}) {
  const auto resolution = resolved({from, Shape{}}, std::move(to), opset, std::move(others));
  return resolution ? "" : resolution.finding().status.rule;
}

Tensor computed(const Call& call, const Tensor& data, Events* events = nullptr) {
  Tensor out(call.outputs[0]->type, call.outputs[0]->shape);
  const TensorView inputs[] = {data.view()};
  const MutableTensorView outputs[] = {out.view()};
  EXPECT_TRUE(execute(call, inputs, outputs, {.events = events}, reference_kernel).ok());
  return out;
}

std::string cast(DType from, DType to, const std::string& data, Events* events = nullptr, bool bits = false) {
  const auto tensor = parse_tensor(data, from, {});
  EXPECT_TRUE(tensor) << data;
  const auto resolution = resolved({from, tensor->shape()}, number(to));
  if (!resolution) return resolution.finding().status.rule;
  const Tensor out = computed(resolution->call, *tensor, events);
  return bits ? print_bits(out.view()) : print_tensor(out.view());
}

TEST(Cast, TheResultHasTheShapeOfTheOperand) {
  EVIDENCE("CAST-ALL-SHAPE");
  EXPECT_EQ(cast(DType::f32, DType::i32, "[[1],[2]]"), "[[1],[2]]");
  EXPECT_EQ(cast(DType::f32, DType::i32, "7"), "7");
  EXPECT_EQ(cast(DType::f32, DType::i8, "[[],[]]"), "[[],[]]");
}

TEST(Cast, FloatToIntegerTruncatesAndSaturates) {
  EVIDENCE("CAST-FLOAT-INTEGER");
  Events events;
  EXPECT_EQ(cast(DType::f32, DType::i8, R"([1.9,-1.9,127.9,128,-128.9,-129,"inf","-inf","nan"])", &events),
            "[1,-1,127,127,-128,-128,127,-128,0]");
  EXPECT_EQ(events.of[7].count, 4u);  // saturated
  EXPECT_EQ(events.of[7].first, 3u);
  EXPECT_EQ(events.of[8].count, 1u);  // NaN
  EXPECT_EQ(events.of[4].count, 4u);  // inexact: a fraction is dropped
  EXPECT_EQ(cast(DType::f32, DType::u8, "[-0.9,-1,255.5,256]"), "[0,0,255,255]");
}

TEST(Cast, SaturationAndNanAreAlwaysReportedForFloats) {
  EVIDENCE("CAST-FLOAT-NOTICE");
  const Operator& op = *find_operator("", "Cast");
  for (const DTypeInfo& row : dtype_table) EXPECT_EQ(op.gives_notice(row.id), row.kind == Kind::floating) << row.name;
}

TEST(Cast, IntegerToIntegerWraps) {
  EVIDENCE("CAST-INT-INTEGER");
  Events events;
  EXPECT_EQ(cast(DType::i16, DType::i8, "[200,-129,-1]", &events), "[-56,127,-1]");
  EXPECT_EQ(events.of[5].count, 2u);
  EXPECT_EQ(cast(DType::i32, DType::u4, "[-1,16,15]"), "[15,0,15]");
}

TEST(Cast, ToAFloatingPointTypeThereIsOneRounding) {
  EVIDENCE("CAST-ALL-FLOAT");
  // 2^60 + 2^36 + 1 lies just above a middle of two floats; by way of double it would become the middle, and go to even
  EXPECT_EQ(cast(DType::i64, DType::f32, "[1152921573326323713]", nullptr, true), R"(["0x5D800001"])");
  EXPECT_EQ(cast(DType::f64, DType::f16, R"([65519.9,65520,"-inf"])"), R"([65504,"inf","-inf"])");
  EXPECT_EQ(cast(DType::u16, DType::f16, "[65535]"), R"(["inf"])");
}

TEST(Cast, ToBoolEverythingButZeroIsTrue) {
  EVIDENCE("CAST-ALL-BOOL");
  EXPECT_EQ(cast(DType::f32, DType::boolean, R"([0,-0.0,1e-45,"nan","-inf"])"), "[false,false,true,true,true]");
  EXPECT_EQ(cast(DType::i64, DType::boolean, "[0,256]"), "[false,true]");
  EXPECT_EQ(cast(DType::boolean, DType::f32, "[true,false]"), "[1,0]");
}

TEST(Cast, TypesAreThoseOfTheVersion) {
  EVIDENCE("CAST-ALL-TYPES");
  for (const DTypeInfo& row : dtype_table) {
    if (row.bits == 0) continue;
    const int since = row.bits == 4 ? 21 : row.id == DType::bf16 ? 13 : 6;
    for (const int opset : {6, 9, 13, 19, 21, 23, 24, 25}) {
      const std::string rule = opset >= since ? "" : "CAST-ALL-TYPES";
      EXPECT_EQ(refusal(DType::f32, row.onnx, opset), rule) << row.name << " " << opset;
      EXPECT_EQ(refusal(row.id, number(DType::f32), opset), rule) << row.name << " " << opset;
    }
  }
}

TEST(Cast, TypesThatEtalonDoesNotHaveAreRefusedByTheRuleOfTypes) {
  EVIDENCE("CAST-ALL-TYPES");
  for (const std::int64_t to : {0, 8, 14, 17, 23, 25, 26, 99, -1}) EXPECT_EQ(refusal(DType::f32, to), "CAST-ALL-TYPES");
  for (const char* to : {"STRING", "COMPLEX64", "BFLOAT16", "float", ""})
    EXPECT_EQ(refusal(DType::f32, std::string(to), 1), "CAST-ALL-TYPES") << to;
}

TEST(Cast, VersionOneNamesTheTypeAndLaterOnesNumberIt) {
  EVIDENCE("CAST-ALL-VERSIONS");
  const auto one = resolved({DType::f32, Shape{}}, std::string("INT32"), 1);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->call.outputs[0]->type, DType::i32);
  EXPECT_EQ(refusal(DType::f32, 6, 5), "GEN-ALL-ATTRIBUTES");
  EXPECT_EQ(refusal(DType::f32, std::string("INT32"), 6), "GEN-ALL-ATTRIBUTES");
  const int means[] = {1, 1, 1, 1, 1, 6, 6, 6, 9, 9, 9, 9, 13, 13, 13, 13, 13, 13, 19, 19, 21, 21, 23, 24, 25, 25, 25};
  for (int opset = 1; opset <= newest_opset; ++opset) {
    const AttributeValue to = opset < 6 ? AttributeValue(std::string("INT32")) : AttributeValue(std::int64_t{6});
    EXPECT_EQ(resolved({DType::f32, Shape{}}, to, opset)->call.version, means[opset - 1]) << opset;
  }
}

TEST(Cast, SaturateAndRoundModeAreCheckedAndHaveNoEffect) {
  EVIDENCE("CAST-ALL-IGNORED");
  const auto data = *parse_tensor("[300.5,-1]", DType::f32, {});
  for (const std::int64_t saturate : {0, 1})
    for (const char* mode : {"up", "down", "nearest"}) {
      const auto resolution = resolved({DType::f32, data.shape()}, number(DType::u8), newest_opset,
                                       {{"saturate", saturate}, {"round_mode", std::string(mode)}});
      ASSERT_TRUE(resolution);
      const Tensor out = computed(resolution->call, data);
      EXPECT_EQ(print_tensor(out.view()), "[255,0]");
    }
  EXPECT_EQ(refusal(DType::f32, 6, 24, {{"saturate", std::int64_t{2}}}), "CAST-ALL-IGNORED");
  EXPECT_EQ(refusal(DType::f32, 6, 24, {{"round_mode", std::string("away")}}), "CAST-ALL-IGNORED");
  EXPECT_EQ(refusal(DType::f32, 6, 23, {{"round_mode", std::string("up")}}), "GEN-ALL-ATTRIBUTES");
  EXPECT_EQ(refusal(DType::f32, 6, 13, {{"saturate", std::int64_t{1}}}), "GEN-ALL-ATTRIBUTES");
}

// ---- every two types, against the oracle ----------------------------------------------------------------------------

// All patterns of a narrow type; of a wide one those beside powers of two, of either sign, and some at random.
std::vector<std::uint64_t> operands(oracle::Type type) {
  std::vector<std::uint64_t> patterns;
  if (type.kind == oracle::Kind::boolean) return {0, 1};
  if (type.bits <= 16) {
    for (std::uint64_t x = 0; x < std::uint64_t{1} << type.bits; ++x) patterns.push_back(x);
    return patterns;
  }
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - type.bits), sign = (all >> 1) + 1;
  oracle::Random random(static_cast<std::uint64_t>(type.bits + type.fraction));
  if (type.kind == oracle::Kind::integer) {
    for (int k = 0; k < type.bits; ++k)
      for (int j = 0; j < type.bits; ++j)
        for (std::uint64_t beside = 0; beside < 4; ++beside)
          for (const std::uint64_t x : {(std::uint64_t{1} << k) + (std::uint64_t{1} << j) + beside - 2})
            patterns.insert(patterns.end(), {x & all, (0 - x) & all});
  } else {
    const std::uint64_t fraction = (std::uint64_t{1} << type.fraction) - 1;
    for (std::uint64_t field = 0; field <= (all >> 1) >> type.fraction; ++field)
      for (int k = 0; k <= type.fraction; ++k)
        for (std::uint64_t beside = 0; beside < 3; ++beside) {
          const std::uint64_t x =
              (field << type.fraction) | (((fraction + 1) - (std::uint64_t{1} << k) + beside - 1) & fraction);
          patterns.insert(patterns.end(), {x, x | sign});
        }
  }
  for (int i = 0; i < 20000; ++i) patterns.push_back(random.bits() & all);
  return patterns;
}

TEST(Cast, BetweenEveryTwoTypesBitsAndEventsAgreeWithTheOracle) {
  EVIDENCE("CAST-FLOAT-INTEGER", "CAST-INT-INTEGER", "CAST-ALL-FLOAT", "CAST-ALL-BOOL");
  unsigned pairs = 0;
  for (const oracle::NamedType& from : oracle::storable_types) {
    const std::vector<std::uint64_t> patterns = operands(from.type);
    const DType source = find_dtype(from.name)->id;
    Tensor data(source, *Shape::of(std::vector<std::uint64_t>{patterns.size()}));
    for (std::uint64_t i = 0; i < patterns.size(); ++i) set_pattern(data.view(), i, patterns[i]);
    for (const oracle::NamedType& to : oracle::storable_types) {
      const auto resolution = resolved({source, data.shape()}, std::int64_t{to.number});
      ASSERT_TRUE(resolution);
      Events events, right;
      const Tensor out = computed(resolution->call, data, &events);
      for (std::uint64_t i = 0; i < patterns.size(); ++i) {
        const oracle::Answer answer = oracle::cast(from.type, to.type, patterns[i]);
        ASSERT_EQ(pattern_at(out.view(), i), answer.bits) << from.name << " to " << to.name << " " << patterns[i];
        right.note(answer.events, i);
      }
      for (unsigned kind = 0; kind < EVENT_KINDS; ++kind)
        ASSERT_EQ(events.of[kind].count, right.of[kind].count) << from.name << " to " << to.name << " " << kind;
      ++pairs;
    }
  }
  EXPECT_EQ(pairs, 225u);
}

}  // namespace
}  // namespace etalon::tests
