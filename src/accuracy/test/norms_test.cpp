// SPDX-License-Identifier: Apache-2.0
// Lengths of errors: norms of matrices are above what a vector reaches, and errors that reach a bound are within it.
#include "accuracy/norms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "accuracy/analysis.hpp"
#include "exact/rational.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graph_constants.hpp"

namespace etalon::tests {
namespace {

// How much longer the matrix makes a vector: one that it was applied to often.
double reached_norm(const std::vector<double>& matrix, std::size_t rows, std::size_t columns) {
  std::vector<long double> x(rows, 1), y(columns);
  x[0] = 2;
  long double longer = 0;
  for (unsigned k = 0; k < 3000; ++k) {
    const auto length = [](const std::vector<long double>& of) {
      long double sum = 0;
      for (const long double one : of) sum += one * one;
      return std::sqrt(sum);
    };
    const long double before = length(x);
    if (before == 0) return 0;
    for (long double& one : x) one /= before;
    std::ranges::fill(y, 0.0L);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) y[j] += x[i] * matrix[i * columns + j];
    longer = length(y);
    std::ranges::fill(x, 0.0L);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) x[i] += y[j] * matrix[i * columns + j];
  }
  return static_cast<double>(longer);
}

TEST(Norms, OfMatricesAreAboveWhatAVectorReachesByThreePercentAtMost) {
  EVIDENCE("ACC-ALL-NORM");
  std::mt19937_64 random(1);
  std::normal_distribution<double> draw;
  struct Size {
    std::size_t rows, columns;
    double scale;
  };
  for (const auto [rows, columns, scale] :
       {Size{1, 1, 1}, Size{1, 9, 1}, Size{9, 1, 1}, Size{5, 50, 1}, Size{50, 50, 1}, Size{50, 50, 0x1p-130},
        Size{50, 50, 0x1p120}, Size{30, 128, 1}, Size{128, 100, 1}}) {
    std::vector<double> matrix(rows * columns);
    for (double& x : matrix) x = scale * draw(random);
    const double norm = norm_above(matrix, rows, columns), reached = reached_norm(matrix, rows, columns);
    EXPECT_GE(norm, reached * (1 - 0x1p-40)) << rows << ' ' << columns << ' ' << scale;
    EXPECT_LE(norm, reached * 1.03) << rows << ' ' << columns << ' ' << scale;
  }
}

TEST(Norms, OfExtremeMatricesAreBoundsAsWell) {
  EVIDENCE("ACC-ALL-NORM");
  EXPECT_EQ(norm_above(std::vector<double>(12), 3, 4), 0);
  EXPECT_GE(norm_above(std::vector<double>{3, 0, 0, -4}, 2, 2), 4);
  EXPECT_GE(norm_above(std::vector<double>{0x1p-1000, 0x1p-1060}, 1, 2), 0x1p-1000);
  EXPECT_GE(norm_above(std::vector<double>{0x1p1000, 0x1p300}, 2, 1), 0x1p1000);
  for (const double x : {0x1p-399, 0x1p-201, 0x1p-199, 0x1p199, 0x1p201, 0x1p257, 0x1p399}) {
    EXPECT_GE(norm_above(std::vector<double>{x}, 1, 1), x);
    EXPECT_LE(norm_above(std::vector<double>{x}, 1, 1), x * 1.01);
  }
  std::vector<double> large(200 * 200, 1);  // of more elements than are multiplied
  EXPECT_GE(norm_above(large, 200, 200), 200);
  EXPECT_LE(norm_above(large, 200, 200), 200.001);
}

TEST(Norms, LengthsAreRoundedUp) {
  EVIDENCE("ACC-ALL-NORM");
  std::mt19937_64 random(2);
  for (unsigned k = 0; k < 200; ++k) {
    std::vector<double> numbers(1 + random() % 40);
    Number squares = Rational::number(0);
    for (double& x : numbers) {
      x = std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 40) - 70);
      squares = Rational::add(squares, Rational::mul(Rational::number(x), Rational::number(x)));
    }
    const double length = length_above(numbers), less = length * (1 - 0x1p-40);
    EXPECT_FALSE(Rational::less(Rational::mul(Rational::number(length), Rational::number(length)), squares));
    EXPECT_TRUE(Rational::less(Rational::mul(Rational::number(less), Rational::number(less)), squares));
  }
}

// Weights of ±1/4 of which rows and columns are orthogonal, so that the norm is 1.
std::vector<float> turning() {
  std::vector<float> weights(16 * 16);
  for (unsigned i = 0; i < 16; ++i)
    for (unsigned j = 0; j < 16; ++j) weights[i * 16 + j] = std::popcount(i & j) % 2 == 0 ? 0.25F : -0.25F;
  return weights;
}

// What the model makes of an input of zeros that is wrong by 1/4 at most.
struct Turned {
  GraphMaker maker{DType::f32};
  std::vector<float> weights = turning(), scaled = turning();
  std::vector<float> offset = std::vector<float>(16, 3.0F);

