// SPDX-License-Identifier: Apache-2.0
// Floor 8. Operators whose operands a profile does not stretch: constants are written in the shape of the result, and
// computed values are joined with themselves.
#pragma once

#include "conform/fix/rewriter.hpp"
#include "ops/family/map.hpp"
#include "tensor/broadcast.hpp"

namespace etalon::impl {

inline Dimensions result_shape(const Rewriter& r) {
  const Shape& shape = r.call().outputs[0]->shape;
  return {shape.dims.begin(), shape.dims.begin() + shape.rank};
}

// An operand whose axes do not lie at the end of those of the result gets axes of one element behind them.
inline std::string placed(Rewriter& r, unsigned x) {
  const Shape &own = r.call().inputs[x]->shape, &out = r.call().outputs[0]->shape;
  const unsigned at = place_of(r.call(), x);
  if (at + own.rank == out.rank) return r.input(x);
  const Shape shape = placed_at(own, out.rank, at);
  return r.reshaped(r.input(x), {shape.dims.begin(), shape.dims.begin() + shape.rank});
}

inline std::optional<std::string> stretched(Rewriter& r, const char* operation) {
  r.because("FIX-EDIT-STRETCH");
  Names given, operands;
  for (unsigned x = 0; x < r.inputs().size(); ++x) given.push_back(placed(r, x));
  if (r.is_taken(operation, given, {})) {  // some profiles stretch
    r.emit(operation, given, result_shape(r), {}, r.output(), r.call().outputs[0]->type);
    return std::nullopt;
  }
  for (const std::string& input : given) {
    const auto operand = r.expanded(input, result_shape(r));
    if (!operand) return "a computed value would have to be repeated too often";
    operands.push_back(*operand);
  }
  r.emit(operation, operands, result_shape(r), {}, r.output(), r.call().outputs[0]->type);
  return std::nullopt;
}

}  // namespace etalon::impl
