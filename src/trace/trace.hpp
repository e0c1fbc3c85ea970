// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a call computes, as terms of its operands' elements.
#pragma once

#include "ops/call.hpp"
#include "trace/traced.hpp"

namespace etalon::impl {

using TermList = std::vector<Term>;

// The terms of every result; those of results that are omitted are empty. Operands that are omitted are null. Where a
// reference cannot be followed, because an operand that says which elements are meant is not a constant, every element
// is an unknown function of all operands, the same for calls that are the same (`call_number` says which).
std::vector<TermList> traced(Joiner& joiner, const Call& call, std::span<const TracedOperand* const> operands,
                             std::uint64_t call_number);

// Whether the reference of the call can be followed.
bool is_followed(const Call& call, std::span<const TracedOperand* const> operands);

// Whether the results of the operator have no NaN but the one that arithmetic gives, whatever its operands are.
bool gives_quiet_results(const Operator& op);

}  // namespace etalon::impl
