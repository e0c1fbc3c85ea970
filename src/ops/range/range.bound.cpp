// SPDX-License-Identifier: Apache-2.0
// Floor 7. What elements of Range can be wrong by, before anything is computed. The product i * delta is at most
// P = |limit - start| + |delta|, and a multiple of delta: it is exact where it is subnormal. The sum is at most
// M = |start| + |limit|, and exact there as well.
#include "ops/bound.hpp"
#include "ops/range/operands.hpp"

namespace etalon::impl {
namespace {

double a_priori(const Call& call, double, double) {
  using R = RangeOperands;
  const auto size = [&](unsigned operand) { return std::abs(R::number(call, operand)); };
  const double most = sum_up(size(R::start), size(R::limit)), product = sum_up(most, size(R::delta));
  const DType type = call.inputs[R::start]->type;
  const FormatFacts f = facts_of(R::computed_in(call)), own = facts_of(type);
  const double first = product_up(f.u, product);
  if (!(sum_up(product, first) <= f.largest)) return infinite_bound;
  const double second = sum_up(first, product_up(f.u, sum_up(most, first)));
  if (!(sum_up(most, second) <= f.largest)) return infinite_bound;
  if (R::computed_in(call) == type) return second;
  const double rounding = a_priori_rounding(sum_up(most, second), own, Underflow::possible);
  return rounding < infinite_bound ? sum_up(second, rounding) : infinite_bound;
}

}  // namespace

extern const OperatorBound range_bound;
constexpr OperatorBound range_bound = {
    .a_priori = a_priori,
    .formula =
        [](const Call& call) {
          return RangeOperands::computed_in(call) == call.inputs[0]->type
                     ? "E + u*(M+E), E = u*P, M = |start|+|limit|, P = M+|delta|"
                     : "F + max(u*(M+F), eta), F = E + w*(M+E), E = w*P, M = |start|+|limit|, P = M+|delta|, w of "
                       "stash_type";
        },
    .rounds_once = [](const Call&) { return false; },
};

}  // namespace etalon::impl
