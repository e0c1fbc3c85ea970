// SPDX-License-Identifier: Apache-2.0
// Sums over the columns of sparse matrices: what is passed over is zero, and nothing else.
#include "accuracy/nonzeros.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "accuracy/bounds.hpp"
#include "conform/judge/whole.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graph_constants.hpp"

namespace etalon::tests {
namespace {

constexpr std::uint64_t rows = 90, columns = 7;

// One in twelve is other than a zero of either sign.
std::vector<float> sparse_numbers(unsigned seed) {
  std::mt19937 draw(seed);
  std::vector<float> numbers(rows * columns);
  for (float& x : numbers) {
    const float others[] = {1, -0.75F, 0x1p-149F, INFINITY, NAN};
    x = draw() % 12 == 0 ? others[draw() % std::size(others)] : draw() % 2 == 0 ? 0.0F : -0.0F;
  }
  return numbers;
}

TEST(NonZeros, TheNextOneIsTheFirstDownTheColumn) {
  const std::vector<float> numbers = sparse_numbers(1);
  const auto matrix = NonZeros::of(numbers.data(), rows, columns);
  ASSERT_TRUE(matrix);
  for (std::uint64_t i = 0; i < numbers.size(); ++i) {
    std::uint64_t expected = i;
    while (expected < numbers.size() && numbers[expected] == 0) expected += columns;
    ASSERT_EQ(matrix->next(i), expected < numbers.size() ? expected : NonZeros::none) << i;
  }
}

TEST(NonZeros, ACursorPassesZerosInWhateverOrderItIsAsked) {
  const std::vector<float> numbers = sparse_numbers(2);
  const auto matrix = NonZeros::of(numbers.data(), rows, columns);
  ASSERT_TRUE(matrix);
  ColumnCursor down, anywhere;
  for (std::uint64_t c = 0; c < columns; ++c)
    for (std::uint64_t i = c; i < numbers.size(); i += columns)
      ASSERT_EQ(down.passes(&*matrix, i), numbers[i] == 0) << i;
  std::mt19937 draw(3);
  for (unsigned k = 0; k < 5000; ++k) {
    std::uint64_t i = draw() % numbers.size();
    for (std::uint64_t more = draw() % 5; i < numbers.size() && more != 0; --more, i += columns)
      ASSERT_EQ(anywhere.passes(&*matrix, i), numbers[i] == 0) << i;
  }
}

TEST(NonZeros, AMatrixWithFewZerosHasNone) {
  std::vector<float> numbers(64, 0.0F);
  for (std::size_t i = 0; i < 8; ++i) numbers[7 * i] = 1;
  EXPECT_TRUE(NonZeros::of(numbers.data(), 8, 8));
  numbers[1] = 1;
  EXPECT_FALSE(NonZeros::of(numbers.data(), 8, 8));
  EXPECT_FALSE(NonZeros::of(numbers.data(), 0, 8));
}

Call product_of(const char* op, Shape a, Shape b, std::vector<Attribute> attributes = {}) {
  Node node;
  node.operation = op;
  node.attributes = std::move(attributes);
  const Argument arguments[] = {{DType::f32, a}, {DType::f32, b}};
  return resolve(*find_profile("onnx"), newest_opset, node, arguments)->call;
}

TEST(NonZeros, AreThoseOfAMatrixThatASumReadsDownItsColumns) {
  const std::vector<float> zeros(rows * columns);
  const auto is_for = [&](const Call& call) { return NonZeros::of_second_factor(call, zeros.data()).has_value(); };
  const Shape a = shape_of({3, rows}), b = shape_of({rows, columns});
  EXPECT_TRUE(is_for(product_of("MatMul", a, b)));
  EXPECT_TRUE(is_for(product_of("MatMul", shape_of({2, 3, rows}), b)));
  EXPECT_TRUE(is_for(product_of("Gemm", a, b)));
  EXPECT_FALSE(is_for(product_of("Gemm", shape_of({3, columns}), b, {{"transB", std::int64_t{1}}})));
  EXPECT_FALSE(is_for(product_of("MatMul", shape_of({2, 3, rows}), shape_of({1, rows, columns}))));
  EXPECT_FALSE(is_for(product_of("Mul", b, b)));
}

TEST(NonZeros, AreNoneWhereTheFirstResultIsLeftOut) {
  GraphMaker maker(DType::f32);
  const std::vector<float> weights(24), recurrent(36);
  maker.input("X", {1, 1, 2});
  add_constant(maker, "W", {1, 12, 2}, weights);
  add_constant(maker, "R", {1, 12, 3}, recurrent);
  maker.graph.nodes.push_back({"",
                               "",
                               "LSTM",
                               {maker.value("X"), maker.value("W"), maker.value("R")},
                               {maker.value(""), maker.value("H", {1, 1, 3})},
                               {{"hidden_size", std::int64_t{3}}}});
  const auto model = maker.output("H").model();
  ASSERT_TRUE(model);
  EXPECT_FALSE(NonZeros::of_second_factor(model->calls[0], weights.data()));
}

// What is known of a sum without the terms that are certainly zero is what it was made of.
TEST(NonZeros, ASumOverThemIsTheSumOverAll) {
  EVIDENCE("ACC-ALL-PROPAGATED");
  std::vector<float> numbers = sparse_numbers(4);
  for (float& x : numbers)
    if (!std::isfinite(x)) x = 3;
  const Call call = product_of("MatMul", shape_of({2, rows}), shape_of({rows, columns}));
  std::mt19937 draw(5);
  std::vector<Ends> ends(2 * rows);
  std::vector<double> errors(2 * rows);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    ends[i].low = static_cast<double>(draw()) * 0x1p-31 - 1;
    ends[i].high = ends[i].low + static_cast<double>(draw()) * 0x1p-34;
    errors[i] = draw() % 2 == 0 ? 0 : static_cast<double>(draw()) * 0x1p-50;
  }
  const auto over = [&](bool with_nonzeros) {
    const auto nonzeros = NonZeros::of_second_factor(call, numbers.data());
    EXPECT_TRUE(nonzeros);
    RealOperand operands[2] = {{ends, errors}, {}};
    operands[1].elsewhere.numbers = numbers.data();
    if (with_nonzeros) operands[1].elsewhere.nonzeros = &*nonzeros;
    return over_reals(call, operands)[0];
  };
  const OverReals all = over(false), passed = over(true);
  EXPECT_EQ(all.propagated, passed.propagated);
  EXPECT_EQ(all.sizes, passed.sizes);
  EXPECT_EQ(all.size, passed.size);
  EXPECT_EQ(all.terms, passed.terms);
}

// Zero times an infinity is no number.
TEST(NonZeros, AZeroCountsWhereWhatItIsMultipliedWithIsNoNumber) {
  EVIDENCE("ACC-FLOAT-INFINITE");
  GraphMaker maker(DType::f32);
  maker.input("X", {1, rows}).input("W", {rows, columns}).node("MatMul", "X", "W", "Y", {1, columns});
  const auto model = maker.output("Y").model();
  std::vector<float> x(rows, 1);
  x[17] = INFINITY;
  Trail inputs(model->graph->values.size());
  inputs[0] = tensor_of<float>(DType::f32, {1, rows}, x);
  inputs[1] = tensor_of<float>(DType::f32, {rows, columns}, std::vector<float>(rows * columns));
  const auto trail = trail_of(*model, inputs, {});
  ASSERT_TRUE(trail);
  const WholeErrors errors = whole_errors(*model, *trail, admitted_near);
  EXPECT_EQ(errors[model->graph->outputs[0]], std::vector<double>(columns, infinite_bound));
  const auto run = certify(*model, inputs, {}, {});
  ASSERT_TRUE(run);
  for (const WordBall& real : run->real[model->graph->outputs[0]]) EXPECT_NE(real.state, WordBall::State::number);
}

}  // namespace
}  // namespace etalon::tests
