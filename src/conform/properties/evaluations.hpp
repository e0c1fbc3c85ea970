// SPDX-License-Identifier: Apache-2.0
// Floor 8. The evaluations of the networks of a property on one input: over the reals, under a policy, in another
// order, and the bounds of all admissible ones.
#pragma once

#include "accuracy/certified.hpp"
#include "conform/cause/changes.hpp"
#include "conform/properties/witness.hpp"
#include "scalar/binary.h"

namespace etalon::impl {

inline binary_format format_for(DType type) { return binary_format_of(info(type).bits, info(type).fraction); }

// To the nearest number of a floating-point type; what only an infinity is near to stays as it is.
Number rounded_to(DType type, const Number& number);
// The nearest number of the type that is not below, or not above, a number; nothing where only an infinity is.
std::optional<Number> number_beyond(const Number& end, DType type, bool up);

// By network, then by index into Graph::values.
using Trails = std::vector<Trail>;

// The inputs that the networks are given: decimals rounded to the nearest number of the element type. A finding where
// an integer type does not have the number, or a floating-point type only an infinity.
Result<Trails> given_inputs(const PropertyModels& models, const WitnessPoint& point);

// Runs under a policy, or under that of the models.
Result<Trails> run_of(const PropertyModels& models, const Trails& inputs, const Limits& limits,
                      const TrailSettings& settings);
RangeOf values_in(const PropertyModels& models, const Trails& trails);

// The values over the reals, as balls of so many words.
Result<std::vector<CertifiedRun>> reals_of(const PropertyModels& models, const Trails& inputs, const Limits& limits,
                                           const CertifySettings& settings);
RangeOf values_in(const PropertyModels& models, const std::vector<CertifiedRun>& reals);

// What is known of every admissible evaluation. This is the one place that asks for it.
struct AdmissibleBounds {
  std::vector<std::vector<std::vector<double>>> errors;  // CON-ALL-WHOLE: by network, value and element; none: exact
  std::vector<std::vector<bool>>
      settled;  // by network and value: every evaluation gives that of the run, but for signs of zeros
};
AdmissibleBounds bounds_in_any_order(const PropertyModels& models, const Trails& run);

// The ranges that elements can have: what is settled, or else the real values with the errors around them, and of these
// the numbers of the element type alone.
RangeOf admissible_values(const PropertyModels& models, const Trails& run, const std::vector<CertifiedRun>& reals,
                          const AdmissibleBounds& bounds);

// What sums can do differently and still conform: an order, an accumulator, the bias first.
std::vector<Change> admissible_changes(const PropertyModels& models);
// A run in which every node that can make the changes does; nothing where one has no result.
std::optional<Trails> changed_run(const PropertyModels& models, const Trails& inputs,
                                  std::span<const Change* const> changes, const Limits& limits, KernelTable kernels);

std::optional<Parting> parting_of(const PropertyModels& models, const Trails& a, const Trails& b);

}  // namespace etalon::impl
