// SPDX-License-Identifier: Apache-2.0
// Floor 4. The bound of Softmax and LogSoftmax: a sum of exponentials has none beforehand. Each element is made of all
// elements of its slice.
#pragma once

#include "ops/bound.hpp"
#include "ops/family/slices.hpp"

namespace etalon::impl {

inline constexpr OperatorBound bound_of_slices =
    unknown_beforehand([](const Call& call) { return Slices(call).length; },
                       [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
                         const Slices slices(call);
                         return {{0, slices.first_beside(i) + k * slices.behind}};
                       });

}  // namespace etalon::impl
