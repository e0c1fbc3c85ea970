// SPDX-License-Identifier: Apache-2.0
// Floor 7. LRN divides by a power of a sum: nothing is known of its error beforehand but what the running bound finds.
#include "ops/lrn/lrn.hpp"
#include "ops/bound.hpp"

namespace etalon::impl {

extern const OperatorBound lrn_bound;
constexpr OperatorBound lrn_bound =
    unknown_beforehand([](const Call& call) { return LrnGeometry(call).most_terms(); },
                       [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
                         const LrnGeometry g(call);
                         const LrnGeometry::Region region = g.region(i);
                         if (k >= region.count) return {};
                         return {{0, region.first + k * g.behind}};
                       });

}  // namespace etalon::impl
