// SPDX-License-Identifier: Apache-2.0
//
// Every number of 8 bits with every zero point, for 64 scales of each floating-point type.
#include "oracle/campaign.hpp"

#include "oracle/ops/dequantizelinear/dequantizelinear.hpp"
#include "oracle/random.hpp"

namespace oracle {
namespace {

// The ends of the format, powers of two, all ones, and random numbers: half of them any, half near 1.
std::vector<std::uint64_t> dequantize_scales(Format f) {
  const std::uint64_t one = static_cast<std::uint64_t>(bias(f)) << f.fraction;
  std::vector<std::uint64_t> scales{1, fraction_mask(f), fraction_mask(f) + 1, infinity(f) - 1, one, one - 1, one + 1};
  for (const std::uint64_t binades : {1U, 2U, 7U, 9U}) {
    scales.push_back(one - (binades << f.fraction));
    scales.push_back(one + (binades << f.fraction));
  }
  scales.push_back(one | sign_mask(f));
  Random random(64);
  while (scales.size() < 64) {
    const std::uint64_t any = 1 + random.below(infinity(f) - 1);
    const std::uint64_t near = one - random.below(std::uint64_t{10} << f.fraction);
    scales.push_back(random.coin() ? any : near);
  }
  return scales;
}

template <Format F, Integer T>
void judge_dequantize(std::uint32_t row, std::span<const std::uint32_t> lasts, std::span<std::uint32_t> right) {
  static const std::vector<std::uint64_t> scales = dequantize_scales(F);
  const Factor scale{F, scales[row / 256]};
  for (std::size_t i = 0; i < lasts.size(); ++i) {
    right[i] = static_cast<std::uint32_t>(dequantizelinear(F, T, lasts[i], row % 256, scale).bits);
  }
}

template <Format F, Integer T> Campaign dequantize_campaign(const char* name) {
  using enum Cases::Input::Layout;
  return {
      .name = name,
      .operation = "DequantizeLinear",
      .evidence = {"DEQUANTIZELINEAR-ALL-RESULT"},
      .judge = Cases{.row_bits = 6 + 8,
                     .last_bits = 8,
                     .inputs = {{.number = 0, .type = T, .layout = vector},
                                {.number = 1, .type = F, .layout = scalar, .shift = 16, .some = dequantize_scales(F)},
                                {.number = 2, .type = T, .layout = scalar, .shift = 8}},
                     .judge = judge_dequantize<F, T>}};
}

}  // namespace

std::vector<Campaign> dequantizelinear_campaigns() {
  constexpr Integer i8{8, true};
  constexpr Integer u8{8, false};
  return {dequantize_campaign<float16, i8>("dequantizelinear-float16/int8"),
          dequantize_campaign<float16, u8>("dequantizelinear-float16/uint8"),
          dequantize_campaign<bfloat16, i8>("dequantizelinear-bfloat16/int8"),
          dequantize_campaign<bfloat16, u8>("dequantizelinear-bfloat16/uint8"),
          dequantize_campaign<float32, i8>("dequantizelinear-float/int8"),
          dequantize_campaign<float32, u8>("dequantizelinear-float/uint8")};
}

}  // namespace oracle
