// SPDX-License-Identifier: Apache-2.0
// Floor 7. A witness as plain data: what a tool states of inputs and outputs ("VNN-ALL-WITNESS"). Both forms are read:
// a list of (X_0 0.5), and tensors, each with a line for its name, type and shape and a line for each element.
#pragma once

#include "vnnlib/property.hpp"

namespace etalon::impl {

// Inputs and outputs, element by element as the property numbers them. Outputs and hidden values may be left out, and
// may be no numbers.
struct WitnessPoint {
  std::vector<std::optional<Number>> stated;
  // The elements whose stated number is -0, ascending: a rational zero has no sign, and 1 divided by it has one.
  std::vector<std::uint64_t> negative_zeros = {};
};

// A file may have several points one after the other, each with all inputs.
struct Witness {
  std::vector<WitnessPoint> points;
};

Result<Witness> read_witness(std::string_view text, const std::string& name, const Property& property,
                             const PropertyLimits& limits = {});

}  // namespace etalon::impl
