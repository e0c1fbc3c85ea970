// SPDX-License-Identifier: Apache-2.0
// Floor 8. Sum as additions, from the first operand on.
#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> sum_edits(Rewriter& r) {
  r.because("FIX-EDIT-SUM");
  const Dimensions shape = result_shape(r);
  std::optional<std::string> sum = r.expanded(r.input(0), shape);
  for (std::size_t k = 1; sum && k < r.inputs().size(); ++k) {
    const auto next = r.expanded(r.input(k), shape);
    if (!next) return "a computed value would have to be repeated too often";
    sum = r.emit("Add", {*sum, *next}, shape, {}, k + 1 == r.inputs().size() ? r.output() : "");
  }
  if (!sum) return "a computed value would have to be repeated too often";
  if (r.inputs().size() == 1) r.emit("Max", {*sum}, shape, {}, r.output());  // without payloads of NaN
  return std::nullopt;
}

}  // namespace etalon::impl
