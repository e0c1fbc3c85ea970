// SPDX-License-Identifier: Apache-2.0
// References in a world that nobody computes with yet: one of balls, whose algebra has a setting. What it needs of the
// families is kept by this.
#include <gtest/gtest.h>

#include <cmath>

#include "check/profile.hpp"
#include "check/resolve.hpp"
#include "ops/conv/conv.reference.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

Call call_of(const char* operation, const std::vector<std::vector<std::uint64_t>>& shapes,
             std::vector<Attribute> attributes = {}) {
  Node node;
  node.operation = operation;
  node.attributes = std::move(attributes);
  std::vector<Given> given;
  for (const auto& shape : shapes) given.emplace_back(Argument{DType::f32, *Shape::of(shape)}, nullptr);
  auto resolution = resolve(*find_profile("onnx"), 22, node, given, 1);
  EXPECT_TRUE(resolution);
  return resolution->call;
}

struct Ball {
  double middle, radius;
};

// Every result is within its radius, which grows by a unit that is a setting of the world.
struct Balls {
  using Value = Ball;
  double unit;

  static Value zero() { return {0, 0}; }
  static Value number(double v) { return {v, 0}; }
  static const Value& load(const void* operand, std::uint64_t i) { return static_cast<const Ball*>(operand)[i]; }
  static void store(void* output, std::uint64_t i, const Value& v) { static_cast<Ball*>(output)[i] = v; }
  Value rounded(double middle, double radius) const { return {middle, radius + std::abs(middle) * unit}; }
  Value add(const Value& a, const Value& b, unsigned*) const {
    return rounded(a.middle + b.middle, a.radius + b.radius);
  }
  Value mul(const Value& a, const Value& b, unsigned*) const {
    const double spread = std::abs(a.middle) * b.radius + std::abs(b.middle) * a.radius + a.radius * b.radius;
    return rounded(a.middle * b.middle, spread);
  }
  Value div_count(const Value& a, std::uint64_t, unsigned*) const { return a; }
  Value root_of_squares(const Value& a, unsigned*) const { return a; }
};
struct InBalls : Counting {
  explicit InBalls(double setting) : unit(setting) {}
  template <TypeSet types, class F> void with(DType, F f) const { f(Balls{unit}); }
  double unit;
};

TEST(OtherWorlds, ConvOfBallsTakesTheSettingOfItsWorld) {
  const Call call = call_of("Conv", {{1, 1, 3}, {1, 1, 2}});
  const Ball x[] = {{1, 0}, {2, 0.5}, {3, 0}}, w[] = {{1, 0}, {10, 0}};
  const auto result = [&](double unit) {
    std::array<Ball, 2> y{};
    const void* inputs[] = {x, w};
    void* outputs[] = {y.data()};
    EXPECT_TRUE(conv_reference(InBalls(unit), call, inputs, outputs, Work{}).ok());
    return y;
  };
  const auto exact = result(0), coarse = result(0.125);
  EXPECT_EQ(exact[0].middle, 21);
  EXPECT_EQ(exact[0].radius, 5);
  EXPECT_EQ(exact[1].middle, 32);
  EXPECT_EQ(exact[1].radius, 0.5);
  EXPECT_EQ(coarse[0].middle, 21);
  EXPECT_EQ(coarse[0].radius, 5 + (1 + 1 + 20 + 21) * 0.125);
}

}  // namespace
}  // namespace etalon::tests
