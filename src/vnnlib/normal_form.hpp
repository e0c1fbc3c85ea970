// SPDX-License-Identifier: Apache-2.0
// Floor 7. A property as a disjunction of conjunctions: of each the box of its inputs and what else must hold
// ("VNN-ALL-NORMAL"). A claim that the property is never satisfied is one claim for each of them.
#pragma once

#include "vnnlib/property.hpp"

namespace etalon::impl {

// The bounds of an element; nothing: there is none. Excluded: a strict one.
struct Bound {
  Number number;
  bool is_excluded = false;
};
struct ElementRange {
  std::uint64_t element = 0;
  std::optional<Bound> low = {}, high = {};

  bool is_empty() const;
};

struct Conjunction {
  std::vector<ElementRange> box;    // of inputs that are bounded by themselves, ascending
  std::vector<std::uint32_t> rest;  // all other comparisons: into Property::comparisons
  bool is_linear = true;            // all of them
  bool is_empty() const;            // no point is in the box
};

// A comparison that bounds one input by itself, as the range that it leaves.
std::optional<ElementRange> bound_in(const Property& property, const PropertyComparison& comparison);

// A finding where there are too many.
Result<std::vector<Conjunction>> normal_form(const Property& property, const PropertyLimits& limits = {});

}  // namespace etalon::impl
