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
#include "scalar/integer.h"
#include "scalar/nibble.h"
#include "tensor/dtype.hpp"

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

template <unsigned Bits> struct Int {
  using Value = std::int64_t;
  static Value load(const void* data, std::uint64_t i) { return int_wrap(load_pattern<Bits>(data, i), Bits); }
  static void store(void* data, std::uint64_t i, Value v) {
    store_pattern<Bits>(data, i, static_cast<Word<Bits>>(uint_wrap(static_cast<std::uint64_t>(v), Bits)));
  }
  static Value zero() { return 0; }
  static bool is_zero(Value v) { return v == 0; }
  static Value add(Value a, Value b, unsigned* events) {
    note(events, EVENT_WRAP, int_add_wraps(a, b, Bits));
    return int_add(a, b, Bits);
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
};

template <unsigned Bits> struct UInt {
  using Value = std::uint64_t;
  static Value load(const void* data, std::uint64_t i) { return load_pattern<Bits>(data, i); }
  static void store(void* data, std::uint64_t i, Value v) { store_pattern<Bits>(data, i, static_cast<Word<Bits>>(v)); }
  static Value zero() { return 0; }
  static bool is_zero(Value v) { return v == 0; }
  static Value add(Value a, Value b, unsigned* events) {
    note(events, EVENT_WRAP, uint_add_wraps(a, b, Bits));
    return uint_add(a, b, Bits);
  }
  static Value mul(Value a, Value b, unsigned* events) {
    note(events, EVENT_WRAP, uint_mul_wraps(a, b, Bits));
    return uint_mul(a, b, Bits);
  }
  static Value div_floor(Value a, Value b, unsigned*) { return uint_div(a, b); }
  static Value div_truncate(Value a, Value b, unsigned*) { return uint_div(a, b); }
};

// One byte. A caller's byte is true where it is not 0; what is stored is 0 or 1. Truth values have no arithmetic.
struct Boolean {
  using Value = bool;
  static Value load(const void* data, std::uint64_t i) { return load_pattern<8>(data, i) != 0; }
  static void store(void* data, std::uint64_t i, Value v) { store_pattern<8>(data, i, v ? 1 : 0); }
};

// Where results of each format come from: float16 and bfloat16 are carried as their pattern and computed by the integer
// text, float and double by the processor.
template <unsigned Bits, unsigned Fraction> struct Arithmetic {
  using Value = std::uint16_t;
  static constexpr binary_format format{16, Fraction};
  static Value of(std::uint64_t pattern) { return static_cast<Value>(pattern); }
  static std::uint64_t pattern(Value v) { return v; }
  static Value add(Value a, Value b) { return by_text<binary_add>(a, b); }
  static Value mul(Value a, Value b) { return by_text<binary_mul>(a, b); }
  static Value div(Value a, Value b) { return by_text<binary_div>(a, b); }
  static Value fma(Value a, Value b, Value c) { return by_text<binary_fma>(a, b, c); }

 private:
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
  static constexpr auto add = f32_add, mul = f32_mul, div = f32_div;
  static constexpr auto fma = f32_fma;
};
template <> struct Arithmetic<64, 52> {
  using Value = double;
  static Value of(std::uint64_t pattern) { return f64_of_bits(pattern); }
  static std::uint64_t pattern(Value v) { return f64_bits(v); }
  static constexpr auto add = f64_add, mul = f64_mul, div = f64_div;
  static constexpr auto fma = f64_fma;
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
  static Value add(Value a, Value b, unsigned* events) {
    raise<binary_add>(events, a, b);
    return Results::add(a, b);
  }
  static Value mul(Value a, Value b, unsigned* events) {
    raise<binary_mul>(events, a, b);
    return Results::mul(a, b);
  }
  static Value div(Value a, Value b, unsigned* events) {
    raise<binary_div>(events, a, b);
    return Results::div(a, b);
  }
  static Value fma(Value a, Value b, Value c, unsigned* events) {
    raise<binary_fma>(events, a, b, c);
    return Results::fma(a, b, c);
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

// A value of one format in another.
template <class To, class From> typename To::Value converted(typename From::Value v, unsigned* events) {
  unsigned ignored = 0;
  return To::of(binary_convert(From::format, To::format, From::pattern(v), events != nullptr ? events : &ignored));
}

}  // namespace etalon::impl
