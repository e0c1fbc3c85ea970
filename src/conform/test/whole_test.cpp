// SPDX-License-Identifier: Apache-2.0
// Bounds of every admissible evaluation of a model: of one run and over ranges.
#include "conform/judge/whole.hpp"

#include <gtest/gtest.h>

#include <cmath>

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

// A selection of two of 64 numbers is a sum of two terms, in whatever order zeros are added.
TEST(WholeBounds, TermsThatAreCertainlyZeroRoundNothing) {
  EVIDENCE("CON-ALL-WHOLE", "CON-FLOAT-SUM");
  const auto bound = [](const std::vector<float>& x, const std::vector<float>& w) {
    const std::uint64_t n = x.size();
    GraphMaker maker(DType::f32);
    maker.input("X", {1, n}).input("W", {n, 1}).node("MatMul", "X", "W", "Y", {1, 1});
    const auto model = maker.output("Y").model();
    const Trail run =
        run_of(*model, {tensor_of<float>(DType::f32, {1, n}, x), tensor_of<float>(DType::f32, {n, 1}, w)});
    return whole_bounds(*model, run).near[model->graph->outputs[0]][0];
  };
  std::vector<float> x(64, 3), w(64);
  x[5] = 1.1f, x[60] = 2.3f;
  w[5] = 0.7f, w[60] = -1.9f;
  EXPECT_EQ(bound(x, w), bound({1.1f, 2.3f}, {0.7f, -1.9f}));
  EXPECT_EQ(bound(w, x), bound(x, w));
  EXPECT_GT(bound(x, w), 0x1p-25);  // half an ulp of each product and of the sum would be 2^-23 and less
  w[1] = 0x1p-149f;                 // small, and no zero
  EXPECT_GT(bound(x, w), bound({1.1f, 2.3f}, {0.7f, -1.9f}));
}

// What underflows in a product is multiplied, or its root taken, with the sum.
TEST(WholeBounds, WhatUnderflowsCountsWithWhatFollowsTheSum) {
  EVIDENCE("CON-ALL-WHOLE", "ACC-ALL-ORDER");
  const auto bound = [](const char* op, std::vector<Attribute> attributes, std::vector<std::uint32_t> operands,
                        std::uint64_t columns) {
    GraphMaker maker(DType::f32);
    maker.input("X", {1, columns});
    maker.graph.nodes.push_back({"", "", op, std::move(operands), {maker.value("Y", {1, 1})}, std::move(attributes)});
    const auto model = maker.output("Y").model();
    const Trail run = run_of(*model, {tensor_of<float>(DType::f32, {1, columns}, std::vector<float>(columns, 1e-25f))});
    EXPECT_EQ(ends_of(run[model->graph->outputs[0]]->view(), 0).low, 0);
    return whole_bounds(*model, run).near[model->graph->outputs[0]][0];
  };
  // The real results are 1e10 * 1e-50 and the root of twice 1e-50.
  EXPECT_GE(bound("Gemm", {{"alpha", 1e10f}}, {0, 0}, 1), 1e-40);
  EXPECT_GE(bound("ReduceL2", {{"axes", std::vector<std::int64_t>{1}}}, {0}, 2), 1.4e-25);
}

// A mean of n is the sum of n shares for some, and each of them can underflow; so can a term that is multiplied.
TEST(WholeBounds, TermsThatAreDividedOrMultipliedUnderflowOneByOne) {
  EVIDENCE("CON-ALL-WHOLE", "CON-FLOAT-SUM");
  const auto bound = [](DType type, const char* op, const Tensor& x, std::vector<Attribute> attributes = {}) {
    GraphMaker maker(type);
    const Shape& shape = x.shape();
    maker.input("X", {shape.dims.begin(), shape.dims.begin() + shape.rank});
    std::vector<std::uint64_t> dims(shape.rank, 1);
    maker.graph.nodes.push_back({"", "", op, {0}, {maker.value("Y", dims)}, std::move(attributes)});
    if (std::string_view(op) == "Gemm") maker.graph.nodes[0].inputs.push_back(0);
    const auto model = maker.output("Y").model();
    const Trail run = run_of(*model, {x});
    return whole_bounds(*model, run).near[model->graph->outputs[0]][0];
  };
  const Tensor small = tensor_of<float>(DType::f32, {1, 64}, std::vector<float>(64, 32 * 0x1p-149F));
  EXPECT_GE(bound(DType::f32, "ReduceMean", small), 32 * 0x1p-149);  // every share is a tie that goes to 0
  // 168 units of the least number divided by 49 are 3 of them, of which 49 are 147.
  const Tensor half = tensor_of<std::uint16_t>(DType::f16, {1, 1, 7, 7}, std::vector<std::uint16_t>(49, 168));
  EXPECT_GE(bound(DType::f16, "GlobalAveragePool", half), 21 * 0x1p-24);
  const Tensor factors = tensor_of<float>(DType::f32, {1, 64}, std::vector<float>(64, 0x1p-70F));
  EXPECT_GE(bound(DType::f32, "Gemm", factors, {{"alpha", 0x1p-10F}, {"transB", std::int64_t{1}}}), 64 * 0x1p-150);
}

