// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of Gemm: between quantised tensors, a product of integers.
#include "ops/gemm/gemm.hpp"
#include "ops/family/sums.alternatives.hpp"

namespace etalon::impl {
namespace {

SumsOrReason sums_of(const Call& call) {
  if (GemmGeometry::factor(call, "alpha") != 1 || GemmGeometry::factor(call, "beta") != 1)
    return "alpha or beta is not 1";
  const GemmGeometry g(call);
  if (g.step_in_row != 1) return "its first operand is transposed";
  return WeightedSums{g.columns, g.inner, g.column_step, g.step_in_column, 1};
}

constexpr SumFacet sums{{{0}, {1}, 2}, "MatMulInteger", sums_of};

}  // namespace

extern const OperatorAlternatives gemm_alternatives;
constexpr OperatorAlternatives gemm_alternatives{.sums = &sums};

}  // namespace etalon::impl
