// SPDX-License-Identifier: Apache-2.0
//
// Every number of each floating-point type, with some pairs of a scale and a zero point for each type of the result.
// The scale has the type of the elements, and so has the quotient. All floats are many: they have the results of 8
// bits.
#include "oracle/campaign.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "oracle/ops/cast/cast.hpp"
#include "oracle/ops/quantizelinear/quantizelinear.hpp"

namespace oracle {
namespace {

// Scales are rounded to the type of the elements. There are 4 or 8, for the digits of a case that choose one.
struct QuantizeTo {
  const char* name;
  Integer type;
  int digits;
  double scales[8];
  std::uint64_t zero_points[8];
};

constexpr QuantizeTo quantize_to[] = {
    {"uint8", {8, false}, 3, {1, 0.5, 1.0 / 255, 0.1, 3000, 1.0 / 3, 6.2e-5, 3}, {128, 127, 0, 1, 255, 131, 64, 200}},
    {"int8", {8, true}, 3, {1, 0.5, 1.0 / 127, 0.1, 3000, 1.0 / 3, 6.2e-5, 3}, {0, 1, 0, 0x83, 0x80, 0x7F, 0xFF, 42}},
    {"int16", {16, true}, 2, {1, 0.1, 1.0 / 3, 0.01}, {0, 0x8001, 0x7FFF, 33}},
    {"uint4", {4, false}, 2, {1, 3, 1.0 / 7, 0.5}, {8, 7, 13, 0}},
};

template <Format F, std::size_t To>
void judge_quantize(std::uint32_t row, std::span<const std::uint32_t> lasts, std::span<std::uint32_t> right) {
  constexpr const QuantizeTo& to = quantize_to[To];
  const std::uint32_t pair = row >> (F.bits - 16);
  const Factor scale{F, pattern_of(F, to.scales[pair])};
  const auto answer = [&](std::uint32_t last) {
    const std::uint64_t x = ((std::uint64_t{row} << 16) + last) % power_of_two(F.bits);
    return static_cast<std::uint32_t>(quantizelinear(F, {F, x}, scale, to.type, to.zero_points[pair]).bits);
  };
  // Scales are positive and roundings monotone, so the results rise or fall along the numbers that have one exponent:
  // between two that are the same all are. An infinity is the first of its exponent, and NaNs, which have one result,
  // follow it.
  const std::size_t piece = std::min<std::size_t>(lasts.size(), power_of_two(F.fraction));
  std::vector<std::pair<std::size_t, std::size_t>> open;
  for (std::size_t first = 0; first < lasts.size(); first += piece) {
    const std::size_t last = first + piece - 1;
    right[first] = answer(lasts[first]);
    right[last] = answer(lasts[last]);
    open.emplace_back(first, last);
  }
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    if (right[first] == right[last]) {
      std::fill(right.begin() + static_cast<std::ptrdiff_t>(first), right.begin() + static_cast<std::ptrdiff_t>(last),
                right[first]);
    } else if (last - first > 1) {
      const std::size_t middle = first + (last - first) / 2;
      right[middle] = answer(lasts[middle]);
      open.emplace_back(first, middle);
      open.emplace_back(middle, last);
    }
  }
}

template <Format F, std::size_t To> Campaign quantize_campaign(const char* format) {
  using enum Cases::Input::Layout;
  constexpr const QuantizeTo& to = quantize_to[To];
  std::vector<std::uint64_t> scales;
  std::vector<std::uint64_t> zero_points;
  for (std::size_t i = 0; i < power_of_two(to.digits); ++i) {
    scales.push_back(pattern_of(F, to.scales[i]));
    zero_points.push_back(to.zero_points[i]);
  }
  return {
      .name = std::string("quantizelinear-") + to.name + "/" + format,
      .operation = "QuantizeLinear",
      .evidence = {"QUANTIZELINEAR-ALL-RESULT"},
      .judge = Cases{.row_bits = to.digits + F.bits - 16,
                     .last_bits = 16,
                     .inputs = {{.number = 0, .type = F, .layout = vector},
                                {.number = 1, .type = F, .layout = scalar, .shift = F.bits, .some = scales},
                                {.number = 2, .type = to.type, .layout = scalar, .shift = F.bits, .some = zero_points}},
                     .judge = judge_quantize<F, To>}};
}

template <std::size_t... To> std::vector<Campaign> quantize_campaigns(std::index_sequence<To...>) {
  return {quantize_campaign<float16, To>("float16")..., quantize_campaign<bfloat16, To>("bfloat16")...,
          quantize_campaign<float32, 0>("float"), quantize_campaign<float32, 1>("float")};
}

}  // namespace

std::vector<Campaign> quantizelinear_campaigns() {
  return quantize_campaigns(std::make_index_sequence<std::size(quantize_to)>());
}

}  // namespace oracle
