// SPDX-License-Identifier: Apache-2.0
// Floor 8. Concat with its axis counted from the first one.
#include "conform/fix/rewriter.hpp"
#include "ops/family/axes.hpp"

namespace etalon::impl {

std::optional<std::string> concat_edits(Rewriter& r) {
  r.because("FIX-EDIT-MOVE");
  r.joined(r.inputs(), axis_of(r.call(), 0, r.call().outputs[0]->shape.rank), r.output());
  return std::nullopt;
}

}  // namespace etalon::impl
