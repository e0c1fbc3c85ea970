// SPDX-License-Identifier: Apache-2.0
// Floor 8. Clip with both bounds as operands. A bound that is not there is infinite; that of Clip-6 is the largest
// number of float, and clips infinities.
#include <cmath>

#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> clip_edits(Rewriter& r) {
  r.because("FIX-EDIT-CLIP");
  const DType type = r.call().outputs[0]->type;
  if (!is_floating(type)) return "its elements are integers, whose ends are no constants of this profile";
  const auto bound = [&](std::size_t k, const char* name, double otherwise) {
    if (r.call().row->attributes.empty())
      return r.has_input(k) ? r.reshaped(r.input(k), {}) : r.filled(otherwise, type, {});
    const auto* given = r.call().named<float>(name);
    return r.filled(given != nullptr ? static_cast<double>(*given) : otherwise, type, {});
  };
  r.emit("Clip", {r.input(0), bound(1, "min", -HUGE_VAL), bound(2, "max", HUGE_VAL)}, result_shape(r), {}, r.output());
  return std::nullopt;
}

}  // namespace etalon::impl
