// SPDX-License-Identifier: Apache-2.0
// Floor 7. Error bounds of one call, as tensors of doubles: the reference over the algebra of errors (tracked.hpp) with
// each of its carriers. An infinite bound says that none can be given. Inputs and outputs are by position; what is
// omitted has no data.
#pragma once

#include <span>
#include <vector>

#include "accuracy/errors.hpp"
#include "accuracy/reals.hpp"
#include "check/check.hpp"

namespace etalon::impl {

// Bounds of each output, one per element.
using Bounds = std::vector<std::vector<double>>;

// Whether each element is known exactly.
bool is_known(const Tensor& low, const Tensor& high, std::span<const double> bounds);

// Whether an operand's elements decide which elements a result has: they must be known exactly ("ACC-ALL-INDEX"). A
// shape of integers is what it is; floating-point numbers are computed with as well.
bool decides(const Call& call, std::size_t k);
Finding unknown_index(const CheckedModel& model, std::size_t node, std::size_t k);

// Whether introduced() can compute the call: every element that it computes with is a floating-point number.
bool is_floating(const Call& call);

// Computes a floating-point call with the reference's own bits, and beside each element a bound of its error against
// the real operator on the same operands ("ACC-FLOAT-RUNNING").
Status introduced(const Call& call, std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs,
                  Bounds& bounds, Risks* risks = nullptr);

// The values that the results of a call can have, when each operand lies between two tensors of its own, and a bound of
// the introduced error that holds for all of them ("ACC-ALL-RANGE"). For every storable type. An operand that is an
// index is known: both tensors are the same.
struct RangeView {
  TensorView low, high;
};
struct MutableRangeView {
  MutableTensorView low, high;
};
void ranged(const Call& call, std::span<const RangeView> inputs, std::span<const MutableRangeView> outputs,
            Bounds& bounds, Risks& risks);

// What the real operator makes of operands that lie in intervals and have errors ("ACC-ALL-PROPAGATED").
struct RealOperand {
  std::vector<Ends> ends;
  std::span<const double> errors = {};
  const void* plain = nullptr;  // the elements of an index
  EndsView elsewhere = {};      // ends that are somebody else's

  EndsView view() const { return ends.empty() ? elsewhere : EndsView{ends.data()}; }
};
// Whether each element is a number, and its error is bounded.
bool are_numbers(const RealOperand& operand, std::uint64_t count);
struct OverReals {
  std::vector<double> propagated;   // how far the real result can move because of the operands' errors
  std::vector<double> sizes, size;  // what OperatorBound::a_priori takes
  std::vector<double> terms;        // of a sum, that can be other than zero; infinite: not counted
};
std::vector<OverReals> over_reals(const Call& call, std::span<const RealOperand> inputs, Risks* risks = nullptr);

// Where each element lies, when it lies between those of low and high.
std::vector<Ends> ends_between(const TensorView& low, const TensorView& high);

}  // namespace etalon::impl
