// SPDX-License-Identifier: Apache-2.0
// Floor 8. How far the values of a whole model can be from the real ones, whichever admissible evaluation each node
// takes ("CON-ALL-WHOLE").
#pragma once

#include "accuracy/shadow.hpp"

namespace etalon::impl {

// By index into Graph::values, one per element; empty where the value is exact, infinite where nothing can be said.
struct WholeBounds {
  using OfValues = std::vector<std::vector<double>>;
  OfValues near, far;  // functions are within an ulp, or within the limit of CON-FLOAT-FUNCTION
};

// `reference` has every value as the reference computes it, which is one of these evaluations.
WholeBounds whole_bounds(const CheckedModel& model, const Trail& reference);

}  // namespace etalon::impl
