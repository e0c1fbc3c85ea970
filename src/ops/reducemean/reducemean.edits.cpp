// SPDX-License-Identifier: Apache-2.0
// Floor 8. ReduceMean over neighbouring axes as a product with ones and a quotient.
#include "ops/family/mean.edits.hpp"
#include "ops/family/reduction.hpp"

namespace etalon::impl {

std::optional<std::string> reducemean_edits(Rewriter& r) {
  if (auto unfit = unfit_for_means(r)) return unfit;
  const Dimensions x = r.shape(r.input(0));
  const Integers given = Reduction::axes_of(r.call());
  std::vector<bool> axes(x.size(), given.empty() && Reduction::noop_of(r.call()) == 0);
  for (const std::int64_t axis : given)
    axes[static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(x.size()) : axis)] = true;
  std::size_t first = x.size(), last = 0;
  for (std::size_t k = 0; k < x.size(); ++k)
    if (axes[k]) first = std::min(first, k), last = k;
  if (first == x.size()) return "it reduces nothing";
  std::uint64_t outer = 1, length = 1, inner = 1;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (k >= first && k <= last && !axes[k] && x[k] != 1) return "it reduces axes that are apart";
    (k < first ? outer : k > last ? inner : length) *= x[k];
  }
  emit_mean(r, r.input(0), outer, length, inner);
  return std::nullopt;
}

}  // namespace etalon::impl
