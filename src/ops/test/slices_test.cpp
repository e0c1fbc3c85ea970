// SPDX-License-Identifier: Apache-2.0
// Softmax, LogSoftmax and LayerNormalization: axes, versions, types, profiles and policies, as tables of calls with
// what they give or the rule that refuses them. The program `calls` holds their results against an oracle on random
// calls.

#include "tests/support/fold_calls.hpp"

namespace etalon::tests {
namespace {

const Attribute axis0{"axis", std::int64_t{0}}, axis1{"axis", std::int64_t{1}}, last{"axis", std::int64_t{-1}},
    beyond{"axis", std::int64_t{2}};

// So many equal numbers.
std::string equal_numbers(std::size_t count) {
  std::string list = "[3";
  for (std::size_t k = 1; k < count; ++k) list += ",3";
  return list + "]";
}

// ---- Softmax --------------------------------------------------------------------------------------------------------

TEST(Slices, SoftmaxTakesItsAxis) {
  const std::string rows = "[[1,2],[1,2]]", cube = "[[[1,1],[1,1]]]";
  const Fold folds[] = {
      {{"SOFTMAX-ALL-AXIS"}, "Softmax", {rows}, {axis0}, "[[0.5,0.5],[0.5,0.5]]"},
      {{"SOFTMAX-ALL-AXIS"}, "Softmax", {"[[4,5],[5,4]]"}, {last}, "[[0.26894143,0.7310586],[0.7310586,0.26894143]]"},
      {{"SOFTMAX-ALL-AXIS"}, "Softmax", {rows}, {beyond}, "SOFTMAX-ALL-AXIS"},
      {{"SOFTMAX-ALL-AXIS"}, "Softmax", {"3"}, {}, "SOFTMAX-ALL-AXIS"},
      {{"SOFTMAX-ALL-AXIS"}, "Softmax", {rows}, {last}, "SOFTMAX-ALL-AXIS", How().at(10)},
      {{"SOFTMAX-ALL-AXIS"},
       "Softmax",
       {rows},
       {axis1},
       "[[0.26894143,0.7310586],[0.26894143,0.7310586]]",
       How().under("sonnx")},
      {{"SOFTMAX-ALL-AXIS"}, "Softmax", {rows}, {last}, "SOFTMAX-ALL-AXIS", How().under("sonnx")},
      {{"SOFTMAX-ALL-AXIS", "GEN-ALL-DEFAULTS"}, "Softmax", {rows}, {}, "GEN-ALL-DEFAULTS", How().under("sonnx")},
      {{"SOFTMAX-ALL-VERSIONS"}, "Softmax", {cube}, {}, "[[[0.5,0.5],[0.5,0.5]]]", How().at(13)},
      {{"SOFTMAX-ALL-VERSIONS"}, "Softmax", {cube}, {}, "[[[0.25,0.25],[0.25,0.25]]]", How().at(12)},
      {{"SOFTMAX-ALL-VERSIONS"}, "Softmax", {cube}, {axis0}, "[[[0.25,0.25],[0.25,0.25]]]", How().at(1)},
      {{"SOFTMAX-ALL-VERSIONS"}, "Softmax", {cube}, {axis0}, "GEN-ALL-VERSION", How().at(12).under("sonnx")},
      {{"SOFTMAX-ALL-TYPES"}, "Softmax", {rows}, {}, "SOFTMAX-ALL-TYPES", How().of(DType::i32)},
      {{"SOFTMAX-ALL-TYPES"}, "Softmax", {rows}, {}, "SOFTMAX-ALL-TYPES", How().of(DType::bf16).at(12)},
      {{"SOFTMAX-ALL-TYPES"}, "Softmax", {rows}, {axis0}, "SOFTMAX-ALL-TYPES", How().of(DType::bf16).under("sonnx")},
  };
  for (const Fold& fold : folds) judge(fold);
}

TEST(Slices, SoftmaxRoundsEachStep) {
  const Fold folds[] = {
      // by another program, with mpmath's exponential
      {{"SOFTMAX-FLOAT-RESULT"},
       "Softmax",
       {"[\"0x3F800000\",\"0x40000000\",\"0x40400000\"]"},
       {},
       "[\"0x3DB861F3\",\"0x3E7A9A1A\",\"0x3F2A4D3B\"]",
       How().bits()},
      {{"SOFTMAX-FLOAT-SPECIAL"},
       "Softmax",
       {"[[1,\"nan\"],[1,\"inf\"],[1,\"-inf\"]]"},
       {},
       "[[\"nan\",\"nan\"],[\"nan\",\"nan\"],[1,0]]"},
      {{"SOFTMAX-FLOAT-SPECIAL"},
       "Softmax",
       {"[[1,\"nan\"],[1,\"inf\"],[1,\"-inf\"]]"},
       {axis1},
       "[[\"nan\",\"nan\"],[\"nan\",\"nan\"],[1,0]]",
       How().under("sonnx")},
      {{"SOFTMAX-FLOAT-SPECIAL", "SOFTMAX-FLOAT-LOWEST"},
       "Softmax",
       {"[[\"-inf\",\"nan\"],[\"nan\",\"-inf\"]]"},
       {axis1},
       "[[\"nan\",\"nan\"],[\"nan\",\"nan\"]]",
       How().under("sonnx")},
      {{"SOFTMAX-FLOAT-LOWEST"},
       "Softmax",
       {"[[\"-inf\",\"-inf\"],[4,5]]"},
       {axis1},
       "[[0,0],[0.26894143,0.7310586]]",
       How().under("sonnx")},
      {{"SOFTMAX-FLOAT-LOWEST"},
       "Softmax",
       {"[[\"-inf\",4],[\"-inf\",5]]"},
       {axis0},
       "[[0,0.26894143],[0,0.7310586]]",
       How().under("sonnx-2026-10")},
      {{"SOFTMAX-FLOAT-LOWEST"}, "Softmax", {"[\"-inf\",\"-inf\"]"}, {}, "[\"nan\",\"nan\"]"},
      {{"SOFTMAX-FLOAT-WIDE"},
       "Softmax",
       {"[1]"},
       {},
       "SOFTMAX-FLOAT-WIDE",
       How().of(DType::f64).by(Accumulation::wide)},
      {{"SOFTMAX-REAL-RESULT"},
       "Softmax",
       {"[7,7,7,7]"},
       {axis0},
       "[\"0.25\",\"0.25\",\"0.25\",\"0.25\"]",
       How().of(DType::real).under("sonnx")},
  };
  for (const Fold& fold : folds) judge(fold);
}

// In float16 a sum of ones stops at 2048, where the next one is lost.
TEST(Slices, ALongSumIsThatOfThePolicy) {
  const auto first_of = [](const char* operation, Accumulation policy) {
    Profile profile = *find_profile("onnx");
    profile.choices.accumulation = policy;
    const OpResult result = run_op({operation, DType::f16, {equal_numbers(4096)}, &profile});
    return result.text.substr(1, result.text.find(',') - 1);
  };
  EVIDENCE("SOFTMAX-FLOAT-WIDE", "SOFTMAX-FLOAT-RESULT", "LOGSOFTMAX-FLOAT-WIDE", "LOGSOFTMAX-FLOAT-RESULT");
  for (const Accumulation policy : {Accumulation::sequential, Accumulation::fused}) {
    EXPECT_EQ(first_of("Softmax", policy), "0.0004883");  // 2^-11
    EXPECT_EQ(first_of("LogSoftmax", policy), "-7.625");  // log(2048) = 7.6246
  }
  for (const Accumulation policy : {Accumulation::wide, Accumulation::exact}) {
    EXPECT_EQ(first_of("Softmax", policy), "0.0002441");  // 2^-12
    EXPECT_EQ(first_of("LogSoftmax", policy), "-8.32");   // log(4096) = 8.3178
  }
}

// ---- LogSoftmax -----------------------------------------------------------------------------------------------------

TEST(Slices, LogSoftmaxIsTheDifferenceFromTheLogarithm) {
  const std::string cube = "[[[2,2],[2,2]]]";
  const Fold folds[] = {
      {{"LOGSOFTMAX-ALL-AXIS"}, "LogSoftmax", {"[[1,2,3]]"}, {axis0}, "[[0,0,0]]"},
      {{"LOGSOFTMAX-ALL-AXIS", "LOGSOFTMAX-FLOAT-RESULT"},
       "LogSoftmax",
       {"[[1,2,3]]"},
       {last},
       "[[-2.407606,-1.4076059,-0.40760595]]"},
      {{"LOGSOFTMAX-ALL-AXIS"}, "LogSoftmax", {"[[1,2,3]]"}, {beyond}, "LOGSOFTMAX-ALL-AXIS"},
      {{"LOGSOFTMAX-ALL-AXIS"}, "LogSoftmax", {"[[1,2,3]]"}, {last}, "LOGSOFTMAX-ALL-AXIS", How().at(1)},
      {{"LOGSOFTMAX-ALL-TYPES"}, "LogSoftmax", {"[1]"}, {}, "LOGSOFTMAX-ALL-TYPES", How().of(DType::i32)},
      {{"LOGSOFTMAX-ALL-TYPES"}, "LogSoftmax", {"[1]"}, {axis0}, "LOGSOFTMAX-ALL-TYPES", How().of(DType::bf16).at(12)},
      {{"LOGSOFTMAX-ALL-VERSIONS"}, "LogSoftmax", {cube}, {}, "[[[-0.6931472,-0.6931472],[-0.6931472,-0.6931472]]]"},
      {{"LOGSOFTMAX-ALL-VERSIONS"},
       "LogSoftmax",
       {cube},
       {},
       "[[[-1.3862944,-1.3862944],[-1.3862944,-1.3862944]]]",
       How().at(11)},
      {{"LOGSOFTMAX-FLOAT-RESULT"}, "LogSoftmax", {"[0,200]"}, {}, "[-200,0]"},
      {{"LOGSOFTMAX-FLOAT-SPECIAL"},
       "LogSoftmax",
       {"[[1,\"nan\"],[1,\"inf\"],[1,\"-inf\"],[\"-inf\",\"-inf\"]]"},
       {},
       "[[\"nan\",\"nan\"],[\"nan\",\"nan\"],[0,\"-inf\"],[\"nan\",\"nan\"]]"},
      {{"LOGSOFTMAX-FLOAT-WIDE"},
       "LogSoftmax",
       {"[1]"},
       {},
       "LOGSOFTMAX-FLOAT-WIDE",
       How().of(DType::f64).by(Accumulation::wide)},
  };
  for (const Fold& fold : folds) judge(fold);
}

// ---- LayerNormalization ---------------------------------------------------------------------------------------------

TEST(Slices, LayerNormalizationFollowsTheTextsSteps) {
  const Attribute none{"epsilon", 0.0f};
  const auto stash = [](std::int64_t type) { return Attribute{"stash_type", type}; };
  const std::string x = "[[1,3],[2,10]]";
  const Fold folds[] = {
      {{"LAYERNORMALIZATION-ALL-SHAPE"},
       "LayerNormalization",
       {x, "[1,2]", "[0,10]"},
       {none},
       "[[-1,12],[-1,12]]",
       How().and_then("[[2],[6]]")},
      {{"LAYERNORMALIZATION-ALL-SHAPE"}, "LayerNormalization", {x, "[[1],[2]]"}, {none}, "[[-1,1],[-2,2]]"},
      {{"LAYERNORMALIZATION-ALL-SHAPE"},
       "LayerNormalization",
       {"[[1,3],[1,3]]", "1"},
       {none, axis0},
       "[[-1,1],[-1,1]]",
       How().and_then("[[2]]")},
      {{"LAYERNORMALIZATION-ALL-SHAPE"}, "LayerNormalization", {x, "[1,2,3]"}, {}, "LAYERNORMALIZATION-ALL-SHAPE"},
      {{"LAYERNORMALIZATION-ALL-SHAPE"},
       "LayerNormalization",
       {"[1,3]", "[[1,1]]"},
       {},
       "LAYERNORMALIZATION-ALL-SHAPE"},
      {{"LAYERNORMALIZATION-ALL-SHAPE"}, "LayerNormalization", {x, "1"}, {beyond}, "LAYERNORMALIZATION-ALL-SHAPE"},
      {{"LAYERNORMALIZATION-ALL-SHAPE"}, "LayerNormalization", {"1", "1"}, {}, "LAYERNORMALIZATION-ALL-SHAPE"},
      // 257 is no bfloat16: 256 and 258 have the mean 257, which is rounded to 256
      {{"LAYERNORMALIZATION-ALL-STASH"},
       "LayerNormalization",
       {"[256,258]", "1"},
       {stash(16)},
       "[0,1.4140625]",
       How().and_then("[256]")},
      {{"LAYERNORMALIZATION-ALL-STASH"},
       "LayerNormalization",
       {"[256,258]", "1"},
       {none, stash(1)},
       "[-1,1]",
       How().and_then("[257]")},
      {{"LAYERNORMALIZATION-ALL-STASH"},
       "LayerNormalization",
       {"[1,3]", "1"},
       {stash(11)},
       "LAYERNORMALIZATION-ALL-STASH"},
      {{"LAYERNORMALIZATION-ALL-STASH"},
       "LayerNormalization",
       {"[1,3]", "1"},
       {stash(10)},
       "LAYERNORMALIZATION-ALL-STASH",
       How().of(DType::f16)},
      // 2^30 + 1 is no float: both numbers are the same there
      {{"LAYERNORMALIZATION-ALL-STASH", "LAYERNORMALIZATION-ALL-TYPES"},
       "LayerNormalization",
       {"[1073741824,1073741825]", "1"},
       {},
       "[0,0]",
       How().of(DType::f64)},
      {{"LAYERNORMALIZATION-ALL-TYPES"},
       "LayerNormalization",
       {"[1,3]", "1"},
       {},
       "LAYERNORMALIZATION-ALL-TYPES",
       How().of(DType::i32)},
      {{"LAYERNORMALIZATION-ALL-VERSIONS"}, "LayerNormalization", {"[1,3]", "1"}, {none}, "[-1,1]", How().at(17)},
      {{"LAYERNORMALIZATION-ALL-VERSIONS"},
       "LayerNormalization",
       {"[1,3]", "1"},
       {none},
       "GEN-ALL-VERSION",
       How().at(16)},
      // by another program
      {{"LAYERNORMALIZATION-FLOAT-RESULT"},
       "LayerNormalization",
       {"[\"0x3F800000\",\"0x40000000\",\"0x40800000\"]", "[\"0x3F800000\"]"},
       {},
       "[\"0xBF88D659\",\"0xBE88D657\",\"0x3FAB0BF0\"]",
       How().bits()},
      // the mean of squares less the square of the mean would be zero
      {{"LAYERNORMALIZATION-FLOAT-RESULT"},
       "LayerNormalization",
       {"[16777216,16777218]", "1"},
       {none},
       "[0,1.4142135]"},
      {{"LAYERNORMALIZATION-FLOAT-WIDE"},
       "LayerNormalization",
       {"[1e36,-1e36]", "1"},
       {},
       "[0,-0]",
       How().by(Accumulation::wide)},
      {{"LAYERNORMALIZATION-FLOAT-WIDE"},
       "LayerNormalization",
       {"[1,3]", "1"},
       {},
       "LAYERNORMALIZATION-FLOAT-WIDE",
       How().of(DType::f64).by(Accumulation::wide)},
  };
  for (const Fold& fold : folds) judge(fold);
}

}  // namespace
}  // namespace etalon::tests
