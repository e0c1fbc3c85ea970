// SPDX-License-Identifier: Apache-2.0
// A search over ranges: what it reaches is the error of the input that it gives, within the ranges.
#include "accuracy/search.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "accuracy/analysis.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

struct Box {
  std::shared_ptr<const CheckedModel> model;
  Trail low, high;

  Reached search(std::uint64_t inputs, std::uint64_t seed = 1, Team* team = nullptr) const {
    return impl::search(*model, low, high, {}, {.inputs = inputs, .seed = seed, .team = team});
  }
};

// A product of matrices, and a quotient whose divisor is at least 1/8.
Box box() {
  GraphMaker maker(DType::f32);
  maker.input("A", {2, 8}).input("B", {8, 2}).input("D", {2, 2});
  maker.node("MatMul", "A", "B", "C", {2, 2}).node("Div", "C", "D", "Y", {2, 2});
  Box all{maker.output("Y").model(), Trail(5), Trail(5)};
  const auto set = [&](std::uint32_t value, std::vector<std::uint64_t> dims, std::size_t count, float low, float high) {
    all.low[value].emplace(tensor_of<float>(DType::f32, dims, std::vector<float>(count, low)));
    all.high[value].emplace(tensor_of<float>(DType::f32, dims, std::vector<float>(count, high)));
  };
  set(0, {2, 8}, 16, -1, 1);
  set(1, {8, 2}, 16, -3, 0.5f);
  set(2, {2, 2}, 4, 0.125f, 8);
  return all;
}

bool same(const Reached& a, const Reached& b) {
  bool all = a.below == b.below && a.above == b.above && a.output == b.output && a.element == b.element;
  for (std::size_t v = 0; v < a.inputs.size(); ++v)
    all = all && a.inputs[v].has_value() == b.inputs[v].has_value() &&
          (!a.inputs[v] || std::ranges::equal(std::span(a.inputs[v]->data(), a.inputs[v]->bytes()),
                                              std::span(b.inputs[v]->data(), b.inputs[v]->bytes())));
  return all;
}

TEST(Search, WhatIsReachedIsTheErrorOfItsInput) {
  EVIDENCE("ACC-ALL-SEARCH");
  const Box all = box();
  const Reached reached = all.search(2000);
  ASSERT_GT(reached.below, 0);
  EXPECT_EQ(reached.tried, 2000u);
  EXPECT_EQ(reached.without_error, 0u);
  std::vector<InputKnowledge> known(all.low.size());
  for (std::size_t v = 0; v < known.size(); ++v)
    if (all.low[v]) known[v].low = known[v].high = reached.inputs[v];
  const auto run = analyse(all.model, known, {});  // by rationals
  ASSERT_TRUE(run && run->shadowed);
  const double error = run->errors[reached.output][reached.element].absolute;
  EXPECT_LE(reached.below, error);
  EXPECT_GE(reached.above, error * (1 - 1e-6));
  EXPECT_LE(reached.above, reached.below * (1 + 1e-6));
}

TEST(Search, InputsAreInTheRangesAndTheErrorIsBelowTheBound) {
  EVIDENCE("ACC-ALL-SEARCH");
  const Box all = box();
  const Reached reached = all.search(500);
  std::size_t elements = 0;
  for (std::size_t v = 0; v < 3; ++v)
    for (std::uint64_t i = 0; i < all.low[v]->shape().count; ++i, ++elements) {
      const double x = ends_of(reached.inputs[v]->view(), i).low;
      EXPECT_GE(x, ends_of(all.low[v]->view(), i).low);
      EXPECT_LE(x, ends_of(all.high[v]->view(), i).low);
    }
  EXPECT_EQ(elements, 36u);
  std::vector<InputKnowledge> known(all.low.size());
  for (std::size_t v = 0; v < known.size(); ++v) known[v] = {all.low[v], all.high[v]};
  const auto bounds = analyse(all.model, known, {});
  ASSERT_TRUE(bounds);
  EXPECT_LE(reached.below, *std::ranges::max_element(bounds->values[reached.output].bound));
}

// Control: without the second phase the largest error would be that of the first inputs.
TEST(Search, LaterInputsReachMoreThanTheFirstOnes) {
  EVIDENCE("ACC-ALL-SEARCH");
  const Box all = box();
  EXPECT_GT(all.search(4000).below, 1.2 * all.search(256).below);
}

// Takes the tasks from the last one to the first.
class Backwards final : public Team {
 public:
  unsigned size() const override { return 2; }
  void run(std::size_t tasks, void (*task)(void* context, std::size_t i), void* context) override {
    for (std::size_t i = tasks; i-- > 0;) task(context, i);
  }
};

TEST(Search, TheSameSeedFindsTheSameInputWhateverTheOrderOfTasks) {
  EVIDENCE("ACC-ALL-SEARCH");
  const Box all = box();
  Backwards team;
  EXPECT_TRUE(same(all.search(700, 5), all.search(700, 5, &team)));
  EXPECT_FALSE(same(all.search(700, 5), all.search(700, 6)));
}

// In float 1e38 * 1e38 overflows, and has no error; integers are drawn between their ends.
TEST(Search, InputsWithoutAFiniteErrorAreCounted) {
  EVIDENCE("ACC-ALL-SEARCH");
  GraphMaker maker(DType::f32);
  maker.input("A", {1}).input("B", {1}).node("Mul", "A", "B", "Y", {1});
  const Box all{maker.output("Y").model(),
                {tensor_of<float>(DType::f32, {1}, {1e38f}), tensor_of<float>(DType::f32, {1}, {0.1f}), {}},
                {tensor_of<float>(DType::f32, {1}, {1e38f}), tensor_of<float>(DType::f32, {1}, {10.0f}), {}}};
  const Reached reached = all.search(300);
  EXPECT_GT(reached.without_error, 20u);
  EXPECT_LT(reached.without_error, 300u);
  EXPECT_GT(reached.below, 0);
  EXPECT_LT(reached.above, HUGE_VAL);
}

}  // namespace
}  // namespace etalon::tests
