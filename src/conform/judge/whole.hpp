// SPDX-License-Identifier: Apache-2.0
// Floor 8. How far the values of a whole model can be from the real ones, whichever admissible evaluation each node
// takes ("CON-ALL-WHOLE"): what a node can introduce, for the bounds of a model in analysis.hpp.
#pragma once

#include "accuracy/analysis.hpp"

namespace etalon::impl {

// Any order of sums, roundings that an evaluation can leave out or make; functions are within an ulp, or within the
// limit of CON-FLOAT-FUNCTION.
Admitted admitted_near(const Call& call, DType result, double sizes, double size, double own);
Admitted admitted_far(const Call& call, DType result, double sizes, double size, double own);

// By index into Graph::values, one per element; empty where the value is exact, infinite where nothing can be said.
struct WholeBounds {
  using OfValues = std::vector<std::vector<double>>;
  OfValues near, far;
};

// `reference` has every value as the reference computes it, which is one of these evaluations.
WholeBounds whole_bounds(const CheckedModel& model, const Trail& reference);

}  // namespace etalon::impl
