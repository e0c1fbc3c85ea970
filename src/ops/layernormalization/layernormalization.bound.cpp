// SPDX-License-Identifier: Apache-2.0
// Floor 7. LayerNormalization divides by a root of a sum: nothing is known of its error beforehand but what the running
// bound finds.
#include "ops/layernormalization/layernormalization.hpp"
#include "ops/bound.hpp"

namespace etalon::impl {

extern const OperatorBound layernormalization_bound;
constexpr OperatorBound layernormalization_bound =
    unknown_beforehand([](const Call& call) { return LayerGeometry(call).length; },
                       [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
                         const std::uint64_t length = LayerGeometry(call).length;
                         return {{0, i / length * length + k}};
                       });

}  // namespace etalon::impl