  Turned() { maker.input("X", {1, 16}); }
  void constant(const char* name, const std::vector<std::uint64_t>& dims, const std::vector<float>& numbers) {
    add_constant(maker, name, dims, numbers);
  }
  Turned& unary(const char* op, const char* x, const char* y, const std::vector<std::uint64_t>& dims) {
    maker.graph.nodes.push_back({"", "", op, {maker.value(x)}, {maker.value(y, dims)}, {}});
    return *this;
  }
  std::vector<double> bounds(const char* output, const FormLimits& forms) {
    const auto model = maker.output(output).model();
    EXPECT_TRUE(model);
    std::vector<InputKnowledge> known(model->graph->values.size());
    InputKnowledge& x = known[model->graph->inputs[0]];
    x.low = x.high = tensor_of<float>(DType::f32, {1, 16}, std::vector<float>(16));
    x.tolerance.assign(16, 0.25);
    auto analysis = analyse(model, std::move(known), {}, {}, {.forms = forms});
    EXPECT_TRUE(analysis);
    return analysis->values[model->graph->outputs[0]].bound;
  }
};

constexpr FormLimits norms_alone{.products = 1}, independent{.products = 0};

// The input that is wrong by ±1/4, as a row of the weights is, makes one element wrong by 1: each bound is reached.
TEST(Norms, AnErrorThatReachesABoundIsWithinIt) {
  EVIDENCE("ACC-ALL-NORM");
  Turned turned;
  for (float& w : turned.scaled) w *= 2;
  turned.constant("W", {16, 16}, turned.scaled);
  turned.constant("B", {16}, turned.offset);
  turned.maker.graph.nodes.push_back({"",
                                      "",
                                      "Gemm",
                                      {turned.maker.value("X"), turned.maker.value("W"), turned.maker.value("B")},
                                      {turned.maker.value("G", {1, 16})},
                                      {{"alpha", 0.5F}, {"transB", std::int64_t{1}}}});
  turned.unary("Relu", "G", "R", {1, 16}).unary("Neg", "R", "N", {1, 16}).unary("Transpose", "N", "T", {16, 1});
  turned.maker.node("Add", "T", "T", "S", {16, 1});
  std::vector<float> half(1, 0.5F);
  turned.constant("H", {1, 1}, half);
  turned.maker.node("MatMul", "S", "H", "Y", {16, 1});
  for (const double bound : turned.bounds("Y", norms_alone)) {
    EXPECT_GE(bound, 1);
    EXPECT_LE(bound, 1.001);
  }
}

// Bounds of single elements grow with each layer, the length does not.
TEST(Norms, LayersThatKeepLengthsKeepTheBound) {
  EVIDENCE("ACC-ALL-NORM");
  const auto after_eight = [](const FormLimits& forms) {
    Turned turned;
    turned.constant("W", {16, 16}, turned.weights);
    std::string x = "X";
    for (unsigned k = 0; k < 8; ++k) {
      const std::string product = "P" + std::to_string(k), next = "R" + std::to_string(k);
      turned.maker.node("MatMul", x, "W", product, {1, 16});
      turned.unary("Relu", product.c_str(), next.c_str(), {1, 16});
      x = next;
    }
    return std::ranges::max(turned.bounds(x.c_str(), forms));
  };
  EXPECT_LE(after_eight(norms_alone), 1.2);
  EXPECT_GE(after_eight(norms_alone), 0.25);
  EXPECT_GE(after_eight(independent), 1000);
}

TEST(Norms, AConstantOfANodeIsNotWrong) {
  EVIDENCE("ACC-ALL-NORM");
  Turned turned;
  turned.constant("W", {16, 16}, turned.weights);
  const std::vector<float> ones(16, 1);
  turned.maker.graph.nodes.push_back(
      {"",
       "",
       "Constant",
       {},
       {turned.maker.value("C", {1, 16})},
       {{"value",
         Constant{DType::f32, shape_of({1, 16}), Constant::Encoding::little_endian, std::as_bytes(std::span(ones))}}}});
  turned.maker.node("Add", "X", "C", "S", {1, 16}).node("MatMul", "S", "W", "Y", {1, 16});
  for (const double bound : turned.bounds("Y", norms_alone)) {
    EXPECT_GE(bound, 1);
    EXPECT_LE(bound, 1.001);
  }
}

TEST(Norms, AResultWithoutElementsHasNone) {
  EVIDENCE("ACC-ALL-NORM");
  for (const char* op : {"MatMul", "Gemm"}) {
    Turned turned;
    turned.constant("W", {16, 16}, turned.weights);
    GraphMaker& maker = turned.maker;
    maker.node("MatMul", "X", "W", "P", {1, 16}).input("N", {0, 16}).node(op, "N", "W", "E", {0, 16});
    const auto model = maker.output("P").output("E").model();
    ASSERT_TRUE(model);
    std::vector<InputKnowledge> known(model->graph->values.size());
    for (const std::uint32_t input : model->graph->inputs) {
      const std::uint64_t rows = (*model->graph->values[input].shape)[0];
      known[input].low = known[input].high = Tensor(DType::f32, shape_of({rows, 16}));  // zeros
      known[input].tolerance.assign(static_cast<std::size_t>(16 * rows), 0.25);
    }
    const auto analysis = analyse(model, std::move(known), {});
    ASSERT_TRUE(analysis);
    EXPECT_TRUE(analysis->values[model->graph->outputs[1]].bound.empty());
  }
}

// Of an input whose error has no bound none is made.
TEST(Norms, WithoutALengthThereIsNone) {
  EVIDENCE("ACC-ALL-NORM");
  Turned turned;
  turned.constant("W", {16, 16}, turned.weights);
  turned.unary("Sqrt", "X", "L", {1, 16});  // of what may be below zero
  turned.maker.node("MatMul", "L", "W", "Y", {1, 16});
  for (const double bound : turned.bounds("Y", norms_alone)) EXPECT_EQ(bound, infinite_bound);
}

}  // namespace
}  // namespace etalon::tests
