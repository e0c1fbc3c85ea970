// SPDX-License-Identifier: Apache-2.0
// Floor 7. How a sum becomes a quantised result: it is multiplied by a * b / y exactly, and rounded once. Here is what
// this takes and the exact result of one sum; rescale-inl.h makes most results in float, and asks here for the others.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "scalar/floats.h"
#include "scalar/fraction.h"

namespace etalon::impl {

// Scales are floats, positive and finite. A line is what has a scale of its own: a row or a column of the sums.
struct Rescale {
  const float *a = nullptr, *b = nullptr;
  std::size_t a_step = 0, b_step = 0;  // from a line to the next one, 0 or 1
  float y = 1;
  int zero_point = 0, lowest = 0, highest = 255;
  bool by_columns = false;         // that lines are columns
  const float* factors = nullptr;  // a * b / y of each line, as factor_of makes them

  bool has_lines() const { return a_step + b_step > 0; }
  // That of the sums from this line on.
  Rescale from(std::size_t line) const {
    Rescale part = *this;
    part.a += line * a_step, part.b += line * b_step;
    if (has_lines()) part.factors += line;
    return part;
  }

  // Within 2^-24 of its size of the exact factor, unless that is larger or very small. From 4096 on every sum but 0
  // gives an end of the range, so that a larger factor makes no difference; below 2^-126 every sum gives 0.
  float factor_of(std::size_t line) const {
    const double exact = static_cast<double>(a[line * a_step]) * static_cast<double>(b[line * b_step]) / y;
    return static_cast<float>(std::fmin(exact, 4096));
  }

  int exactly(std::int32_t sum, std::size_t line) const {
    const auto number = [](float x) {
      return fraction_of_value(binary_value(FORMAT_FLOAT, std::bit_cast<std::uint32_t>(x)));
    };
    unsigned events = 0;
    const fraction product = fraction_mul(fraction_of_value(value_of_int(sum)), number(a[line * a_step]), &events);
    const fraction v = fraction_div(fraction_mul(product, number(b[line * b_step]), &events), number(y), &events);
    return static_cast<int>(fraction_quantised(v, zero_point, lowest, highest, &events));
  }
};

inline bool is_scale(float x) { return x > 0 && std::isfinite(x); }

}  // namespace etalon::impl
