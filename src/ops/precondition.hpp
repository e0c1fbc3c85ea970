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

// The elements of the operand that break the precondition. None where the type has no such precondition or the result
// is empty: then no element is used.
Events::Tally breach(const Precondition& precondition, const Call& call, const void* operand, Scan scan = scan_stored);

}  // namespace etalon::impl
