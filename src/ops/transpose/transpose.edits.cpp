// SPDX-License-Identifier: Apache-2.0
// Floor 8. Transpose as a Reshape, or as slices that are joined in another order.
#include "conform/fix/rewriter.hpp"

namespace etalon::impl {

std::optional<std::string> transpose_edits(Rewriter& r) {
  r.because("FIX-EDIT-MOVE");
  std::vector<std::size_t> permutation;
  if (const auto* given = r.call().named<std::vector<std::int64_t>>("perm"))
    for (const std::int64_t axis : *given) permutation.push_back(static_cast<std::size_t>(axis));
  else
    for (std::size_t k = r.shape(r.input(0)).size(); k-- > 0;) permutation.push_back(k);
  if (!r.transposed(r.input(0), permutation, r.output())) return "it would take too many slices";
  return std::nullopt;
}

}  // namespace etalon::impl
