// SPDX-License-Identifier: Apache-2.0
// Arithmetic written for tests of the judge, apart from that of src/: numbers of a format are carried as doubles, and
// each operation is rounded once. A sum, product, quotient or root that is rounded to double first and then to a format
// of at most 25 bits is the correctly rounded one.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "check/profile.hpp"
#include "check/resolve.hpp"
#include "tensor/tensor.hpp"

namespace etalon::tests {

using namespace impl;

// To nearest, ties to even, into 11 bits down to 2^-24; the numbers of these tests do not overflow.
inline double to_half(double x) {
  if (x == 0 || !std::isfinite(x)) return x;
  const double unit = std::ldexp(1.0, std::max(std::ilogb(x), -14) - 10);
  return std::nearbyint(x / unit) * unit;
}

struct Format {
  DType type;
  double (*round)(double);
  double (*fma)(double, double, double);
  int fraction;

  double add(double a, double b) const { return round(a + b); }
  double sub(double a, double b) const { return round(a - b); }
  double mul(double a, double b) const { return round(a * b); }
  double div(double a, double b) const { return round(a / b); }
  double sqrt(double a) const { return round(std::sqrt(a)); }
};
inline constexpr Format in_double{DType::f64, [](double x) { return x; },
                                  [](double a, double b, double c) { return std::fma(a, b, c); }, 52};
inline constexpr Format in_float{
    DType::f32, [](double x) { return static_cast<double>(static_cast<float>(x)); },
    [](double a, double b, double c) {
      return static_cast<double>(std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
    },
    23};
// A product and a sum of numbers of 11 bits between 2^-8 and 2^8 are doubles.
inline constexpr Format in_half{DType::f16, to_half, [](double a, double b, double c) { return to_half(a * b + c); },
                                10};

inline std::uint64_t half_pattern(double x) {
  const std::uint64_t sign = std::signbit(x) ? 0x8000 : 0;
  x = std::abs(x);
  if (x < 0x1p-14) return sign | static_cast<std::uint64_t>(x * 0x1p24);
  const int e = std::ilogb(x);
  return sign | static_cast<std::uint64_t>(e + 15) << 10 | (static_cast<std::uint64_t>(std::ldexp(x, 10 - e)) & 0x3FF);
}

inline Tensor tensor_in(const Format& format, std::vector<std::uint64_t> dims, const std::vector<double>& numbers) {
  Tensor tensor(format.type, *Shape::of(dims));
  EXPECT_EQ(tensor.shape().count, numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto put = [&](auto word) { std::memcpy(tensor.data() + i * sizeof word, &word, sizeof word); };
    if (format.type == DType::f16) put(static_cast<std::uint16_t>(half_pattern(numbers[i])));
    if (format.type == DType::f32) put(static_cast<float>(numbers[i]));
    if (format.type == DType::f64) put(numbers[i]);
  }
  return tensor;
}

// Magnitudes between 1 and 2 of either sign: sums cancel, and exact sums of dozens of products are long doubles.
template <class Random> std::vector<double> drawn(const Format& format, std::size_t count, Random& random) {
  std::vector<double> numbers;
  std::uniform_int_distribution<int> digits(0, (1 << std::min(format.fraction, 23)) - 1);
  for (std::size_t i = 0; i < count; ++i) {
    const double size = 1 + std::ldexp(digits(random), -std::min(format.fraction, 23));
    numbers.push_back(random() % 2 == 0 ? size : -size);
  }
  return numbers;
}

inline Call call_of(const char* op, std::int64_t opset, std::vector<Argument> inputs,
                    std::vector<Attribute> attributes = {}, const char* profile = "onnx") {
  Node node;
  node.operation = op;
  node.attributes = std::move(attributes);
  auto resolved = resolve(*find_profile(profile), opset, node, inputs);
  EXPECT_TRUE(resolved) << (resolved ? "" : resolved.finding().message);
  return resolved->call;
}
inline Argument argument(const Format& format, std::vector<std::uint64_t> dims) {
  return {format.type, *Shape::of(dims)};
}

// ---- sums -----------------------------------------------------------------------------------------------------------

using Terms = std::vector<std::pair<double, double>>;

// One product more: rounded before it is added, or not.
struct Step {
  const Format& in;
  bool fused;
  double operator()(double sum, std::pair<double, double> term) const {
    return fused ? in.fma(term.first, term.second, sum) : in.add(sum, in.mul(term.first, term.second));
  }
};

inline double ascending(const Terms& terms, const Step& step, double sum = 0) {
  for (const auto& term : terms) sum = step(sum, term);
  return sum;
}
inline double descending(const Terms& terms, const Step& step) {
  return ascending({terms.rbegin(), terms.rend()}, step);
}
inline double halved(const Terms& terms, const Step& step) {
  if (terms.size() == 1) return step(0, terms[0]);
  const auto middle = terms.begin() + static_cast<std::ptrdiff_t>(terms.size() / 2);
  return step.in.add(halved({terms.begin(), middle}, step), halved({middle, terms.end()}, step));
}
inline double in_blocks(const Terms& terms, const Step& step, std::size_t width) {
  double sum = 0;
  for (std::size_t begin = 0; begin < terms.size(); begin += width) {
    double block = 0;
    for (std::size_t k = begin; k < begin + width && k < terms.size(); ++k) block = step(block, terms[k]);
    sum = step.in.add(sum, block);
  }
  return sum;
}
enum class Ends { halves, in_order, neighbours };
inline double in_lanes(const Terms& terms, const Step& step, std::size_t width, Ends ends) {
  std::vector<double> lane(width, 0.0);
  for (std::size_t k = 0; k < terms.size(); ++k) lane[k % width] = step(lane[k % width], terms[k]);
  while (lane.size() > 1) {
    std::vector<double> next;
    if (ends == Ends::in_order) {
      next.assign(lane.begin() + 1, lane.end());
      next[0] = step.in.add(lane[0], lane[1]);
    }
    for (std::size_t k = 0; ends != Ends::in_order && k < lane.size() / 2; ++k)
      next.push_back(ends == Ends::halves ? step.in.add(lane[k], lane[k + lane.size() / 2])
                                          : step.in.add(lane[2 * k], lane[2 * k + 1]));
    lane = next;
  }
  return lane[0];
}

}  // namespace etalon::tests
