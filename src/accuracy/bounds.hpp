// SPDX-License-Identifier: Apache-2.0
// Floor 7. Error bounds of one call, as tensors of doubles: the reference over the algebra of errors (tracked.hpp) with
// each of its carriers. An infinite bound says that none can be given.
#pragma once

#include <span>
#include <vector>

#include "accuracy/integer_ranges.hpp"
#include "accuracy/ranges.hpp"
#include "ops/bound.hpp"

namespace etalon::impl {

// Computes a floating-point call with the reference's own bits, and beside each element a bound of its error against
// the real operator on the same operands ("ACC-FLOAT-RUNNING"). `bounds` has an element for each of the output.
Status introduced(const Call& call, std::span<const TensorView> inputs, const MutableTensorView& output,
                  std::span<double> bounds, Risks* risks = nullptr);

// The values that the result of a call can have, when each operand lies between two tensors of its own, and a bound of
// the introduced error that holds for all of them ("ACC-ALL-RANGE"). For every storable type.
struct RangeView {
  TensorView low, high;
};
void ranged(const Call& call, std::span<const RangeView> inputs, const MutableTensorView& low,
            const MutableTensorView& high, std::span<double> bounds, Risks& risks);

// What the real operator makes of operands that lie in intervals and have errors ("ACC-ALL-PROPAGATED").
struct RealOperand {
  std::vector<Ends> ends;
  std::span<const double> errors = {};
};
struct OverReals {
  std::vector<double> propagated;   // how far the real result can move because of the operands' errors
  std::vector<double> sizes, size;  // what OperatorBound::a_priori takes
};
OverReals over_reals(const Call& call, std::span<const RealOperand> inputs);

// The doubles below and above an element; NaN where it is one.
Ends ends_of(const TensorView& tensor, std::uint64_t i);
// Where each element lies, when it lies between those of low and high.
std::vector<Ends> ends_between(const TensorView& low, const TensorView& high);

}  // namespace etalon::impl
