// SPDX-License-Identifier: Apache-2.0
// Floor 2. Algebras: how C++ reaches the scalars. An algebra is a type with a Value, load and store of element i, and
// for each operation a function and the events it raises. The reference is written once over any algebra; Counting<A>
// is A with its events noted; exact/ has one for rationals.
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

template <unsigned Bits> struct Int {
  using Value = std::int64_t;
  static Value load(const void* data, std::uint64_t i) { return int_wrap(load_pattern<Bits>(data, i), Bits); }
  static void store(void* data, std::uint64_t i, Value v) {
    store_pattern<Bits>(data, i, static_cast<Word<Bits>>(uint_wrap(static_cast<std::uint64_t>(v), Bits)));
  }
  static Value add(Value a, Value b) { return int_add(a, b, Bits); }
  static Value mul(Value a, Value b) { return int_mul(a, b, Bits); }
  static unsigned add_events(Value a, Value b) { return int_add_wraps(a, b, Bits) ? EVENT_WRAP : 0; }
  static unsigned mul_events(Value a, Value b) { return int_mul_wraps(a, b, Bits) ? EVENT_WRAP : 0; }
};

template <unsigned Bits> struct UInt {
  using Value = std::uint64_t;
  static Value load(const void* data, std::uint64_t i) { return load_pattern<Bits>(data, i); }
  static void store(void* data, std::uint64_t i, Value v) { store_pattern<Bits>(data, i, static_cast<Word<Bits>>(v)); }
  static Value add(Value a, Value b) { return uint_add(a, b, Bits); }
  static Value mul(Value a, Value b) { return uint_mul(a, b, Bits); }
  static unsigned add_events(Value a, Value b) { return uint_add_wraps(a, b, Bits) ? EVENT_WRAP : 0; }
  static unsigned mul_events(Value a, Value b) { return uint_mul_wraps(a, b, Bits) ? EVENT_WRAP : 0; }
};

// The events of a floating-point operation, by the integer text: processors' flags are not all alike.
template <auto Operation> unsigned events_of(binary_format format, std::uint64_t a, std::uint64_t b) {
  unsigned events = 0;
  Operation(format, a, b, &events);
  return events;
}

// float16 and bfloat16: the value is the pattern.
template <unsigned Fraction> struct Half {
  using Value = std::uint16_t;
  static constexpr binary_format format{16, Fraction};
  static Value load(const void* data, std::uint64_t i) { return load_pattern<16>(data, i); }
  static void store(void* data, std::uint64_t i, Value v) { store_pattern<16>(data, i, v); }
  static Value add(Value a, Value b) { return result_of<binary_add>(a, b); }
  static Value mul(Value a, Value b) { return result_of<binary_mul>(a, b); }
  static unsigned add_events(Value a, Value b) { return events_of<binary_add>(format, a, b); }
  static unsigned mul_events(Value a, Value b) { return events_of<binary_mul>(format, a, b); }

 private:
  template <auto Operation> static Value result_of(Value a, Value b) {
    unsigned events = 0;
    return static_cast<Value>(Operation(format, a, b, &events));
  }
};

struct Float {
  using Value = float;
  static Value load(const void* data, std::uint64_t i) { return f32_of_bits(load_pattern<32>(data, i)); }
  static void store(void* data, std::uint64_t i, Value v) { store_pattern<32>(data, i, f32_bits(v)); }
  static Value add(Value a, Value b) { return f32_add(a, b); }
  static Value mul(Value a, Value b) { return f32_mul(a, b); }
  static unsigned add_events(Value a, Value b) { return events_of<binary_add>(FORMAT_FLOAT, f32_bits(a), f32_bits(b)); }
  static unsigned mul_events(Value a, Value b) { return events_of<binary_mul>(FORMAT_FLOAT, f32_bits(a), f32_bits(b)); }
};

struct Double {
  using Value = double;
  static Value load(const void* data, std::uint64_t i) { return f64_of_bits(load_pattern<64>(data, i)); }
  static void store(void* data, std::uint64_t i, Value v) { store_pattern<64>(data, i, f64_bits(v)); }
  static Value add(Value a, Value b) { return f64_add(a, b); }
  static Value mul(Value a, Value b) { return f64_mul(a, b); }
  static unsigned add_events(Value a, Value b) {
    return events_of<binary_add>(FORMAT_DOUBLE, f64_bits(a), f64_bits(b));
  }
  static unsigned mul_events(Value a, Value b) {
    return events_of<binary_mul>(FORMAT_DOUBLE, f64_bits(a), f64_bits(b));
  }
};

// An algebra as a loop sees it: operations are members, so that a counting one can note what each raised.
template <class A> struct Plain : A {
  static constexpr bool counting = false;
};

template <class A> struct Counting {
  using Value = typename A::Value;
  static constexpr bool counting = true;
  static Value load(const void* data, std::uint64_t i) { return A::load(data, i); }
  static void store(void* data, std::uint64_t i, const Value& v) { A::store(data, i, v); }
  Value add(const Value& a, const Value& b) {
    raised |= A::add_events(a, b);
    return A::add(a, b);
  }
  Value mul(const Value& a, const Value& b) {
    raised |= A::mul_events(a, b);
    return A::mul(a, b);
  }

  unsigned raised = 0;  // by the element at hand
};

}  // namespace etalon::impl
