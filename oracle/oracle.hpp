// SPDX-License-Identifier: Apache-2.0
//
// The vocabulary of the oracle: types, events, answers. The oracle judges Etalon from outside, so nothing in this
// folder includes or copies anything of src/.
//
//   ops/NAME/NAME.hpp             what the operator of src/ops/NAME gives, for elements or for coordinates
//   ops/NAME/NAME.calls.cpp       random calls of it, with their right results (call.hpp)
//   ops/NAME/NAME.campaign.cpp    its answers on all operands of a type (campaign.hpp), and NAME.sha256, their digests
//   ops/NAME/NAME.structured.cpp  operands that are hard to round for, with the answers (cases/structured.hpp)
//   arithmetic/                   what answers are computed with: integers, MPFR, GMP, dot products
//   indices/                      coordinates, broadcasting, moves
//   cases/                        operands that are hard on what is judged, and what the drawings of calls share
//   *.mpfr.cpp                    needs MPFR and GMP; calls and structured cases are linked with both, nothing else is
//
// Operands and results are bit patterns held in the low bits of a std::uint64_t, upper bits zero.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>

namespace oracle {

// An IEEE 754 binary format: total width and width of the fraction field, in bits.
struct Format {
  int bits;
  int fraction;
};

inline constexpr Format float16{16, 10};
inline constexpr Format bfloat16{16, 7};
inline constexpr Format float32{32, 23};
inline constexpr Format float64{64, 52};

// A two's complement or unsigned integer type of 4 to 64 bits.
struct Integer {
  int bits;
  bool is_signed;
};

// One byte, 0 or 1.
struct Boolean {};

enum class Kind { floating, integer, boolean };

// Any element type.
struct Type {
  constexpr Type(Format f) : kind(Kind::floating), bits(f.bits), fraction(f.fraction) {}
  constexpr Type(Integer t) : kind(Kind::integer), bits(t.bits), is_signed(t.is_signed) {}
  constexpr Type(Boolean) : kind(Kind::boolean), bits(8) {}

  constexpr Format format() const { return require(Kind::floating), Format{bits, fraction}; }
  constexpr Integer integer() const { return require(Kind::integer), Integer{bits, is_signed}; }

  friend constexpr bool operator==(const Type&, const Type&) = default;

  Kind kind;
  int bits;
  int fraction = 0;
  bool is_signed = false;

 private:
  // An operator that does not have a type must not be judged as if it had.
  constexpr void require(Kind wanted) const {
    if (kind != wanted) {
      throw std::invalid_argument("oracle: the operator does not have this type");
    }
  }
};

// The storable types, by their names and numbers in ONNX.
struct NamedType {
  const char* name;
  int number;
  Type type;
};
inline constexpr std::array<NamedType, 15> storable_types{{
    {"float16", 10, float16},
    {"bfloat16", 16, bfloat16},
    {"float", 1, float32},
    {"double", 11, float64},
    {"int4", 22, Integer{4, true}},
    {"int8", 3, Integer{8, true}},
    {"int16", 5, Integer{16, true}},
    {"int32", 6, Integer{32, true}},
    {"int64", 7, Integer{64, true}},
    {"uint4", 21, Integer{4, false}},
    {"uint8", 2, Integer{8, false}},
    {"uint16", 4, Integer{16, false}},
    {"uint32", 12, Integer{32, false}},
    {"uint64", 13, Integer{64, false}},
    {"bool", 9, Boolean{}},
}};

enum Event : unsigned {
  invalid = 1,
  divide_by_zero = 2,
  overflow = 4,
  underflow = 8,
  inexact = 16,
  wrapped = 32,  // an integer result is out of range
  // Of conversions from a floating-point to an integer type, where IEEE 754 has `invalid` for both.
  saturated = 128,
  nan_converted = 256,
  // Of a number that is rounded to an integer as a part of quantising it: it lay in the middle of two. Implementations
  // that add the zero point before they round give another integer there.
  tie = 512,
};

struct Answer {
  std::uint64_t bits;
  unsigned events;  // a set of Event

  friend constexpr bool operator==(const Answer&, const Answer&) = default;
};

}  // namespace oracle
