// SPDX-License-Identifier: Apache-2.0
//
// The parts of small_float.hpp that need not be fast: infinities, NaNs, and the choice of a format at run time.
#include "oracle/arithmetic/small_float.hpp"

#include <stdexcept>

namespace oracle {
namespace {

Answer invalid_operation(Format f) { return {canonical_nan(f), invalid}; }

// The answer when an operand is a NaN: quiet ones pass silently, a signalling one is an invalid operation.
Answer nan_answer(Format f, bool any_signalling) { return {canonical_nan(f), any_signalling ? unsigned{invalid} : 0U}; }

template <typename F16, typename Bf16> Answer choose(Format f, F16 in_float16, Bf16 in_bfloat16) {
  if (f.bits == float16.bits && f.fraction == float16.fraction) {
    return in_float16();
  }
  if (f.bits == bfloat16.bits && f.fraction == bfloat16.fraction) {
    return in_bfloat16();
  }
  throw std::invalid_argument("small_float: not a 16-bit format");
}

}  // namespace

namespace small {

Answer special_add(Format f, std::uint64_t a, std::uint64_t b) {
  if (is_nan(f, a) || is_nan(f, b)) {
    return nan_answer(f, is_signalling(f, a) || is_signalling(f, b));
  }
  if (is_infinite(f, a) && is_infinite(f, b) && a != b) {
    return invalid_operation(f);
  }
  return {is_infinite(f, a) ? a : b, 0};
}

Answer special_mul(Format f, std::uint64_t a, std::uint64_t b) {
  if (is_nan(f, a) || is_nan(f, b)) {
    return nan_answer(f, is_signalling(f, a) || is_signalling(f, b));
  }
  if (is_zero(f, a) || is_zero(f, b)) {
    return invalid_operation(f);
  }
  return {sign(f, a ^ b) | infinity(f), 0};
}

Answer special_div(Format f, std::uint64_t a, std::uint64_t b) {
  if (is_nan(f, a) || is_nan(f, b)) {
    return nan_answer(f, is_signalling(f, a) || is_signalling(f, b));
  }
  if (is_infinite(f, a) && is_infinite(f, b)) {
    return invalid_operation(f);
  }
  return {sign(f, a ^ b) | (is_infinite(f, a) ? infinity(f) : 0), 0};
}

// IEEE 754 leaves open whether 0 * infinity + quiet NaN is an invalid operation. Etalon decides: it is, because the
// invalid product must not be hidden by the addend.
Answer special_fma(Format f, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  if ((is_zero(f, a) && is_infinite(f, b)) || (is_infinite(f, a) && is_zero(f, b))) {
    return invalid_operation(f);
  }
  if (is_nan(f, a) || is_nan(f, b) || is_nan(f, c)) {
    return nan_answer(f, is_signalling(f, a) || is_signalling(f, b) || is_signalling(f, c));
  }
  if (!is_infinite(f, a) && !is_infinite(f, b)) {
    return {c, 0};
  }
  const std::uint64_t product = sign(f, a ^ b) | infinity(f);
  return is_infinite(f, c) && c != product ? invalid_operation(f) : Answer{product, 0};
}

}  // namespace small

Answer small_add(Format f, std::uint64_t a, std::uint64_t b) {
  return choose(f, [&] { return small_add<float16>(a, b); }, [&] { return small_add<bfloat16>(a, b); });
}

Answer small_sub(Format f, std::uint64_t a, std::uint64_t b) {
  return choose(f, [&] { return small_sub<float16>(a, b); }, [&] { return small_sub<bfloat16>(a, b); });
}

Answer small_mul(Format f, std::uint64_t a, std::uint64_t b) {
  return choose(f, [&] { return small_mul<float16>(a, b); }, [&] { return small_mul<bfloat16>(a, b); });
}

Answer small_div(Format f, std::uint64_t a, std::uint64_t b) {
  return choose(f, [&] { return small_div<float16>(a, b); }, [&] { return small_div<bfloat16>(a, b); });
}

Answer small_fma(Format f, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return choose(f, [&] { return small_fma<float16>(a, b, c); }, [&] { return small_fma<bfloat16>(a, b, c); });
}

}  // namespace oracle
