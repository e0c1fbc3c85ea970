// SPDX-License-Identifier: Apache-2.0
//
// The vocabulary of the oracle: formats, events, answers. The oracle judges the scalar arithmetic of Etalon from
// outside, so nothing in this folder includes or copies anything of src/.
//
// Operands and results are bit patterns held in the low bits of a std::uint64_t, upper bits zero.
#pragma once

#include <cstdint>

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

enum Event : unsigned { invalid = 1, divide_by_zero = 2, overflow = 4, underflow = 8, inexact = 16 };

struct Answer {
  std::uint64_t bits;
  unsigned events;  // a set of Event

  friend constexpr bool operator==(const Answer&, const Answer&) = default;
};

}  // namespace oracle
