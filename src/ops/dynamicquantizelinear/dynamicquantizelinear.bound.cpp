// SPDX-License-Identifier: Apache-2.0
// Floor 7. What DynamicQuantizeLinear can be wrong by is known from its running bound alone: every element depends on
// all others by way of the scale.
#include "ops/bound.hpp"

namespace etalon::impl {

extern const OperatorBound dynamicquantizelinear_bound;
constexpr OperatorBound dynamicquantizelinear_bound = [] {
  OperatorBound bound = unknown_beforehand();
  bound.quantises = true;
  return bound;
}();

}  // namespace etalon::impl
