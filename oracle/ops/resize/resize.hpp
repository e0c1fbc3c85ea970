// SPDX-License-Identifier: Apache-2.0
//
// Resize and Upsample, by exact rational coordinates. Needs MPFR and GMP.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oracle/arithmetic/dot.hpp"
#include "oracle/indices/tuples.hpp"

namespace oracle {

// What is done to one axis: its length before and after, its scale, and the part of it that is taken.
struct ResizedAxis {
  std::uint64_t before;
  std::uint64_t after;
  mpq_class scale;
  mpq_class start = 0;
  mpq_class end = 1;
};

// The number of a pattern that is finite.
mpq_class exact_number(Type type, std::uint64_t pattern);

// The coordinate of a place of the result, as the definition words it for each coordinate_transformation_mode.
mpq_class original_coordinate(const std::string& mode, const ResizedAxis& axis, std::uint64_t place);

struct Resizing {
  std::vector<ResizedAxis> axes;
  std::string coordinates;
  std::string rounding;       // nearest_mode; empty: linear
  std::uint64_t outside = 0;  // what an element is that tf_crop_and_resize extrapolates, as a pattern
};

// Where the element of the result at these coordinates lies in the operand: clamped to it, and in mode nearest rounded.
// Nothing where it is extrapolated.
std::optional<std::vector<mpq_class>> lies_at(const Resizing& resizing, const Tuple& at);

// A positive rational number rounded into a format.
std::uint64_t rounded_weight(Format f, const mpq_class& x);

// The element of the result at these coordinates.
Answer resized(const Resizing& resizing, Type type, Accumulation how, const std::vector<std::uint64_t>& elements,
               const Tuple& at);

// floor of a number that is not negative; round half up.
std::uint64_t whole_part(const mpq_class& number);
std::uint64_t rounded_half_up(const mpq_class& number);

}  // namespace oracle
