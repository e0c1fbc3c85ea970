// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/dequantizelinear/dequantizelinear.hpp"

#include "oracle/arithmetic/order.hpp"
#include "oracle/arithmetic/small_float.hpp"

namespace oracle {

Answer rounded_product(Format to, std::int64_t number, const Factor& scale, int power) {
  const std::uint64_t sign_bit = (number < 0) != scale.is_negative() ? sign_mask(to) : 0;
  if (scale.is_nan()) {
    return {canonical_nan(to), scale.is_signalling() ? unsigned{invalid} : 0U};
  }
  if (scale.is_infinite()) {
    return number == 0 ? Answer{canonical_nan(to), invalid} : Answer{sign_bit | infinity(to), 0};
  }
  if (number == 0 || scale.is_zero()) {
    return {sign_bit, 0};
  }
  const auto size = static_cast<std::uint64_t>(number < 0 ? -number : number);
  return in_narrow_format(to, [&]<Format F>() {
    return small::round_ratio<F>(sign_bit, size * scale.significand(), std::uint64_t{1}, scale.exponent() + power);
  });
}

Answer dequantizelinear(Format to, Integer type, std::uint64_t x, std::uint64_t zero_point, const Factor& scale) {
  return rounded_product(to, static_cast<std::int64_t>(rank_of(type, x) - rank_of(type, zero_point)), scale);
}

}  // namespace oracle
