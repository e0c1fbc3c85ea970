// SPDX-License-Identifier: Apache-2.0
// Whole comparisons: what a cause that conforms whatever it gives says of elements that are too wide to be judged.
#include "conform/cause/causes.hpp"

#include "conform/test/hand.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

constexpr std::size_t side = 12, depth = 160;

// Sums that nearly cancel, so that more numbers would conform than can be judged. Element `off` is one ulp beside.
std::vector<Comparison> cancelling(std::optional<std::size_t> off = std::nullopt) {
  std::mt19937 random(21);
  std::vector<double> a = drawn(in_float, side * depth, random), b = drawn(in_float, depth * side, random);
  for (std::size_t i = 0; i < side; ++i)
    for (std::size_t k = 0; k < depth / 2; ++k) a[i * depth + depth / 2 + k] = a[i * depth + k];
  for (std::size_t k = 0; k < depth / 2; ++k)
    for (std::size_t j = 0; j < side; ++j) b[(depth / 2 + k) * side + j] = -in_float.mul(b[k * side + j], 1 + 0x1p-22);
  std::vector<double> own;
  for (std::size_t i = 0; i < side; ++i)
    for (std::size_t j = 0; j < side; ++j) {
      Terms terms;
      for (std::size_t k = 0; k < depth; ++k) terms.emplace_back(a[i * depth + k], b[k * side + j]);
      own.push_back(in_lanes(terms, {in_float, false}, 8, Ends::halves));
    }
  if (off) own[*off] = static_cast<double>(std::nextafter(static_cast<float>(own[*off]), 1e9F));
  GraphMaker maker(DType::f32);
  maker.input("A", {side, depth}).input("B", {depth, side}).node("MatMul", "A", "B", "C", {side, side}).output("C");
  const auto model = maker.model();
  CandidateRun run{Trail(model->graph->values.size()), Trail(model->graph->values.size())};
  run.inputs[maker.value("A")] = tensor_in(in_float, {side, depth}, a);
  run.inputs[maker.value("B")] = tensor_in(in_float, {depth, side}, b);
  run.values[maker.value("C")] = tensor_in(in_float, {side, side}, own);
  auto all = compare_all(model, {std::move(run)});
  EXPECT_TRUE(all);
  return *std::move(all);
}

TEST(Causes, WhatAnAdmissibleComputationGivesIsAdmissible) {
  EVIDENCE("CON-ALL-WITNESS");
  const std::vector<Comparison> all = cancelling();
  const JudgedOutput& out = all[0].nodes[0].judged.outputs[0];
  EXPECT_EQ(out.count(Standing::not_judged), 0u);
  EXPECT_EQ(out.count(Standing::violates), 0u);
  EXPECT_GE(out.witnessed, 100u) << "elements that could not have been judged otherwise";
  EXPECT_EQ(all[0].claim().is, Conformance::conforms);
  EXPECT_TRUE(all[0].nodes[0].why.is_admissible);
}

// One element is that of no alternative: then nothing is known of the others either.
TEST(Causes, WithoutACauseWhatIsTooWideIsNotJudged) {
  EVIDENCE("CON-ALL-WITNESS");
  const std::vector<Comparison> all = cancelling(77);
  const JudgedOutput& out = all[0].nodes[0].judged.outputs[0];
  EXPECT_GE(out.count(Standing::not_judged), 100u);
  EXPECT_TRUE(all[0].nodes[0].why.causes.empty());
  EXPECT_EQ(all[0].claim().is, Conformance::partly_judged);
}

}  // namespace
}  // namespace etalon::tests
