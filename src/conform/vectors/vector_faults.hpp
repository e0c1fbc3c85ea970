// SPDX-License-Identifier: Apache-2.0
// Floor 8. What must be refused, and why: written here from the specification, not asked of the code that is judged.
#pragma once

#include <string_view>

#include "ops/operator.hpp"

namespace etalon::impl {

// An element of an operand that there is no result for.
struct RefusedElement {
  std::string_view operation;
  bool of_integers;  // only with a leading operand of integers
  std::size_t operand;
  std::uint64_t element;
  const char* rule;
  const char* stratum;
};

inline constexpr std::uint64_t beyond_all = 1000;  // as an index or a length: vectors have smaller axes
inline constexpr RefusedElement refused_elements[] = {
    {"Div", true, 1, 0, "DIV-INT-ZERO", "by-zero"},
    {"Gather", false, 1, beyond_all, "GATHER-ALL-INDEX", "index-beyond"},
    {"GRU", false, 4, beyond_all, "REC-ALL-LENGTHS", "length-beyond"},
    {"LSTM", false, 4, beyond_all, "REC-ALL-LENGTHS", "length-beyond"},
};

inline const RefusedElement* refused_element(const Operator& op, DType type) {
  for (const RefusedElement& one : refused_elements)
    if (one.operation == op.name && (!one.of_integers || !is_floating(type))) return &one;
  return nullptr;
}

// The formal whose type a vector is of: the first operand that is computed with or moved, else the first result.
const Formal& leading(const Row& row);

}  // namespace etalon::impl
