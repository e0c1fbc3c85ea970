// SPDX-License-Identifier: Apache-2.0
// Floor 7. Ends of a range of numbers that are at most so far from an element.
#pragma once

#include <span>

#include "accuracy/interval.hpp"
#include "tensor/pattern.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

enum class Side : bool { below, above };

// The pattern of a number that no number of the type exceeds on that side of the element, if it is at most `by` from
// it: element -+ by, rounded to nearest; of an integer type the end where there is no such number.
inline std::uint64_t farthest(const TensorView& tensor, std::uint64_t i, double by, Side side) {
  const DTypeInfo& type = info(tensor.type);
  const std::uint64_t given = pattern_at(tensor, i);
  if (by == 0) return given;
  if (type.kind == Kind::floating) {
    const Ends x = ends_of(tensor, i), moved = Interval::sum(x, {-by, by});
    unsigned ignored = 0;
    return binary_convert(FORMAT_DOUBLE, binary_format_of(type.bits, type.fraction),
                          f64_bits(side == Side::below ? moved.low : moved.high), &ignored);
  }
  // In the order of the numbers, from 0 on.
  const std::uint64_t most = type.kind == Kind::boolean ? 1 : ~std::uint64_t{0} >> (64 - type.bits),
                      sign = type.kind == Kind::signed_ ? most / 2 + 1 : 0, place = given ^ sign,
                      steps = by < static_cast<double>(most) ? static_cast<std::uint64_t>(by) : most;
  return (side == Side::below ? place - std::min(place, steps) : place + std::min(most - place, steps)) ^ sign;
}

// Widens ranges by so much, element by element; none where `by` is empty. Elements of 4 bits are written in ascending
// order, and all of them.
inline void widen(Tensor& low, Tensor& high, std::span<const double> by) {
  const Tensor least = low, most = high;
  for (std::size_t i = 0; i < by.size(); ++i) {
    set_pattern(low.view(), i, farthest(least.view(), i, by[i], Side::below));
    set_pattern(high.view(), i, farthest(most.view(), i, by[i], Side::above));
  }
}

// How far the results of a sum may be apart where it can be zero, in any admissible order: the sign of a zero is open
// ("CON-FLOAT-SUM"). It is below every other distance.
inline double apart_in_sign(const Tensor& low, const Tensor& high, std::size_t i) {
  if (info(low.type()).kind != Kind::floating) return 0;
  const bool may_be_zero = !(ends_of(low.view(), i).low > 0) && !(ends_of(high.view(), i).high < 0);
  return may_be_zero ? 0x1p-1074 : 0;
}

}  // namespace etalon::impl
