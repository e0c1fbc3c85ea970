// SPDX-License-Identifier: Apache-2.0
// Floor 7. See reals.hpp.
#include "accuracy/reals.hpp"

#include <bit>
#include <cmath>

#include "scalar/integer.h"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

binary_format format_of(DType type) { return binary_format_of(info(type).bits, info(type).fraction); }

}  // namespace

bool is_finite(const TensorView& tensor, std::uint64_t i) {
  if (tensor.type == DType::f32)
    return std::isfinite(static_cast<const float*>(tensor.data)[i]);  // most of what is asked
  if (info(tensor.type).kind != Kind::floating) return true;
  const binary_format f = format_of(tensor.type);
  return binary_magnitude(f, pattern_at(tensor, i)) < binary_infinity(f);
}
bool are_finite(const TensorView& tensor) {
  if (tensor.type == DType::f32) {
    const auto* numbers = static_cast<const float*>(tensor.data);
    bool all = true;
    for (std::uint64_t i = 0; i < tensor.shape.count; ++i) all &= std::isfinite(numbers[i]);
    return all;
  }
  for (std::uint64_t i = 0; i < tensor.shape.count; ++i)
    if (!is_finite(tensor, i)) return false;
  return true;
}

Number number_of(const TensorView& tensor, std::uint64_t i) {
  const std::uint64_t pattern = pattern_at(tensor, i);
  const DTypeInfo& type = info(tensor.type);
  Number number;
  mpz_ptr numerator = mpq_numref(number.get());
  if (type.kind != Kind::floating) {
    const bool negative = type.kind == Kind::signed_ && int_wrap(pattern, type.bits) < 0;
    const std::uint64_t size = negative ? 0 - static_cast<std::uint64_t>(int_wrap(pattern, type.bits)) : pattern;
    mpz_import(numerator, 1, -1, sizeof size, 0, 0, &size);
    if (negative) mpz_neg(numerator, numerator);
    return number;
  }
  const binary_exact exact = binary_unpack(format_of(tensor.type), pattern);
  mpz_import(numerator, 1, -1, sizeof exact.significand.low, 0, 0, &exact.significand.low);
  if (exact.sign != 0) mpz_neg(numerator, numerator);
  const auto distance = static_cast<mp_bitcnt_t>(std::abs(exact.exponent));
  exact.exponent < 0 ? mpq_div_2exp(number.get(), number.get(), distance)
                     : mpq_mul_2exp(number.get(), number.get(), distance);
  return number;
}

Reals reals_of(const TensorView& tensor) {
  Reals reals(static_cast<std::size_t>(tensor.shape.count));
  for (std::uint64_t i = 0; i < tensor.shape.count; ++i)
    if (is_finite(tensor, i))
      reals[i] = number_of(tensor, i);
    else
      reals[i] = NoValue::undefined;
  return reals;
}

Ends ends_of(const TensorView& tensor, std::uint64_t i) {
  const std::uint64_t pattern = pattern_at(tensor, i);
  if (tensor.type == DType::f32) {  // most of what there is, and quicker so
    const double x = std::bit_cast<float>(static_cast<std::uint32_t>(pattern));
    return {x, x};
  }
  const DTypeInfo& type = info(tensor.type);
  if (type.kind == Kind::floating) {
    unsigned ignored = 0;
    const double x =
        f64_of_bits(binary_convert(binary_format_of(type.bits, type.fraction), FORMAT_DOUBLE, pattern, &ignored));
    return {x, x};
  }
  const bool is_signed = type.kind == Kind::signed_;
  const std::int64_t number = is_signed ? int_wrap(pattern, type.bits) : 0;
  const double x = is_signed ? static_cast<double>(number) : static_cast<double>(pattern);
  if (std::abs(x) < 0x1p53) return {x, x};  // 2^53 itself may be 2^53 + 1, rounded
  return {std::nextafter(x, -HUGE_VAL), std::nextafter(x, HUGE_VAL)};
}

}  // namespace etalon::impl
