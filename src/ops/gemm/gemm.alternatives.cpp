// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of Gemm: it is computed on integers, as a convolution whose kernel has one
// place, since that has a bias.
#include "ops/gemm/gemm.hpp"
#include "conform/cause/alternatives.hpp"

namespace etalon::impl {

extern const OperatorAlternatives gemm_alternatives;
constexpr OperatorAlternatives gemm_alternatives{.on_integers = [](const Call& call) -> std::optional<IntegerForm> {
  const GemmGeometry g(call);
  const bool is_turned = g.step_in_column == 1;  // B is columns x inner
  if (g.step_in_row != 1 || GemmGeometry::factor(call, "alpha") != 1 || GemmGeometry::factor(call, "beta") != 1)
    return std::nullopt;
  if (call.has_input(2)) {
    const Shape& c = call.inputs[2]->shape;
    if (c.count != g.columns || c.rank == 0 || c[c.rank - 1] != g.columns) return std::nullopt;
  }
  const std::uint64_t x[] = {g.rows, g.inner, 1}, w[] = {g.columns, g.inner, 1};
  return IntegerForm{"QLinearConv", *Shape::of(x), *Shape::of(w), is_turned ? 0U : 1U, !is_turned};
}};

}  // namespace etalon::impl
