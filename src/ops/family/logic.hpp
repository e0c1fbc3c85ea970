// SPDX-License-Identifier: Apache-2.0
// Floor 4. The rows of And, Or and Xor, which differ in the requirement on types.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <const char* types_rule> struct LogicRows {
  static constexpr int versions[] = {1, 7};
  static constexpr TypeRule truths[] = {{"T", types::boolean, types_rule}, {"T1", types::boolean, types_rule}};
  static constexpr Row rows[] = {
      {Source::onnx, 1, binary_inputs, truth_outputs, truths, axis_truth, "ELT-ALL-AXIS-RUN", axis_attributes},
      {Source::onnx, 7, binary_inputs, truth_outputs, truths, numpy_truth, "ELT-ALL-BROADCAST"},
  };
};

}  // namespace etalon::impl
