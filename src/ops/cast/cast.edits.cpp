// SPDX-License-Identifier: Apache-2.0
// Floor 8. Cast into the type that the elements have, which only drops payloads of NaN, and of truth values, which
// choose between 1 and 0.
#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> cast_edits(Rewriter& r) {
  r.because("FIX-EDIT-CAST");
  const Dimensions shape = result_shape(r);
  const DType from = r.call().inputs[0]->type, to = r.call().outputs[0]->type;
  if (from == to && is_floating(to))
    r.emit("Max", {r.input(0)}, shape, {}, r.output());
  else if (from == to)
    r.pass_on(r.input(0));
  else if (from == DType::boolean)
    r.emit("Where", {r.input(0), r.filled(1, to, shape), r.filled(0, to, shape)}, shape, {}, r.output(), to);
  else
    return "it changes a number's type";
  return std::nullopt;
}

}  // namespace etalon::impl
