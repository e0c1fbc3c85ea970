// SPDX-License-Identifier: Apache-2.0
// Floor 8. Whether a property is satisfied where its elements are known to be in ranges, exactly: ranges are rational,
// and what follows from them is a truth only if it is certain ("VNN-ALL-TRUTH").
#pragma once

#include <functional>

#include "exact/enclosed.hpp"
#include "vnnlib/property.hpp"

namespace etalon::impl {

enum class PropertyAnswer : std::uint8_t { no, yes, unknown };
inline constexpr const char* answer_names[] = {"no", "yes", "unknown"};

struct NumberRange {
  Number low, high;

  static NumberRange of(const Number& number) { return {number, number}; }
};

// What is known of an element; nothing: it may be any number, or none.
using RangeOf = std::function<std::optional<NumberRange>(std::uint64_t element)>;

// The margin says by how much a comparison is satisfied, and how far from it if it is below zero: b - a of a <= b, of
// an equation -|a - b|. Of several together it is the smallest, of alternatives the largest; between two doubles.
struct JudgedProperty {
  PropertyAnswer answer = PropertyAnswer::unknown;
  Between margin = {-HUGE_VAL, HUGE_VAL};

  static JudgedProperty certain(bool yes) {
    return yes ? JudgedProperty{PropertyAnswer::yes, {HUGE_VAL, HUGE_VAL}}
               : JudgedProperty{PropertyAnswer::no, {-HUGE_VAL, -HUGE_VAL}};
  }
};

// Nothing where an element may be any number.
std::optional<NumberRange> value_of(const Polynomial& polynomial, const RangeOf& range_of);

JudgedProperty judge(const PropertyComparison& comparison, const RangeOf& range_of);

using JudgedComparison = std::function<JudgedProperty(std::uint32_t comparison)>;
JudgedProperty judge(const Formula& formula, const JudgedComparison& judged);

}  // namespace etalon::impl
