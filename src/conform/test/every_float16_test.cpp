// SPDX-License-Identifier: Apache-2.0
// Every float16 input of small boxes, in every order and with every rounding of sums that may be left out, by
// arithmetic of the test's own: no claim and no verdict on a witness contradicts one of them.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "conform/properties/claim.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

// The float16 nearest to a double, ties to even, and its bits.
double half(double x) {
  if (x == 0) return 0;
  const double unit = std::ldexp(1.0, std::max(std::ilogb(x), -14) - 10);
  return std::nearbyint(x / unit) * unit;
}
std::uint16_t bits_of(double x) {
  const int sign = std::signbit(x) ? 0x8000 : 0, exponent = x == 0 ? -15 : std::max(std::ilogb(x), -15);
  const double scaled = std::ldexp(std::abs(x), 10 - std::max(exponent, -14));
  return static_cast<std::uint16_t>(sign + ((exponent + 15) << 10) + (static_cast<int>(scaled) & 1023));
}

using Numbers = std::set<double>;

// All sums of the terms, of which none is rounded yet: in every order, each of them rounded or not, the last one is.
void add_all(const std::vector<double>& terms, Numbers& sums) {
  if (terms.size() == 1) {
    sums.insert(half(terms[0]));
    return;
  }
  for (std::size_t i = 0; i < terms.size(); ++i)
    for (std::size_t k = i + 1; k < terms.size(); ++k)
      for (const bool rounds : {false, true}) {
        std::vector<double> rest;
        for (std::size_t m = 0; m < terms.size(); ++m)
          if (m != i && m != k) rest.push_back(terms[m]);
        const double sum = terms[i] + terms[k];
        rest.push_back(rounds ? half(sum) : sum);
        add_all(rest, sums);
      }
}
Numbers all_products(const std::vector<double>& a, const std::vector<double>& b) {
  Numbers sums;
  for (unsigned rounded = 0; rounded < 1u << a.size(); ++rounded) {
    std::vector<double> terms;
    for (std::size_t i = 0; i < a.size(); ++i)
      terms.push_back((rounded >> i & 1) != 0 ? half(a[i] * b[i]) : a[i] * b[i]);
    add_all(terms, sums);
  }
  return sums;
}

constexpr std::size_t inputs = 2, hidden = 3, outputs = 2;
using Point = std::vector<double>;

// Y = Relu(X A) B in float16.
struct Tiny {
  template <class Draw> explicit Tiny(Draw draw) : a(inputs * hidden), b(hidden * outputs) {
    for (std::vector<double>* weights : {&a, &b})
      for (double& weight : *weights) weight = half(draw());
    for (const double weight : a) stored_a.push_back(bits_of(weight));
    for (const double weight : b) stored_b.push_back(bits_of(weight));
    GraphMaker maker(DType::f16);
    maker.input("X", {1, inputs});
    constant(maker, "A", {inputs, hidden}, stored_a);
    constant(maker, "B", {hidden, outputs}, stored_b);
    maker.node("MatMul", "X", "A", "P", {1, hidden});
    maker.graph.nodes.push_back({"", "", "Relu", {maker.value("P")}, {maker.value("R", {1, hidden})}, {}});
    model = maker.node("MatMul", "R", "B", "Y", {1, outputs}).output("Y").model();
  }
  static void constant(GraphMaker& maker, const char* name, std::vector<std::uint64_t> dims,
                       const std::vector<std::uint16_t>& stored) {
    maker.graph.initializers.push_back(
        {maker.value(name, dims),
         {DType::f16, shape_of(dims), Constant::Encoding::little_endian, std::as_bytes(std::span(stored))}});
  }

  // What every evaluation can give at a point, one output beside the other.
  std::set<std::pair<double, double>> at(const Point& x) const {
    std::vector<Point> of_hidden = {{}};
    for (std::size_t j = 0; j < hidden; ++j) {
      std::vector<Point> longer;
      for (const double sum : all_products(x, {a[j], a[hidden + j]}))
        for (Point known : of_hidden) {
          known.push_back(std::max(sum, 0.0));
          longer.push_back(std::move(known));
        }
      of_hidden = std::move(longer);
    }
    std::set<std::pair<double, double>> results;
    for (const Point& known : of_hidden) {
      const Numbers second = all_products(known, {b[1], b[3], b[5]});
      for (const double first : all_products(known, {b[0], b[2], b[4]}))
        for (const double other : second) results.emplace(first, other);
    }
    return results;
  }

  std::vector<double> a, b;
  std::vector<std::uint16_t> stored_a, stored_b;
  std::shared_ptr<const CheckedModel> model;
};

