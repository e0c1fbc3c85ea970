// SPDX-License-Identifier: Apache-2.0
// Floor 7. What the calls of quantised operators have in common before they are sums of bytes.
#pragma once

#include "ops/family/quantised/requantise.hpp"
#include "simd/quantised/bytes.hpp"

namespace etalon::impl {

inline Bytes bytes_of(const Call& call, Inputs inputs, unsigned x, unsigned zero_point, bool per_line) {
  const auto bytes = [&](unsigned k) { return static_cast<const std::uint8_t*>(inputs[k]); };
  return {bytes(x), call.inputs[x]->type == DType::i8, call.has_input(zero_point) ? bytes(zero_point) : nullptr,
          per_line ? std::size_t{1} : std::size_t{0}};
}

// Without factors.
inline Rescale rescale_of(const Call& call, Inputs inputs, const Rescales& at, bool a_per_line, bool b_per_line) {
  const auto floats = [&](unsigned k) { return static_cast<const float*>(inputs[k]); };
  const IntegerEnds ends = IntegerEnds::of(call.outputs[0]->type);
  Rescale by;
  by.a = floats(at.a), by.a_step = a_per_line ? 1 : 0;
  by.b = floats(at.b), by.b_step = b_per_line ? 1 : 0;
  by.y = *floats(at.y);
  by.lowest = static_cast<int>(ends.low), by.highest = static_cast<int>(ends.high);
  const Bytes zero_point = bytes_of(call, inputs, at.zero_point, at.zero_point, false);
  by.zero_point = zero_point.zero(zero_point.is_signed, 0);
  return by;
}

// The memory for as many factors, in whole vectors.
inline std::size_t factors_bytes(std::size_t lines) {
  return lines == 0 ? 0 : aligned_size((lines + 1) * sizeof(float)) + scratch_alignment;
}

// Makes them; false: some scale is not positive and finite.
inline bool with_factors(Rescale& by, std::size_t lines, std::byte* memory) {
  if (lines == 0 || !is_scale(by.y)) return lines == 0;
  auto* const factors = reinterpret_cast<float*>(memory);
  for (std::size_t i = 0; i < lines; ++i) {
    if (!is_scale(by.a[i * by.a_step]) || !is_scale(by.b[i * by.b_step])) return false;
    factors[i] = by.factor_of(i);
  }
  for (std::size_t i = lines; i < factors_bytes(lines) / sizeof(float); ++i) factors[i] = 0;
  by.factors = factors;
  return true;
}

}  // namespace etalon::impl
