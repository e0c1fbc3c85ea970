// SPDX-License-Identifier: Apache-2.0
// Floor 8. How far two tensors of one type and shape are apart, element by element. It says what is so, not whether it
// may be.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tensor/tensor.hpp"

namespace etalon::impl {

struct Difference {
  std::uint64_t elements = 0;
  std::uint64_t other_bits = 0;    // elements that are not the same bits
  std::uint64_t other_values = 0;  // those of them that are not both NaN
  std::uint64_t other_kinds = 0;   // those of them of which one is NaN
  std::uint64_t ulp = 0;           // the furthest that two numbers are apart, in numbers of the type
  std::optional<std::uint64_t> output = {}, first = {};  // the first element of other bits, and in which output
  std::string given = {}, expected = {};                 // its bits in both: "0x3F800000"

  void add(const Difference& more, std::uint64_t number);  // of another output, which has that number
};

// How many numbers of the type lie from one to the other; the patterns are those of numbers, not of a NaN.
std::uint64_t steps_between(DType type, std::uint64_t a, std::uint64_t b);

// Zeros of both signs have different bits and are 0 ulp apart. An infinity is the number after the largest one.
Difference difference(const TensorView& given, const TensorView& expected);

}  // namespace etalon::impl
