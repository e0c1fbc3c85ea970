// SPDX-License-Identifier: Apache-2.0
// Floor 8. Split as slices.
#include "conform/fix/rewriter.hpp"
#include "ops/family/axes.hpp"

namespace etalon::impl {

std::optional<std::string> split_edits(Rewriter& r) {
  r.because("FIX-EDIT-MOVE");
  const auto* given = r.call().named<std::int64_t>("axis");
  const auto axis = axis_at(given != nullptr ? *given : 0, r.call().inputs[0]->shape.rank);
  std::uint64_t begin = 0;
  for (std::size_t k = 0; k < r.outputs().size(); ++k) {
    const std::uint64_t end = begin + r.call().outputs[k]->shape[*axis];
    r.sliced(r.input(0), *axis, begin, end, 1, r.output(k));
    begin = end;
  }
  return std::nullopt;
}

}  // namespace etalon::impl
