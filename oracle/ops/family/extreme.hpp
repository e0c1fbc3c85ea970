// SPDX-License-Identifier: Apache-2.0
//
// The largest or smallest of some elements: a NaN absorbs, +0 is larger than -0; of none it is the end of the type on
// the other side. And the place of it among them.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/arithmetic/order.hpp"
#include "oracle/ops/max/max.hpp"
#include "oracle/ops/min/min.hpp"

namespace oracle {

enum class Wanted { largest, smallest };

constexpr std::uint64_t lowest_of(Type type) {
  if (type.kind == Kind::floating) {
    return infinity(type.format()) | sign_mask(type.format());
  }
  return type.kind == Kind::integer && type.is_signed ? power_of_two(type.bits - 1) : 0;
}
constexpr std::uint64_t highest_of(Type type) {
  if (type.kind == Kind::floating) {
    return infinity(type.format());
  }
  if (type.kind == Kind::boolean) {
    return 1;
  }
  return type.is_signed ? power_of_two(type.bits - 1) - 1 : ~std::uint64_t{0} >> (64 - type.bits);
}

constexpr Answer extreme(Type type, Wanted wanted, std::span<const std::uint64_t> elements) {
  if (elements.empty()) {
    return {wanted == Wanted::largest ? lowest_of(type) : highest_of(type), 0};
  }
  Answer best{elements[0], 0};
  for (const std::uint64_t x : elements) {
    const Answer next = wanted == Wanted::largest ? max(type, best.bits, x) : min(type, best.bits, x);
    best = {next.bits, best.events | next.events};
  }
  return best;
}

// The place of the first or last element that no other one is beyond; zeros of both signs are equal, NaNs are beyond
// all numbers and equal.
constexpr Answer place_of_extreme(Type type, Wanted wanted, bool last, std::span<const std::uint64_t> elements) {
  const auto is_beyond = [&](std::uint64_t a, std::uint64_t b) {
    if (not_a_number(type, a) || not_a_number(type, b)) {
      return not_a_number(type, a) && !not_a_number(type, b);
    }
    return wanted == Wanted::largest ? is_less(type, b, a) : is_less(type, a, b);
  };
  unsigned events = 0;
  std::uint64_t place = 0;
  bool is_found = false;
  for (std::size_t k = 0; k < elements.size(); ++k) {
    events |= nan_events(type, {elements[k]});
    bool is_best = true;
    for (const std::uint64_t other : elements) {
      is_best = is_best && !is_beyond(other, elements[k]);
    }
    if (is_best && (last || !is_found)) {
      place = k;
      is_found = true;
    }
  }
  return {place, events};
}

}  // namespace oracle
