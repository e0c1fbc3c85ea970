// SPDX-License-Identifier: Apache-2.0
// Floor 3. Doubles as decimals that are rounded in a given direction. What is printed of a bound must be a bound
// itself: a reader who takes the text exactly must not get a smaller one ("ACC-ALL-PRINTED").
#pragma once

#include <cstdint>
#include <string>

#include "exact/enclosed.hpp"

namespace etalon::impl {

// Which end of an interval a number is. Low ends are rounded down, high ends up; a bound is a high end.
enum class End : std::uint8_t { low, high };

// For people: at most `digits` significant digits, and the number itself where it has no more, or is an integer of at
// most nine. Other integers and fractions are rounded outward. "inf", "-inf" and "nan" have no digits.
std::string end_text(double x, End end, int digits);

// The same of a rational. A quotient of two doubles may be a short decimal, which no double is: a tenth.
std::string end_text(const Number& x, End end, int digits);

// A rational as to_string has it, and what is irrational between two decimals of so many digits: "[1.414, 1.415]".
bool is_printable(const Enclosure& real);  // it has a value, of not too many digits
std::string enclosure_text(const Enclosure& real, int digits);

// For programs: the fewest digits that are rounded outward and, read as a double, give this very double back. JSON has
// no infinity and no NaN: these are strings, as in printed tensors.
std::string end_json(double x, End end);

}  // namespace etalon::impl