// A tie goes either way, beside what the reference rounds: the quotient of numbers of 16 bits.
TEST(WholeBounds, AnIntegerIsWrongByItsQuotientAndByATie) {
  EVIDENCE("CON-ALL-WHOLE", "QUANTISE-ALL-ADMISSIBLE");
  GraphMaker maker(DType::f16);
  maker.graph.opset = 21;
  maker.graph.ir_version = 10;
  maker.input("X", {1}).input("S", {});
  const std::uint32_t zero = maker.value("Z"), y = maker.value("Y", {1});
  maker.graph.values[zero].type = maker.graph.values[y].type = DType::u16;
  maker.graph.inputs.push_back(zero);
  maker.graph.nodes.push_back({"", "", "QuantizeLinear", {0, 1, zero}, {y}, {}});
  const auto model = maker.output("Y").model();
  ASSERT_TRUE(model);
  // 2047 / 0.063293 is 32341.4, and 32336 in float16.
  const Trail run = run_of(*model, {tensor_of<std::uint16_t>(DType::f16, {1}, {0x67FF}),
                                    tensor_of<std::uint16_t>(DType::f16, {}, {0x2C0D}), Tensor(DType::u16, Shape{})});
  const double computed = ends_of(run[y]->view(), 0).low, real = 2047 / 0x40Dp-14;
  ASSERT_GT(real - computed, 5);
  EXPECT_GE(whole_bounds(*model, run).near[y][0], real - computed);
}

// -1 * 0 is -0 for some, and 1 divided by it below zero.
TEST(WholeBounds, WhatDependsOnTheSignOfAZeroSumHasNoOneValue) {
  EVIDENCE("CON-ALL-WHOLE", "CON-FLOAT-SUM");
  GraphMaker maker(DType::f32);
  maker.input("A", {1, 1}).input("B", {1, 1}).input("Z", {1, 1}).node("MatMul", "A", "B", "S", {1, 1});
  maker.graph.nodes.push_back({"", "", "Reciprocal", {maker.value("S")}, {maker.value("R", {1, 1})}, {}});
  const std::uint32_t y = maker.value("Y", {1, 1});
  maker.graph.values[y].type = DType::boolean;
  maker.node("Greater", "R", "Z", "Y", {1, 1});
  const auto model = maker.output("Y").model();
  const auto one = [](float x) { return tensor_of<float>(DType::f32, {1, 1}, {x}); };
  EXPECT_EQ(whole_bounds(*model, run_of(*model, {one(-1), one(0), one(0)})).near[y],
            std::vector<double>{infinite_bound});
  EXPECT_TRUE(whole_bounds(*model, run_of(*model, {one(-1), one(2), one(0)})).near[y].empty());
}

// 0 times what may be no number is none.
TEST(WholeBounds, AZeroBeforeWhatHasNoBoundHasNone) {
  EVIDENCE("CON-ALL-WHOLE");
  GraphMaker maker(DType::f32);
  maker.input("A", {1, 3}).input("B", {1, 3}).input("W", {3, 1});
  maker.node("Div", "A", "B", "Q", {1, 3}).node("MatMul", "Q", "W", "Y", {1, 1});
  const auto model = maker.output("Y").model();
  const Trail run =
      run_of(*model, {tensor_of<float>(DType::f32, {1, 3}, {1, 1, 1}), tensor_of<float>(DType::f32, {1, 3}, {1, 0, 1}),
                      tensor_of<float>(DType::f32, {3, 1}, {1, 0, 1})});
  EXPECT_TRUE(std::isinf(whole_bounds(*model, run).near[model->graph->outputs[0]][0]));
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
