// SPDX-License-Identifier: Apache-2.0
// Floor 8. GlobalAveragePool as a product with ones and a quotient.
#include "ops/family/mean.edits.hpp"

namespace etalon::impl {

std::optional<std::string> globalaveragepool_edits(Rewriter& r) {
  if (auto unfit = unfit_for_means(r)) return unfit;
  const Dimensions x = r.shape(r.input(0));
  const std::uint64_t maps = x[0] * x[1];
  emit_mean(r, r.input(0), maps, r.call().inputs[0]->shape.count / std::max<std::uint64_t>(maps, 1), 1);
  return std::nullopt;
}

}  // namespace etalon::impl
