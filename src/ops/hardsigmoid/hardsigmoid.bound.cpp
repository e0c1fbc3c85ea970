// SPDX-License-Identifier: Apache-2.0
// Floor 7. What HardSigmoid's result can be wrong by, before anything is computed: a product and a sum are rounded, and
// the choice of the smaller and the larger moves nothing apart.
#include "ops/bound.hpp"

namespace etalon::impl {
namespace {

// `sizes` is at least |alpha*X| + |beta|.
double a_priori(const Call& call, double sizes, double) {
  const FormatFacts f = facts_of(call.inputs[0]->type);
  const double of_product = a_priori_rounding(sizes, f, Underflow::possible);
  return sum_up(of_product, a_priori_rounding(sum_up(sizes, of_product), f, Underflow::impossible));
}

}  // namespace

extern const OperatorBound hardsigmoid_bound;
constexpr OperatorBound hardsigmoid_bound = {
    .a_priori = a_priori,
    .formula = [](const Call&) { return "E + u*(S+E), E = max(u*S, eta), S = |alpha*X| + |beta|"; },
    .rounds_once = [](const Call&) { return false; },
};

}  // namespace etalon::impl
