// SPDX-License-Identifier: Apache-2.0
// Floor 4. Operators that select one of the elements of a reduction: exact; here is what their elements are made of.
#pragma once

#include "ops/bound.hpp"
#include "ops/family/reduction.hpp"

namespace etalon::impl {

template <Reduction (*reduction_of)(const Call&)>
inline constexpr OperatorBound selection_bound = {
    .a_priori = [](const Call&, double, double) { return 0.0; },
    .formula = [](const Call&) { return "0"; },
    .rounds_once = [](const Call&) { return true; },
    .terms = [](const Call& call) { return reduction_of(call).terms; },
    .term = [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
      const Reduction r = reduction_of(call);
      return {{0, r.first(i) + r.term(k)}};
    },
};

}  // namespace etalon::impl
