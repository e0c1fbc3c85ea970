// SPDX-License-Identifier: Apache-2.0
// Floor 8. MaxPool over two axes with every attribute given; ceil_mode becomes pads.
#include "ops/family/window.edits.hpp"

namespace etalon::impl {

std::optional<std::string> maxpool_edits(Rewriter& r) {
  r.because("FIX-EDIT-WINDOW");
  if (r.outputs().size() > 1 && !r.output(1).empty()) return "its indices are used";
  const Window own = *Window::of(r.call());
  if (own.axes > 2) return "it has more than two spatial axes";
  const WrittenWindow window(own);
  emit_windowed(r, "MaxPool", window, {r.reshaped(r.input(0), window.shape(r.shape(r.input(0))))},
                {{"ceil_mode", std::int64_t{0}}, {"storage_order", std::int64_t{0}}});
  return std::nullopt;
}

}  // namespace etalon::impl
