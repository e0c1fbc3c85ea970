// SPDX-License-Identifier: Apache-2.0
// Bounds of every admissible evaluation of a model: of one run and over ranges.
#include "conform/judge/whole.hpp"

#include <gtest/gtest.h>

#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

Trail run_of(const CheckedModel& model, std::vector<Tensor> inputs) {
  Trail given(model.graph->values.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) given[model.graph->inputs[i]].emplace(std::move(inputs[i]));
  return *trail_of(model, std::move(given), {});
}

// 2^24 + 1 - 2^24 is 0 in this order, and 1 in another.
TEST(WholeBounds, ASumInAnotherOrderIsWithinThem) {
  EVIDENCE("CON-ALL-WHOLE");
  GraphMaker maker(DType::f32);
  maker.input("A", {1, 3}).input("B", {3, 1}).node("MatMul", "A", "B", "C", {1, 1}).node("Add", "C", "C", "Y", {1, 1});
  const auto model = maker.output("Y").model();
  const Tensor a = tensor_of<float>(DType::f32, {1, 3}, {0x1p24f, 1, -0x1p24f}),
               b = tensor_of<float>(DType::f32, {3, 1}, {1, 1, 1});
  const Trail run = run_of(*model, {a, b});
  ASSERT_EQ(ends_of(run[model->graph->outputs[0]]->view(), 0).low, 0);
  const WholeBounds bounds = whole_bounds(*model, run);
  EXPECT_GE(bounds.near[model->graph->outputs[0]][0], 2);
  EXPECT_LT(bounds.near[model->graph->outputs[0]][0], 100);
  // The same for all inputs of a range, of which this one is a part; and the values of the other order are in it.
  const auto over = analyse(model, {{a, a}, {b, b}}, {}, {}, {.admitted = admitted_near});
  ASSERT_TRUE(over);
  const ValueErrors& y = over->values[model->graph->outputs[0]];
  EXPECT_LE(ends_of(y.low->view(), 0).low, 0);
  EXPECT_GE(ends_of(y.high->view(), 0).high, 2);
  EXPECT_LT(y.bound[0], 100);
  EXPECT_TRUE(over->any_order && !over->points && !over->run);
}

// What is added up is itself wrong: a bound at the reference's operands would be too small.
TEST(WholeBounds, OperandsOfAnotherOrderAreLargerThanThoseOfTheReference) {
  EVIDENCE("ACC-ALL-ORDER");
  GraphMaker maker(DType::f16);
  maker.input("A", {1, 64}).input("B", {64, 1}).input("C", {1, 1});
  maker.node("MatMul", "A", "B", "S", {1, 1}).node("Add", "S", "C", "Y", {1, 1});
  const auto model = maker.output("Y").model();
  std::vector<std::uint16_t> small(64, 0x1000);  // 2^-11
  small[0] = 0x3C00;                             // 1 absorbs each of them in order
  const Tensor a = tensor_of<std::uint16_t>(DType::f16, {1, 64}, small),
               b = tensor_of<std::uint16_t>(DType::f16, {64, 1}, std::vector<std::uint16_t>(64, 0x3C00)),
               c = tensor_of<std::uint16_t>(DType::f16, {1, 1}, {0});
  const Trail run = run_of(*model, {a, b, c});
  const std::uint32_t sum = 3;
  ASSERT_EQ(ends_of(run[sum]->view(), 0).low, 1);
  const auto over = analyse(model, {{a, a}, {b, b}, {c, c}}, {}, {}, {.admitted = admitted_near});
  ASSERT_TRUE(over);
  EXPECT_GE(ends_of(over->values[sum].high->view(), 0).high, 1 + 63 * 0x1p-11);  // in any order that begins with them
}

TEST(WholeBounds, IntegersThatWrapHaveOneValue) {
  EVIDENCE("CON-ALL-WHOLE");
  GraphMaker maker(DType::i32);
  maker.input("A", {2}).input("B", {2}).node("Mul", "A", "B", "C", {2}).node("Div", "C", "B", "Y", {2});
  const auto model = maker.output("Y").model();
  const Trail run = run_of(*model, {tensor_of<std::int32_t>(DType::i32, {2}, {2'000'000'000, 7}),
                                    tensor_of<std::int32_t>(DType::i32, {2}, {3, 2})});
  const WholeBounds bounds = whole_bounds(*model, run);
  EXPECT_TRUE(bounds.near[model->graph->outputs[0]].empty());
  EXPECT_TRUE(bounds.far[model->graph->outputs[0]].empty());
}

}  // namespace
}  // namespace etalon::tests
