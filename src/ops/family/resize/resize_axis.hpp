// SPDX-License-Identifier: Apache-2.0
// Floor 4. What the coordinates along one axis of Resize are made of: lengths, a scale, the part that is taken.
#pragma once

#include "ops/family/resize/resize.hpp"

namespace etalon::impl::resizing {

enum class Coordinates : std::uint8_t { half, symmetric, half_or_zero, corners, asymmetric, half_for_nearest, crop };

// The part of the operand that is taken: its ends, as multiples of 2^-shift of its length.
struct Region {
  std::int64_t start = 0, end = 1;
  unsigned shift = 0;
};

// A scale, by its reciprocal: factor / (divisor * 2^shift).
struct Scale {
  std::uint64_t factor = 1, divisor = 1;
  unsigned shift = 0;
};

// What makes the coordinates of one axis, when its lengths are known. Nothing where they could have too many bits: what
// is computed stays below 2^127, and so does what is made of it later.
std::optional<ResizeAxis> axis_by(Coordinates mode, std::uint64_t in, std::uint64_t out, const Scale& scale,
                                  const Region& region);

// Both ends as multiples of one power of two.
std::optional<Region> region_of(double start, double end);
// Of a positive float.
std::optional<Scale> scale_of(double scale);

// The length of an axis of the result: floor(in * scale * (end - start)), or in / (factor / divisor), rounded half up.
std::optional<std::uint64_t> scaled_length(std::uint64_t in, double scale, const Region& region);
std::optional<std::uint64_t> rounded_length(std::uint64_t in, const Scale& scale);

}  // namespace etalon::impl::resizing
