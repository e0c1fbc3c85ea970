// SPDX-License-Identifier: Apache-2.0
// Floor 8. How far the values of a whole model can be from the real ones, whichever admissible evaluation each node
// takes ("CON-ALL-WHOLE"): what a node can introduce, for the bounds of a model in analysis.hpp.
#pragma once

#include "accuracy/analysis.hpp"

namespace etalon::impl {

// Any order of sums, roundings that an evaluation can leave out or make; functions are within an ulp, or within the
// limit of CON-FLOAT-FUNCTION.
Admitted admitted_near(const Call& call, DType result, const OverReals& real, std::size_t i, double own);
Admitted admitted_far(const Call& call, DType result, const OverReals& real, std::size_t i, double own);

// By index into Graph::values, one per element; empty where the value is exact, infinite where nothing can be said.
using WholeErrors = std::vector<std::vector<double>>;

// Affine forms make errors smaller, and take most of the time.
enum class Forms : bool { left_out, used };

// With one of the above. `reference` has every value as the reference computes it, which is one of these evaluations.
WholeErrors whole_errors(const CheckedModel& model, const Trail& reference, AdmittedErrors admitted,
                         Forms forms = Forms::used);

// With each of them.
struct WholeBounds {
  WholeErrors near, far;
};
WholeBounds whole_bounds(const CheckedModel& model, const Trail& reference);

}  // namespace etalon::impl
