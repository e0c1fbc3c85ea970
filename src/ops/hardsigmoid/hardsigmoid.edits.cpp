// SPDX-License-Identifier: Apache-2.0
// Floor 8. HardSigmoid as Mul, Add, Clip from above and Max: a Clip from below would keep -0, which Max does not.
#include <cmath>

#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> hardsigmoid_edits(Rewriter& r) {
  r.because("FIX-EDIT-HARDSIGMOID");
  const Dimensions shape = result_shape(r);
  const DType type = r.call().outputs[0]->type;
  const auto factor = [&](const char* name) { return static_cast<double>(*r.call().named<float>(name)); };
  const std::string line = r.emit("Add",
                                  {r.emit("Mul", {r.input(0), r.filled(factor("alpha"), type, shape)}, shape),
                                   r.filled(factor("beta"), type, shape)},
                                  shape);
  const std::string limited = r.emit("Clip", {line, r.filled(-HUGE_VAL, type, {}), r.filled(1, type, {})}, shape);
  r.emit("Max", {limited, r.filled(0, type, shape)}, shape, {}, r.output());
  return std::nullopt;
}

}  // namespace etalon::impl
