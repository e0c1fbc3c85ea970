// SPDX-License-Identifier: Apache-2.0
//
// What drawings of calls share whose operators compute element by element.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "oracle/call.hpp"
#include "oracle/cases/calls.hpp"

namespace oracle {

Type draw_floating_type(Random& random);

// As draw_tensor; half of the elements are numbers around one with few digits: integers, halves, sums that are ties.
Tensor draw_moderate_tensor(Random& random, Type type, const Shape& shape);

// An attribute of type float: some number of ordinary size, or any pattern.
Float draw_coefficient(Random& random);

// Until version 5 many operators have an attribute without effect.
void draw_consumed_inputs(Random& random, Call& call);

// A call of an operator with one operand, and a result of its type. Versions before 6 may have the attribute above.
Call draw_unary(Random& random, const char* operation, int since, Type type, Answer (*answer)(Type, std::uint64_t));

// A call of an operator that compares two operands: many of them are equal, or nearly so.
Call draw_comparison(Random& random, const char* operation, int since,
                     Answer (*answer)(Type, std::uint64_t, std::uint64_t));

// A call of an operator with two truth values.
Call draw_logical(Random& random, const char* operation, std::uint64_t (*answer)(std::uint64_t, std::uint64_t));

// A call with one to five operands of one floating-point type, which have one shape until version 6.
Call draw_variadic(Random& random, const char* operation, Answer (*answer)(Type, std::span<const std::uint64_t>));

}  // namespace oracle
