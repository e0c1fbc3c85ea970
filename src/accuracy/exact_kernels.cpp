// SPDX-License-Identifier: Apache-2.0
// Floor 7. See exact_kernels.hpp.
#include "accuracy/exact_kernels.hpp"

#include <algorithm>

#include "accuracy/worlds.hpp"
#include "ops/reference.hpp"
#include "ops/reference_table.hpp"

namespace etalon::impl {

Kernel exact_kernel(const Call& call, CountEvents) { return kernel_in<RealTyped>(call); }

namespace {

// Operands are rationals: what is irrational is a result.
bool keeps(Precondition::Demand demand, const Number& x) {
  switch (demand) {
    case Precondition::Demand::not_negative:
      return x.sign() >= 0;
    case Precondition::Demand::positive:
      return x.sign() > 0;
    case Precondition::Demand::within_one:
      return mpq_cmp_si(x.get(), -1, 1) >= 0 && mpq_cmp_si(x.get(), 1, 1) <= 0;
    default:
      return x.sign() != 0;
  }
}

}  // namespace

Events::Tally scan_exact(Precondition::Demand demand, const TensorView& operand) {
  Events::Tally broken;
  for (std::uint64_t i = 0; i < operand.shape.count; ++i)
    if (!keeps(demand, std::get<Number>(Real::load(operand.data, i))) && broken.count++ == 0) broken.first = i;
  return broken;
}

Kernel any_kernel(const Call& call, CountEvents count) {
  const auto is_real = [](const std::optional<Argument>& one) { return one && one->type == DType::real; };
  return std::ranges::any_of(call.inputs, is_real) ? exact_kernel(call, count) : reference_kernel(call, count);
}

Events::Tally scan_any(Precondition::Demand demand, const TensorView& operand) {
  return (operand.type == DType::real ? scan_exact : scan_stored)(demand, operand);
}

}  // namespace etalon::impl
