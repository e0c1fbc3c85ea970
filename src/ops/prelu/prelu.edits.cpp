// SPDX-License-Identifier: Apache-2.0
// Floor 8. PRelu as a choice between the element and its product with the slope.
#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> prelu_edits(Rewriter& r) {
  r.because("FIX-EDIT-PRELU");
  const Dimensions shape = result_shape(r);
  const DType type = r.call().outputs[0]->type;
  const auto slope = r.expanded(placed(r, 1), shape);
  if (!slope) return "the slope would have to be repeated too often";
  const std::string x = r.emit("Max", {r.input(0)}, shape);  // without payloads of NaN, as the result is
  const std::string below = r.emit("Less", {x, r.filled(0, type, shape)}, shape, {}, "", DType::boolean);
  r.emit("Where", {below, r.emit("Mul", {*slope, x}, shape), x}, shape, {}, r.output(), type);
  return std::nullopt;
}

}  // namespace etalon::impl