std::string text_of(double x) {
  char text[80];
  std::snprintf(text, sizeof text, "%.60g", x);
  return text;
}

TEST(EveryFloat16, NoClaimAndNoVerdictContradictsAnEvaluation) {
  EVIDENCE("VNN-ALL-CLAIM", "VNN-ALL-VERDICT");
  std::mt19937_64 random(20261119);
  const auto in = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  std::map<ClaimAnswer, unsigned> claims;
  std::map<InAnyOrder, unsigned> verdicts;
  for (int network = 0; network < 24; ++network) {
    const Tiny tiny([&] { return in(-2, 2); });
    // Sixteen numbers of float16 for each input.
    std::vector<double> numbers[inputs];
    for (std::vector<double>& own : numbers)
      for (double x = half(in(-1, 1)); own.size() < 16;
           x = half(x + std::ldexp(1.0, std::max(std::ilogb(x), -14) - 10)))
        own.push_back(x);
    std::map<Point, std::set<std::pair<double, double>>> all;
    double least = HUGE_VAL, most = -HUGE_VAL;  // of the difference of the outputs
    for (const double x : numbers[0])
      for (const double y : numbers[1]) {
        const auto& results = all[{x, y}] = tiny.at({x, y});
        for (const auto& [one, other] : results)
          least = std::min(least, one - other), most = std::max(most, one - other);
      }
    // Whether the difference reaches a number: above the largest one, at it, and where some inputs reach it.
    const double unit = std::ldexp(1.0, std::ilogb(most - least + 0x1p-14) - 12);
    for (const double number : {most + 0.1, most + 0.02, most + unit, most, most - unit, in(least, most)}) {
      std::string text =
          "(declare-const X_0 Real)(declare-const X_1 Real)(declare-const Y_0 Real)(declare-const Y_1 Real)";
      for (std::size_t k = 0; k < inputs; ++k)
        text += "(assert (>= X_" + std::to_string(k) + ' ' + text_of(numbers[k].front()) + "))(assert (<= X_" +
                std::to_string(k) + ' ' + text_of(numbers[k].back()) + "))";
      text += "(assert (>= (- Y_0 Y_1) " + text_of(number) + "))";
      const Result<Property> property = read_property(text, "p");
      ASSERT_TRUE(property) << property.finding().message;
      const Result<PropertyModels> models = fitted(*property, {tiny.model});
      ASSERT_TRUE(models) << models.finding().message;
      const Result<JudgedClaim> claim = judge_claim(*models, {}, {.boxes = 600});
      ASSERT_TRUE(claim) << claim.finding().message;
      ++claims[claim->answer];
      if (claim->answer == ClaimAnswer::holds) {
        EXPECT_LT(most, number) << text;
      }
      if (claim->answer == ClaimAnswer::fails) {
        EXPECT_GE(most, number) << text;
      }
      for (int drawn = 0; drawn < 6; ++drawn) {
        const double x = numbers[0][random() % numbers[0].size()], y = numbers[1][random() % numbers[1].size()];
        const Result<Witness> witness =
            read_witness("((X_0 " + text_of(x) + ")(X_1 " + text_of(y) + "))", "w", *property);
        ASSERT_TRUE(witness) << witness.finding().message;
        const auto points = judge(*models, *witness, {});
        ASSERT_TRUE(points) << points.finding().message;
        const InAnyOrder verdict = points->front().any_order;
        ++verdicts[verdict];
        bool some = false, every = true;
        for (const auto& [one, other] : all[{x, y}]) {
          some = some || one - other >= number;
          every = every && one - other >= number;
        }
        EXPECT_TRUE(verdict != InAnyOrder::holds || every) << text;
        EXPECT_TRUE(verdict != InAnyOrder::fails || !some) << text;
        EXPECT_TRUE(verdict != InAnyOrder::depends || (some && !every)) << text;
      }
    }
  }
  for (const ClaimAnswer answer : {ClaimAnswer::holds, ClaimAnswer::fails, ClaimAnswer::not_decided})
    EXPECT_GT(claims[answer], 0u);
  for (const InAnyOrder verdict : {InAnyOrder::holds, InAnyOrder::fails, InAnyOrder::depends, InAnyOrder::not_decided})
    EXPECT_GT(verdicts[verdict], 0u);
  RecordProperty("claims_not_decided", static_cast<int>(claims[ClaimAnswer::not_decided]));
  RecordProperty("witnesses_not_decided", static_cast<int>(verdicts[InAnyOrder::not_decided]));
}

}  // namespace
}  // namespace etalon::tests
