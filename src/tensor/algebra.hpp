// SPDX-License-Identifier: Apache-2.0
// Floor 2. Algebras: how C++ reaches the scalars. An algebra is a type with a Value, load and store of element i, zero,
// and a function for each operation, which adds what happened to *events unless that is null (a constant that folds
// away). The reference is written once over any algebra; exact/ has one for rationals.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "scalar/events.h"
#include "scalar/floats.h"
#include "scalar/fraction.h"
#include "scalar/integer.h"
#include "scalar/nibble.h"
#include "scalar/root.h"
#include "tensor/dtype.hpp"
#include "tensor/functions.hpp"

namespace etalon::impl {

template <unsigned Bits>
using Word = std::conditional_t<
    Bits <= 8, std::uint8_t,
    std::conditional_t<Bits == 16, std::uint16_t, std::conditional_t<Bits == 32, std::uint32_t, std::uint64_t>>>;

// Element i as it is stored, through memcpy: a caller's buffer has bytes, not objects.
template <unsigned Bits> Word<Bits> load_pattern(const void* data, std::uint64_t i) {
  if constexpr (Bits == 4) return nibble_load(static_cast<const std::uint8_t*>(data), i);
  Word<Bits> word;
  std::memcpy(&word, static_cast<const std::byte*>(data) + i * sizeof word, sizeof word);
  return word;
}

template <unsigned Bits> void store_pattern(void* data, std::uint64_t i, Word<Bits> word) {
  if constexpr (Bits == 4) return nibble_store(static_cast<std::uint8_t*>(data), i, word);
  std::memcpy(static_cast<std::byte*>(data) + i * sizeof word, &word, sizeof word);
}

inline void note(unsigned* events, unsigned event, bool happened) {
  if (events != nullptr && happened) *events |= event;
}
inline void note(unsigned* events, unsigned happened) {
  if (events != nullptr) *events |= happened;
}

// An integer to a power that is not negative, modulo the type: squares and products, from the highest digit of the
// exponent on. A power wraps where a step does, since no magnitude is smaller than that of an earlier step; but 0, 1
// and -1 never do.
template <class A> typename A::Value integer_power(typename A::Value a, std::uint64_t exponent, unsigned* events) {
  typename A::Value power = 1;
  for (unsigned digit = 64 - leading_zeros(exponent | 1); digit-- > 0;) {
    power = A::mul(power, power, events);
    if ((exponent >> digit & 1) != 0) power = A::mul(power, a, events);
  }
  return power;
}

// An integer to the power of an exact number: an integer that is not negative, or a floating-point number, which gives
// the power rounded once to double and converted as a double is, with the events of that.
template <class A> typename A::Value power_of_integer(typename A::Value a, const exact_value& b, unsigned* events) {
  if (b.kind == VALUE_INTEGER) return integer_power<A>(a, b.significand, events);
  unsigned ignored = 0;
  const std::uint64_t base = binary_of_value(FORMAT_DOUBLE, A::unpack(a), &ignored);
  const std::uint64_t power = power_of(FORMAT_DOUBLE, base, b, &ignored);
  return A::pack(binary_value(FORMAT_DOUBLE, power), events);
}

// What stored integers have in common, signed or not.
template <class V> struct Whole {
  using Value = V;
  static Value zero() { return 0; }
  static bool is_zero(Value v) { return v == 0; }
  static bool is_nan(Value) { return false; }
  static Value quiet(Value v, unsigned* = nullptr) { return v; }
  static bool less(Value a, Value b, unsigned* = nullptr) { return a < b; }
  static bool equal(Value a, Value b, unsigned*) { return a == b; }
  static bool less_or_equal(Value a, Value b, unsigned*) { return a <= b; }
  static Value choose(bool first, Value a, Value b) { return first ? a : b; }
  static Value larger(Value a, Value b, unsigned*) { return a < b ? b : a; }
  static Value smaller(Value a, Value b, unsigned*) { return b < a ? b : a; }
};

template <unsigned Bits> struct Int : Whole<std::int64_t> {
  static Value lowest() { return int_lowest(Bits); }
  static Value highest() { return int_highest(Bits); }
  static Value load(const void* data, std::uint64_t i) { return int_wrap(load_pattern<Bits>(data, i), Bits); }
  static void store(void* data, std::uint64_t i, Value v) {
    store_pattern<Bits>(data, i, static_cast<Word<Bits>>(uint_wrap(static_cast<std::uint64_t>(v), Bits)));
  }
  static Value add(Value a, Value b, unsigned* events) {
    note(events, EVENT_WRAP, int_add_wraps(a, b, Bits));
    return int_add(a, b, Bits);
  }
  static Value sub(Value a, Value b, unsigned* events) {
    note(events, EVENT_WRAP, int_sub_wraps(a, b, Bits));
    return int_sub(a, b, Bits);
  }
  static Value mul(Value a, Value b, unsigned* events) {
    note(events, EVENT_WRAP, int_mul_wraps(a, b, Bits));
    return int_mul(a, b, Bits);
  }
  static Value div_floor(Value a, Value b, unsigned* events) {
    note(events, EVENT_WRAP, int_div_wraps(a, b, Bits));
    note(events, EVENT_FLOOR, int_div_floor_differs(a, b));
    return int_div_floor(a, b, Bits);
  }
  static Value div_truncate(Value a, Value b, unsigned* events) {
    note(events, EVENT_WRAP, int_div_wraps(a, b, Bits));
    return int_div_truncate(a, b, Bits);
  }
  static Value neg(Value a, unsigned* events) {
    note(events, EVENT_WRAP, int_negate_wraps(a, Bits));
    return int_negate(a, Bits);
  }
  static Value abs(Value a, unsigned* events) {
    note(events, EVENT_WRAP, int_negate_wraps(a, Bits));
    return int_abs(a, Bits);
  }
  static Value pow(Value a, const exact_value& b, unsigned* events) { return power_of_integer<Int>(a, b, events); }
  static Value max(Value a, Value b, unsigned*) { return int_max(a, b); }
  static Value min(Value a, Value b, unsigned*) { return int_min(a, b); }
  static Value number(double v) { return pack(binary_value(FORMAT_DOUBLE, f64_bits(v)), nullptr); }
  static exact_value unpack(Value v) { return value_of_int(v); }
  static Value pack(const exact_value& x, unsigned* events) {
    note(events, int_events_of_value(x, Bits));
    return int_of_value(x, Bits);
  }
  static Value quantised(const fraction& x, Value zero_point, unsigned* events) {
    unsigned ignored = 0;
    return fraction_quantised(x, zero_point, lowest(), highest(), events != nullptr ? events : &ignored);
  }
};

template <unsigned Bits> struct UInt : Whole<std::uint64_t> {
  static Value lowest() { return 0; }
  static Value highest() { return uint_highest(Bits); }
  static Value load(const void* data, std::uint64_t i) { return load_pattern<Bits>(data, i); }
  static void store(void* data, std::uint64_t i, Value v) { store_pattern<Bits>(data, i, static_cast<Word<Bits>>(v)); }
  static Value add(Value a, Value b, unsigned* events) {
    note(events, EVENT_WRAP, uint_add_wraps(a, b, Bits));
    return uint_add(a, b, Bits);
  }
  static Value sub(Value a, Value b, unsigned* events) {
    note(events, EVENT_WRAP, uint_sub_wraps(a, b, Bits));
    return uint_sub(a, b, Bits);
  }
  static Value mul(Value a, Value b, unsigned* events) {
    note(events, EVENT_WRAP, uint_mul_wraps(a, b, Bits));
    return uint_mul(a, b, Bits);
  }
  static Value div_floor(Value a, Value b, unsigned*) { return uint_div(a, b); }
  static Value div_truncate(Value a, Value b, unsigned*) { return uint_div(a, b); }
  static Value abs(Value a, unsigned*) { return a; }
  static Value pow(Value a, const exact_value& b, unsigned* events) { return power_of_integer<UInt>(a, b, events); }
  static Value max(Value a, Value b, unsigned*) { return uint_max(a, b); }
  static Value min(Value a, Value b, unsigned*) { return uint_min(a, b); }
  static Value number(double v) { return pack(binary_value(FORMAT_DOUBLE, f64_bits(v)), nullptr); }
  static exact_value unpack(Value v) { return value_of_uint(v); }
  static Value pack(const exact_value& x, unsigned* events) {
    note(events, uint_events_of_value(x, Bits));
    return uint_of_value(x, Bits);
  }
  // Of at most 32 bits.
  static Value quantised(const fraction& x, Value zero_point, unsigned* events) {
    unsigned ignored = 0;
    return static_cast<Value>(fraction_quantised(x, static_cast<std::int64_t>(zero_point), 0,
                                                 static_cast<std::int64_t>(highest()),
                                                 events != nullptr ? events : &ignored));
  }
};

// One byte. A caller's byte is true where it is not 0; what is stored is 0 or 1. Truth values have no arithmetic.
struct Boolean {
  using Value = bool;
  static Value load(const void* data, std::uint64_t i) { return load_pattern<8>(data, i) != 0; }
  static void store(void* data, std::uint64_t i, Value v) { store_pattern<8>(data, i, v ? 1 : 0); }
  static Value zero() { return false; }
  static Value number(double v) { return v != 0; }
  static Value choose(bool first, Value a, Value b) { return first ? a : b; }
  static exact_value unpack(Value v) { return value_of_uint(v ? 1 : 0); }
  static Value pack(const exact_value& x, unsigned* events) {
    note(events, bool_events_of_value(x));
    return bool_of_value(x) != 0;
  }
};

// Where results of each format come from: float16 and bfloat16 are carried as their pattern and computed by the integer
// text, float and double by the processor.
template <unsigned Bits, unsigned Fraction> struct Arithmetic {
  using Value = std::uint16_t;
  static constexpr binary_format format{16, Fraction};
  static Value of(std::uint64_t pattern) { return static_cast<Value>(pattern); }
  static std::uint64_t pattern(Value v) { return v; }
  static Value add(Value a, Value b) { return by_text<binary_add>(a, b); }
  static Value sub(Value a, Value b) { return by_text<binary_sub>(a, b); }
  static Value mul(Value a, Value b) { return by_text<binary_mul>(a, b); }
  static Value div(Value a, Value b) { return by_text<binary_div>(a, b); }
  static Value fma(Value a, Value b, Value c) { return by_text<binary_fma>(a, b, c); }
  static Value neg(Value a) { return by_text<binary_negate>(a); }
  static Value abs(Value a) { return by_text<binary_abs>(a); }
  static Value sqrt(Value a) { return by_text<binary_sqrt>(a); }
  static Value floor(Value a) { return by_text<binary_floor>(a); }
  static Value ceil(Value a) { return by_text<binary_ceil>(a); }
  static Value round(Value a) { return by_text<binary_nearest>(a); }
  static Value quiet(Value a) { return by_text<binary_quiet>(a); }
  static Value max(Value a, Value b) { return by_text<binary_max>(a, b); }
  static Value min(Value a, Value b) { return by_text<binary_min>(a, b); }
  static bool less(Value a, Value b) { return holds<binary_less>(a, b); }
  static bool equal(Value a, Value b) { return holds<binary_equal>(a, b); }
  static bool less_or_equal(Value a, Value b) { return holds<binary_less_or_equal>(a, b); }

 private:
  template <auto Text> [[gnu::flatten]] static bool holds(Value a, Value b) {
    unsigned ignored = 0;
    return Text(format, a, b, &ignored) != 0;
  }
  // Flattened, so that the format is a constant inside and its parameters fold away.
  template <auto Text, class... V> [[gnu::flatten]] static Value by_text(V... v) {
    unsigned ignored = 0;
    return of(Text(format, v..., &ignored));
  }
};
template <> struct Arithmetic<32, 23> {
  using Value = float;
  static Value of(std::uint64_t pattern) { return f32_of_bits(static_cast<std::uint32_t>(pattern)); }
  static std::uint64_t pattern(Value v) { return f32_bits(v); }
  static constexpr auto add = f32_add, sub = f32_sub, mul = f32_mul, div = f32_div, max = f32_max, min = f32_min;
  static constexpr auto neg = f32_negate, abs = f32_abs, quiet = f32_one_nan, sqrt = f32_sqrt;
  static constexpr auto floor = f32_floor, ceil = f32_ceil, round = f32_nearest;
  static constexpr auto fma = f32_fma;
  static constexpr auto less = f32_less, equal = f32_equal, less_or_equal = f32_less_or_equal;
};
template <> struct Arithmetic<64, 52> {
  using Value = double;
  static Value of(std::uint64_t pattern) { return f64_of_bits(pattern); }
  static std::uint64_t pattern(Value v) { return f64_bits(v); }
  static constexpr auto add = f64_add, sub = f64_sub, mul = f64_mul, div = f64_div, max = f64_max, min = f64_min;
  static constexpr auto neg = f64_negate, abs = f64_abs, quiet = f64_one_nan, sqrt = f64_sqrt;
  static constexpr auto floor = f64_floor, ceil = f64_ceil, round = f64_nearest;
  static constexpr auto fma = f64_fma;
  static constexpr auto less = f64_less, equal = f64_equal, less_or_equal = f64_less_or_equal;
};

// A floating-point type. Events always come from the integer text: processors' flags are not all alike.
template <unsigned Bits, unsigned Fraction> struct Binary {
  using Results = Arithmetic<Bits, Fraction>;
  using Value = typename Results::Value;
  static constexpr binary_format format{Bits, Fraction};

  static Value of(std::uint64_t pattern) { return Results::of(pattern); }
  static std::uint64_t pattern(Value v) { return Results::pattern(v); }
  static Value load(const void* data, std::uint64_t i) { return of(load_pattern<Bits>(data, i)); }
  static void store(void* data, std::uint64_t i, Value v) {
    store_pattern<Bits>(data, i, static_cast<Word<Bits>>(pattern(v)));
  }
  static Value zero() { return of(0); }
  static Value lowest() { return of(binary_sign_bit(format) | binary_infinity(format)); }
  static Value highest() { return of(binary_infinity(format)); }
  static Value add(Value a, Value b, unsigned* events) {
    raise<binary_add>(events, a, b);
    return Results::add(a, b);
  }
  static Value sub(Value a, Value b, unsigned* events) {
    raise<binary_sub>(events, a, b);
    return Results::sub(a, b);
  }
  static Value mul(Value a, Value b, unsigned* events) {
    raise<binary_mul>(events, a, b);
    return Results::mul(a, b);
  }
  static Value div(Value a, Value b, unsigned* events) {
    raise<binary_div>(events, a, b);
    return Results::div(a, b);
  }
  static Value div_count(Value a, std::uint64_t count, unsigned* events) {
    unsigned ignored = 0;
    return of(binary_div_count(format, pattern(a), count, events != nullptr ? events : &ignored));
  }
  static Value fma(Value a, Value b, Value c, unsigned* events) {
    raise<binary_fma>(events, a, b, c);
    return Results::fma(a, b, c);
  }
  static Value neg(Value a, unsigned* events) {
    raise<binary_negate>(events, a);
    return Results::neg(a);
  }
  static Value abs(Value a, unsigned* events) {
    raise<binary_abs>(events, a);
    return Results::abs(a);
  }
  static Value sqrt(Value a, unsigned* events) {
    raise<binary_sqrt>(events, a);
    return Results::sqrt(a);
  }
  static Value root_of_squares(Value a, unsigned* events) { return sqrt(a, events); }  // of a sum of squares
  static Value pow(Value a, const exact_value& b, unsigned* events) {
    if constexpr (std::is_floating_point_v<Value>)
      if (events == nullptr) return power_of(a, b);
    unsigned ignored = 0;
    return of(power_of(format, pattern(a), b, events != nullptr ? events : &ignored));
  }
  template <RealFunction f> static Value function(Value a, unsigned* events) {
    if constexpr (std::is_floating_point_v<Value>)
      if (events == nullptr) return function_of(f, a);
    unsigned ignored = 0;
    return of(function_of(f, format, pattern(a), events != nullptr ? events : &ignored));
  }
  static Value floor(Value a, unsigned* events) {
    raise<binary_floor>(events, a);
    return Results::floor(a);
  }
  static Value ceil(Value a, unsigned* events) {
    raise<binary_ceil>(events, a);
    return Results::ceil(a);
  }
  // To the nearest integer, of two the even one.
  static Value round(Value a, unsigned* events) {
    raise<binary_nearest>(events, a);
    return Results::round(a);
  }
  static Value max(Value a, Value b, unsigned* events) {
    raise<binary_max>(events, a, b);
    return Results::max(a, b);
  }
  static Value min(Value a, Value b, unsigned* events) {
    raise<binary_min>(events, a, b);
    return Results::min(a, b);
  }
  static bool is_nan(Value v) { return binary_is_nan(format, pattern(v)) != 0; }
  static Value quiet(Value v, unsigned* events = nullptr) {
    raise<binary_quiet>(events, v);
    return Results::quiet(v);
  }
  static bool less(Value a, Value b, unsigned* events = nullptr) {
    raise<binary_less>(events, a, b);
    return Results::less(a, b);
  }
  static bool equal(Value a, Value b, unsigned* events) {
    raise<binary_equal>(events, a, b);
    return Results::equal(a, b);
  }
  static bool less_or_equal(Value a, Value b, unsigned* events) {
    raise<binary_less_or_equal>(events, a, b);
    return Results::less_or_equal(a, b);
  }
  // The same of two numbers, but -0 is below +0.
  static bool below(Value a, Value b) { return binary_rank(format, pattern(a)) < binary_rank(format, pattern(b)); }
  static Value choose(bool first, Value a, Value b) { return first ? a : b; }
  // b where it is beyond a as numbers are compared, else a: zeros are alike, and a b that is a NaN is beyond nothing.
  static Value larger(Value a, Value b, unsigned* events) { return less(a, b, events) ? b : quiet(a, events); }
  static Value smaller(Value a, Value b, unsigned* events) { return less(b, a, events) ? b : quiet(a, events); }
  static Value number(double v) { return pack(binary_value(FORMAT_DOUBLE, f64_bits(v)), nullptr); }
  static exact_value unpack(Value v) { return binary_value(format, pattern(v)); }
  static Value pack(const exact_value& x, unsigned* events) {
    unsigned ignored = 0;
    return of(binary_of_value(format, x, events != nullptr ? events : &ignored));
  }
  static Value pack(const fraction& x, unsigned* events) {
    unsigned ignored = 0;
    return of(binary_of_fraction(format, x, events != nullptr ? events : &ignored));
  }

 private:
  template <auto Text, class... V> static void raise(unsigned* events, V... v) {
    if (events != nullptr) Text(format, pattern(v)..., events);
  }
};

using Half = Binary<16, 10>;
using BHalf = Binary<16, 7>;
using Float = Binary<32, 23>;
using Double = Binary<64, 52>;

// Numbers that are not rounded: products of elements, and one quotient.
struct Fractions {
  using Value = fraction;
  template <class From> static Value from(typename From::Value v) { return fraction_of_value(From::unpack(v)); }
  static const Value& unpack(const Value& v) { return v; }
  static Value mul(const Value& a, const Value& b, unsigned* events) {
    unsigned ignored = 0;
    return fraction_mul(a, b, events != nullptr ? events : &ignored);
  }
  static Value div(const Value& a, const Value& b, unsigned* events) {
    unsigned ignored = 0;
    return fraction_div(a, b, events != nullptr ? events : &ignored);
  }
};

// A value of one format in another.
template <class To, class From> typename To::Value converted(typename From::Value v, unsigned* events) {
  return To::pack(From::unpack(v), events);
}

}  // namespace etalon::impl
