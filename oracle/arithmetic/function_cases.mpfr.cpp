// SPDX-License-Identifier: Apache-2.0
#include "oracle/arithmetic/function_cases.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <tuple>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

// The distance from a halfway point is 2^-53 to 2^-80 units in the last place.
struct HardCases {
  std::string_view function;
  std::vector<double> arguments;
};
const std::vector<HardCases>& all_hard_cases() {
  static const std::vector<HardCases> all{
      {"exp",
       {0x1.9e9cbbfd6080bp-31, -0x1.4bd46601ae1efp-31, 0x1.ba07d73250de7p-14, 0x1.accfbe46b4efp-1, 0x1.6a4d1af9cc989p-8,
        0x1.aca7ae8da5a7bp+0, 0x1.8ae823850230bp-5, 0x1.836b2fff6d6cbp-33, -0x1.02393d5976769p+1,
        -0x1.71e0b869b5e79p+2}},
      {"log",
       {0x1.fd15daa6ce332p+732, 0x1.9476e304cd7c7p-384, 0x1.be87838f1a47cp+774, 0x1.613955dc802f8p-35,
        0x1.b7f71a488641ap+340, 0x1.6b3d29c0f9e6ep+543, 0x1.d6a413a59c7eap+502, 0x1.a8346abf875c7p-815,
        0x1.91f8729a9282bp-574, 0x1.c573e7d6a51cap-512}},
      {"tanh",
       {0x1.e0000000000e1p-22, 0x1.68000000017bbp-19, 0x1.ac343b179fec4p-3, 0x1.1375c272d441cp+1, 0x1.30842605350a2p-21,
        0x1.c3f025670d6a7p-22, 0x1.291c601a05276p-2, 0x1.0a90d36059a04p-6, 0x1.d12ed0af1a27fp-27,
        0x1.880072ccb1051p-11}},
      {"erf",
       {0x1.51f3182edb17ap-36, 0x1.52b76545cc8efp-6, 0x1.2759b6d41c68ep-29, 0x1.4ccfc024723e7p-35,
        0x1.4142994626b71p-16, 0x1.3a013a3c71e92p+0, 0x1.a9faca76c6e89p-5}},
      {"sin",
       {0x1.598bae9e632f6p-7, 0x1.1fa4f6c3eb138p+10, 0x1.1c63df63d59dp-2, 0x1.021b4c18f7825p+1023, 0x1.d98c4c612718dp-1,
        0x1.514e2bafe01d2p+10, 0x1.c1c27d6b9a3a1p+5, 0x1.3ed15577189e6p+9, 0x1.55a1feaa926f1p-16, 0x1.1031fb019618p-8}},
      {"cos",
       {0x1.34ec2f9fc9cp+1, 0x1.6b8a6273d7c21p+0, 0x1.16e534ee3658p-4, 0x1.37b1311fb4936p-22, 0x1.2842c0b84f504p+8,
        0x1.e08483e377304p+1, 0x1.f849414ea93b6p-6, 0x1.5e5c1cd6c4e6fp-22, 0x1.a3838e4f7d423p+6, 0x1.c62c5d3d000c3p-6}},
      {"acos",
       {0x1.53ea6c7255e88p-4, 0x1.cf37d41c69889p-24, 0x1.2c759e3848cc8p-13, 0x1.ae48c77beb466p-13, 0x1.dbd7b9e27ed71p-6,
        0x1.59d20f7f204a5p-5, 0x1.7151512be14bep-19, 0x1.4182199998587p-1, 0x1.11b3c109f983bp-1,
        0x1.8d313198a2e03p-53}},
      // 1/2 + x/4 is halfway where x is an odd multiple of 2^-52 or, if negative, of 2^-53; the next term is -x^3/48
      {"sigmoid", {0x1p-52, 0x1.8p-51, 0x1.4p-50, 0x1.0001p-36, -0x1p-53, -0x1.8p-52, -0x1.4p-51, -0x1.0001p-37}},
  };
  return all;
}

