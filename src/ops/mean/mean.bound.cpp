// SPDX-License-Identifier: Apache-2.0
// Floor 7. What Mean's result can be wrong by, before anything is computed: what the sum is wrong by, divided by the
// count, and the rounding of the quotient.
#include "ops/bound.hpp"
#include "ops/mean/mean.reference.hpp"

namespace etalon::impl {
namespace {

// `sizes` is the sum of the magnitudes, divided by the count as well.
double a_priori(const Call& call, double sizes, double) {
  const FormatFacts f = facts_of(call.inputs[0]->type);
  const double count = mean_divisor(call);
  const double of_sum = quotient_up(a_priori_sum(f, call.inputs.size(), product_up(sizes, count)), count);
  return sum_up(of_sum, a_priori_rounding(sum_up(sizes, of_sum), f, Underflow::possible));
}

}  // namespace

extern const OperatorBound mean_bound;
constexpr OperatorBound mean_bound = {
    .a_priori = a_priori,
    .formula = [](const Call&) { return "E + max(u*(S/n+E), eta), E = min((n-1)*u*S, S)/n, n operands"; },
    .rounds_once = [](const Call& call) { return call.inputs.size() == 1; },
};

}  // namespace etalon::impl
