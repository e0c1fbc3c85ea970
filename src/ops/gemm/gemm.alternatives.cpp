// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of Gemm: between quantised tensors it is a product of integers.
#include "ops/gemm/gemm.hpp"
#include "ops/family/quantised/sums.alternatives.hpp"

namespace etalon::impl {
namespace {

bool is_plain_product(const Call& call) {
  return GemmGeometry::factor(call, "alpha") == 1 && GemmGeometry::factor(call, "beta") == 1;
}

// There is none, or it has one number for each column.
bool has_bias_of_columns(const Call& call, const GemmGeometry& g) {
  if (!call.has_input(2)) return true;
  const Shape& c = call.inputs[2]->shape;
  return c.count == g.columns && c.rank != 0 && c[c.rank - 1] == g.columns;
}

SumsOrReason sums_of(const Call& call) {
  if (!is_plain_product(call)) return "alpha or beta is not 1";
  const GemmGeometry g(call);
  if (g.step_in_row != 1) return "its first operand is transposed";
  if (!has_bias_of_columns(call, g)) return "its bias is not one number for each channel";
  return WeightedSums{g.columns, g.inner, g.column_step, g.step_in_column, 1};
}

// As a convolution whose kernel has one place, since that has a bias.
std::optional<IntegerForm> as_convolution(const Call& call) {
  const GemmGeometry g(call);
  const bool is_turned = g.step_in_column == 1;  // B is columns x inner
  if (g.step_in_row != 1 || !is_plain_product(call) || !has_bias_of_columns(call, g)) return std::nullopt;
  const std::uint64_t x[] = {g.rows, g.inner, 1}, w[] = {g.columns, g.inner, 1};
  return IntegerForm{"QLinearConv", *Shape::of(x), *Shape::of(w), is_turned ? 0U : 1U, !is_turned};
}

constexpr SumFacet sums{{{0}, {1}, 2}, "MatMulInteger", sums_of};

}  // namespace

extern const OperatorAlternatives gemm_alternatives;
constexpr OperatorAlternatives gemm_alternatives{.sums = &sums, .on_integers = as_convolution};

}  // namespace etalon::impl
