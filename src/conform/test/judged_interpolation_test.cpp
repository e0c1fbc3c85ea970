// SPDX-License-Identifier: Apache-2.0
// Linear interpolation as others compute it: scale, coordinate and weights in float.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "tests/support/evidence.hpp"
#include "tests/support/judged_call.hpp"

namespace etalon::tests {
namespace {

using impl::Standing;
constexpr oracle::Format single = oracle::float32;

struct Axis {
  int in, out;
  bool corners;

  // The coordinate in float, by way of a scale in float.
  float coordinate(int i) const {
    if (corners) {
      const float scale = out > 1 ? static_cast<float>(in - 1) / static_cast<float>(out - 1) : 0;
      return scale * static_cast<float>(i);
    }
    const float scale = static_cast<float>(in) / static_cast<float>(out);
    return std::max(scale * (static_cast<float>(i) + 0.5f) - 0.5f, 0.0f);
  }
  struct Place {
    int low, high;
    float first, second;  // weights
  };
  Place place(int i) const {
    const float at = coordinate(i);
    const int low = std::min(static_cast<int>(at), in - 1);
    const float second = std::min(std::max(at - static_cast<float>(low), 0.0f), 1.0f);
    return {low, low + (low < in - 1 ? 1 : 0), 1 - second, second};
  }
};

struct Image {
  Axis rows, columns;
  std::vector<float> pixels;

  float at(int row, int column) const {
    return pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns.in) +
                  static_cast<std::size_t>(column)];
  }
  // Weights times the results along the columns, or four products of weights, or the difference times the weight.
  enum class Way { rows_of_columns, four_terms, by_difference };
  float result(int i, int j, Way way) const {
    const Axis::Place r = rows.place(i), c = columns.place(j);
    const float a = at(r.low, c.low), b = at(r.low, c.high), d = at(r.high, c.low), e = at(r.high, c.high);
    if (way == Way::four_terms)
      return r.first * c.first * a + r.first * c.second * b + r.second * c.first * d + r.second * c.second * e;
    if (way == Way::by_difference) {
      const float above = a + c.second * (b - a), below = d + c.second * (e - d);
      return above + r.second * (below - above);
    }
    return r.first * (c.first * a + c.second * b) + r.second * (c.first * d + c.second * e);
  }
};

CallToJudge resize_of(const Image& image) {
  const auto dims = [](int rows, int columns) {
    return oracle::Shape{1, 1, static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns)};
  };
  oracle::Tensor x{single, dims(image.rows.in, image.columns.in), {}},
      y{single, dims(image.rows.out, image.columns.out), {}};
  for (const float pixel : image.pixels) x.patterns.push_back(std::bit_cast<std::uint32_t>(pixel));
  y.patterns.resize(static_cast<std::size_t>(image.rows.out * image.columns.out));
  const oracle::Tensor sizes{oracle::Integer{64, true}, {4}, y.shape};
  const char* mode = image.rows.corners ? "align_corners" : "pytorch_half_pixel";
  return CallToJudge({"Resize",
                      13,
                      {x, std::nullopt, std::nullopt, sizes},
                      {{"mode", std::string("linear")}, {"coordinate_transformation_mode", std::string(mode)}},
                      {y}});
}

Image draw_image(oracle::Random& random, bool corners) {
  Image image{{random.between(3, 8), random.between(3, 19), corners},
              {random.between(3, 8), random.between(3, 19), corners},
              {}};
  for (int k = 0; k < image.rows.in * image.columns.in; ++k)
    image.pixels.push_back(static_cast<float>(random.between(-1000000, 1000000)) * 0x1p-18f);
  return image;
}

std::vector<std::uint64_t> results_of(const Image& image, Image::Way way) {
  std::vector<std::uint64_t> results;
  for (int i = 0; i < image.rows.out; ++i)
    for (int j = 0; j < image.columns.out; ++j)
      results.push_back(std::bit_cast<std::uint32_t>(image.result(i, j, way)));
  return results;
}

TEST(JudgedInterpolation, CoordinatesAndWeightsInFloatConform) {
  EVIDENCE("CON-FLOAT-RESIZE");
  oracle::Random random(120);
  for (unsigned round = 0; round < 120; ++round) {
    const Image image = draw_image(random, round % 2 == 1);
    const CallToJudge call = resize_of(image);
    ASSERT_TRUE(call.is_allowed());
    for (const auto way : {Image::Way::rows_of_columns, Image::Way::four_terms, Image::Way::by_difference})
      EXPECT_EQ(call.judge(results_of(image, way)).count(Standing::violates), 0u) << round;
  }
}

TEST(JudgedInterpolation, OtherWeightsViolate) {
  EVIDENCE("CON-FLOAT-RESIZE");
  oracle::Random random(121);
  std::uint64_t found = 0, all = 0;
  for (unsigned round = 0; round < 40; ++round) {
    Image image = draw_image(random, round % 2 == 1);
    const CallToJudge call = resize_of(image);
    for (float& pixel : image.pixels) pixel *= 1.0001f;  // as if the weights summed up to that
    const impl::JudgedOutput out = call.judge(results_of(image, Image::Way::rows_of_columns));
    found += out.count(Standing::violates), all += out.elements.size();
    image.rows.corners = image.columns.corners = !image.rows.corners;
    EXPECT_GT(call.judge(results_of(image, Image::Way::rows_of_columns)).count(Standing::violates), 0u) << round;
  }
  EXPECT_GE(found, all * 9 / 10);
}

// By powers of two nothing is rounded, and there is one value.
TEST(JudgedInterpolation, WhatIsExactHasOneValue) {
  EVIDENCE("CON-FLOAT-RESIZE");
  Image image{{2, 4, false}, {2, 4, false}, {1, 2, 3, 4}};
  const CallToJudge call = resize_of(image);
  std::vector<std::uint64_t> right = results_of(image, Image::Way::rows_of_columns);
  EXPECT_EQ(call.judge(right).count(Standing::specified), 16u);
  for (std::uint64_t& pattern : right) ++pattern;
  EXPECT_EQ(call.judge(right).count(Standing::violates), 16u);
}

}  // namespace
}  // namespace etalon::tests
