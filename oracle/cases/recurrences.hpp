// SPDX-License-Identifier: Apache-2.0
//
// Random calls of recurrent operators, as operands and attributes, and as what the oracle computes from.
#pragma once

#include "oracle/call.hpp"
#include "oracle/ops/family/recurrence.hpp"

namespace oracle {

// What an operator has of its own.
struct RecurrenceKind {
  std::uint64_t gates;
  std::vector<std::string> functions;  // where none are named
  bool has_cell;                       // initial_c and P
};

// Adds operands and attributes to a call, and says the same in the order of layout 0.
Recurrence draw_recurrence(Random& random, Call& call, const RecurrenceKind& kind);

// Adds the first `count` outputs, in the layout of the call.
void add_outputs(Call& call, const Recurrence& recurrence, const RecurrenceAnswer& answer, std::size_t count);

}  // namespace oracle
