// SPDX-License-Identifier: Apache-2.0
// Floor 8. What the checker of the competition of 2025 says of a witness, so that its columns can be compared with
// verdicts that have no tolerance ("VNN-ALL-CHECKER").
#pragma once

#include "conform/properties/evaluations.hpp"

namespace etalon::impl {

// `run` is in place of what ONNX Runtime gives.
StatedOutputs stated_outputs(const PropertyModels& models, const WitnessPoint& point, const Trails& run);
CheckerVerdict checker_verdict(const PropertyModels& models, const WitnessPoint& point, const StatedOutputs& stated);

}  // namespace etalon::impl
