// SPDX-License-Identifier: Apache-2.0
// Floor 8. ReduceMean over neighbouring axes as a product with ones and a quotient.
#include "ops/family/mean.edits.hpp"

namespace etalon::impl {

std::optional<std::string> reducemean_edits(Rewriter& r) {
  if (auto unfit = unfit_for_means(r)) return unfit;
  const auto parts = ThreeParts::of(r);
  if (!parts) return "it reduces axes that are apart, or nothing";
  emit_mean(r, r.input(0), parts->outer, parts->length, parts->inner);
  return std::nullopt;
}

}  // namespace etalon::impl
