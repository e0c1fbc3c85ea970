// SPDX-License-Identifier: Apache-2.0
// Floor 7. Error bounds of one call, as tensors of doubles: what the operator introduces ("ACC-FLOAT-RUNNING"), what it
// passes on of its operands' errors ("ACC-ALL-PROPAGATED"), and both over ranges of operands ("ACC-ALL-RANGE"). An
// infinite bound says that none can be given.
#pragma once

#include <span>
#include <vector>

#include "accuracy/propagated.hpp"
#include "accuracy/ranged.hpp"
#include "ops/bound.hpp"

namespace etalon::impl {

// Computes a floating-point call with the reference's own bits, and beside each element a bound of its error against
// the real operator on the same operands. `bounds` has an element for each of the output.
Status introduced(const Call& call, std::span<const TensorView> inputs, const MutableTensorView& output,
                  std::span<double> bounds);

// The values that the result of a call can have, when each operand lies between two tensors of its own, and a bound of
// the introduced error that holds for all of them. For every storable type.
struct RangeView {
  TensorView low, high;
};
void ranged(const Call& call, std::span<const RangeView> inputs, const MutableTensorView& low,
            const MutableTensorView& high, std::span<double> bounds, Risks& risks);

// What errors of the operands do to the real result; `result` has an element for each of the output.
void propagated(const Call& call, std::span<const ErrorOperand> inputs, std::span<double> result);

// Between which two numbers the magnitude of each element lies, when the element lies between low and high.
std::vector<Magnitude> magnitudes_of(const TensorView& low, const TensorView& high);

// The doubles below and above an element; NaN where it is one.
struct Ends {
  double low, high;
};
Ends ends_of(const TensorView& tensor, std::uint64_t i);

}  // namespace etalon::impl
