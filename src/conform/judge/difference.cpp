// SPDX-License-Identifier: Apache-2.0
// Floor 8. See difference.hpp.
#include "conform/judge/difference.hpp"

#include <algorithm>

#include "tensor/pattern.hpp"
#include "text/literal.hpp"

namespace etalon::impl {
namespace {

struct Placed {
  bool negative;
  std::uint64_t magnitude;  // how many numbers of the type lie between it and zero
};

Placed placed(const DTypeInfo& type, std::uint64_t pattern) {
  if (type.kind == Kind::unsigned_ || type.kind == Kind::boolean) return {false, pattern};
  const std::uint64_t sign = std::uint64_t{1} << (type.bits - 1);
  const bool negative = (pattern & sign) != 0;
  if (type.kind == Kind::floating) return {negative, pattern & (sign - 1)};
  return {negative,
          negative ? 2 * (sign - 1) + 2 - pattern : pattern};  // two's complement; modulo 2^64 where it is that wide
}

bool is_nan(const DTypeInfo& type, std::uint64_t pattern) {
  if (type.kind != Kind::floating) return false;
  const std::uint64_t sign = std::uint64_t{1} << (type.bits - 1), fraction = (std::uint64_t{1} << type.fraction) - 1;
  return (pattern & (sign - 1)) > sign - 1 - fraction;  // beyond infinity, which has a fraction of zeros
}

}  // namespace

std::uint64_t steps_between(DType type, std::uint64_t x, std::uint64_t y) {
  const Placed a = placed(info(type), x), b = placed(info(type), y);
  if (a.negative != b.negative) {
    const std::uint64_t sum = a.magnitude + b.magnitude;
    return sum < a.magnitude ? UINT64_MAX : sum;  // of int64, whose ends are 2^64 - 1 apart, this never is
  }
  return std::max(a.magnitude, b.magnitude) - std::min(a.magnitude, b.magnitude);
}

Difference difference(const TensorView& given, const TensorView& expected) {
  const DTypeInfo& type = info(given.type);
  Difference all{given.shape.count};
  for (std::uint64_t i = 0; i < given.shape.count; ++i) {
    const std::uint64_t x = pattern_at(given, i), y = pattern_at(expected, i);
    if (x == y) continue;
    if (all.other_bits++ == 0) {
      all.first = i;
      all.given = bits_at(given, i);
      all.expected = bits_at(expected, i);
    }
    const bool no_x = is_nan(type, x), no_y = is_nan(type, y);
    if (no_x && no_y) continue;
    ++all.other_values;
    if (no_x || no_y)
      ++all.other_kinds;
    else
      all.ulp = std::max(all.ulp, steps_between(given.type, x, y));
  }
  return all;
}

void Difference::add(const Difference& more, std::uint64_t number) {
  if (other_bits == 0 && more.other_bits > 0) {
    output = number;
    first = more.first;
    given = more.given;
    expected = more.expected;
  }
  elements += more.elements;
  other_bits += more.other_bits;
  other_values += more.other_values;
  other_kinds += more.other_kinds;
  ulp = std::max(ulp, more.ulp);
}

}  // namespace etalon::impl
