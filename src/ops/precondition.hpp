// SPDX-License-Identifier: Apache-2.0
// Floor 4. Whether data keep the preconditions of a call. One operand is scanned, whatever kernel computes: the result
// never depends on it, and nothing is counted element by element.
#pragma once

#include "ops/call.hpp"

namespace etalon::impl {

// Elements of a tensor that break a demand.
using Scan = Events::Tally (*)(Precondition::Demand demand, const TensorView& operand);

// A Scan of storable types; accuracy/exact_kernels.hpp has one for reals.
Events::Tally scan_stored(Precondition::Demand demand, const TensorView& operand);

// Whether the call has the operand, in a type that the precondition holds for, and a result: else no element is used.
bool concerns(const Precondition& precondition, const Call& call);

// The elements of the operand that break the precondition; none where it does not concern the call.
Events::Tally breach(const Precondition& precondition, const Call& call, const void* operand, Scan scan = scan_stored);

}  // namespace etalon::impl
