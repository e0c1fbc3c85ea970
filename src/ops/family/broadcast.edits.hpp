// SPDX-License-Identifier: Apache-2.0
// Floor 8. Operators whose operands a profile does not stretch: constants are written in the shape of the result, and
// computed values are joined with themselves.
#pragma once

#include "conform/fix/rewriter.hpp"

namespace etalon::impl {

inline Dimensions result_shape(const Rewriter& r) {
  const Shape& shape = r.call().outputs[0]->shape;
  return {shape.dims.begin(), shape.dims.begin() + shape.rank};
}

inline std::optional<std::string> stretched(Rewriter& r, const char* operation) {
  r.because("FIX-EDIT-STRETCH");
  Names operands;
  if (r.is_taken(operation, r.inputs(), {})) {  // some profiles stretch
    r.emit(operation, r.inputs(), result_shape(r), {}, r.output(), r.call().outputs[0]->type);
    return std::nullopt;
  }
  for (const std::string& input : r.inputs()) {
    const auto operand = r.expanded(input, result_shape(r));
    if (!operand) return "a computed value would have to be repeated too often";
    operands.push_back(*operand);
  }
  r.emit(operation, operands, result_shape(r), {}, r.output(), r.call().outputs[0]->type);
  return std::nullopt;
}

}  // namespace etalon::impl
