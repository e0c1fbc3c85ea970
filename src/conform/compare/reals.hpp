// SPDX-License-Identifier: Apache-2.0
// Floor 8. A candidate and the reference by their distance from the real values ("CON-ALL-REAL").
#pragma once

#include "accuracy/analysis.hpp"
#include "conform/compare/compare.hpp"

namespace etalon::impl {

// Above so many operations the real values are computed only where they are asked for: before that they cost less than
// the other computations of a comparison.
inline constexpr std::uint64_t cheap_reals = std::uint64_t{1} << 28;

// Whether the real values of the outputs are computed; above cheap_reals only if `wanted`.
bool has_reals(const CheckedModel& model, bool wanted);

// Adds the distances of every floating-point output that the candidate gives.
std::optional<Finding> add_reals(Comparison& comparison, const Limits& limits, Team* team = nullptr);

}  // namespace etalon::impl