// What an edge is an edge of.
auto kind_of(const RealFunction& function, Format f, std::uint64_t x) {
  const Answer answer = function.judge(f, x);
  const std::uint64_t one = static_cast<std::uint64_t>(bias(f)) << f.fraction, half = one - power_of_two(f.fraction);
  const std::uint64_t size = magnitude(f, answer.bits);
  return std::tuple(answer.events, answer.bits == x, size == one, size == half, size == 0);
}

}  // namespace

std::vector<std::uint64_t> hard_doubles(const RealFunction& function) {
  std::vector<std::uint64_t> patterns;
  for (const HardCases& cases : all_hard_cases()) {
    if (cases.function == function.name) {
      for (const double argument : cases.arguments) {
        patterns.push_back(std::bit_cast<std::uint64_t>(argument));
      }
    }
  }
  return patterns;
}

std::vector<std::uint64_t> edges(const RealFunction& function, Format f) {
  std::vector<std::uint64_t> patterns{0, 1, infinity(f) - 1, infinity(f), canonical_nan(f), infinity(f) + 1};
  for (const std::uint64_t sign_bit : {std::uint64_t{0}, sign_mask(f)}) {
    for (std::uint64_t field = 0; field < infinity(f); field += power_of_two(f.fraction)) {
      std::uint64_t low = sign_bit | field, high = low + power_of_two(f.fraction) - 1;
      const auto kind = kind_of(function, f, low);
      if (kind == kind_of(function, f, high) && kind_of(function, f, high + 1) == kind) {
        continue;
      }
      while (high - low > 1) {  // of several edges in a binade, one is found
        const std::uint64_t middle = low + (high - low) / 2;
        (kind_of(function, f, middle) == kind ? low : high) = middle;
      }
      for (std::uint64_t x = low < 2 ? low : low - 2; x <= high + 2; ++x) {
        patterns.push_back(x);
      }
    }
  }
  const std::size_t positive = patterns.size();
  for (std::size_t i = 0; i < positive; ++i) {
    patterns.push_back(patterns[i] ^ sign_mask(f));
  }
  return patterns;
}

std::vector<std::uint64_t> hard_arguments(const RealFunction& function, Format f) {
  constexpr std::size_t tried = 4096, kept = 24;
  if (f.bits == 64) {
    return hard_doubles(function);
  }
  // The value as a double has digits behind those of the format. At a halfway point they are a one and zeros.
  const int behind = float64.fraction - f.fraction;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> by_distance;
  Random random(1);
  for (std::size_t i = 0; i < tried; ++i) {
    const std::uint64_t x = draw_argument(f, random), rounded = magnitude(f, function.judge(f, x).bits);
    if (rounded < power_of_two(f.fraction) || rounded >= infinity(f)) {
      continue;  // subnormal or infinite: the digits behind are others
    }
    const std::uint64_t digits = function.judge(float64, convert(f, float64, x).bits).bits & (power_of_two(behind) - 1);
    const std::uint64_t half = power_of_two(behind - 1);
    by_distance.emplace_back(digits < half ? half - digits : digits - half, x);
  }
  std::sort(by_distance.begin(), by_distance.end());
  by_distance.erase(std::unique(by_distance.begin(), by_distance.end()), by_distance.end());
  std::vector<std::uint64_t> patterns;
  for (const auto& [distance, x] : by_distance) {
    if (patterns.size() < kept) {
      patterns.push_back(x);
    }
  }
  return patterns;
}

std::uint64_t draw_argument(Format f, Random& random) {
  const std::uint64_t any = random.bits() >> (64 - f.bits);
  if (random.coin()) {
    return any;
  }
  const auto field = static_cast<std::uint64_t>(bias(f) + random.between(-f.fraction / 2 - 3, 10));
  return (any & (sign_mask(f) | fraction_mask(f))) | (field << f.fraction);
}

}  // namespace oracle
