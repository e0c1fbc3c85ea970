// SPDX-License-Identifier: Apache-2.0
// Floor 9. Requirements on the error of a model's outputs ("ACC-ALL-REQUIRE"): what a user requires, and whether the
// bounds guarantee it. The bound decides, never the measured error of one run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accuracy/analysis.hpp"
#include "base/limits.hpp"
#include "exact/rational.hpp"

namespace etalon::impl {

// What an error is measured by. A relative error and an ulp are relative to the real value.
enum class Measure : std::uint8_t { absolute, relative, ulp };
inline constexpr const char* measure_names[] = {"absolute", "relative", "ulp"};

// How large the error of an element can be, rounded up: |computed| - bound is the least that the real value can be.
// Infinite where there is no finite bound, or none relative to a real value that may be zero.
double largest_error(const ValueErrors& value, std::uint64_t i, Measure measure);

// 1e-3, 0.1%, 1e-3 rel, 4 ulp
struct ErrorLimit {
  Number limit;  // not negative
  Measure measure = Measure::absolute;
};
Result<ErrorLimit> parse_error_limit(std::string_view text, const Limits& limits);

struct AccuracyRequirement {
  std::string text;                      // as the user wrote it
  std::vector<std::uint32_t> outputs{};  // of the graph
  ErrorLimit limit{};
};

// NAME<=LIMIT, or <=LIMIT for every output.
Result<AccuracyRequirement> parse_requirement(const std::string& text, const Graph& graph, const Limits& limits);

// The verdict on one output.
struct RequirementVerdict {
  std::string text;
  std::uint32_t output = 0;
  Measure measure = Measure::absolute;
  bool met = false;
  double largest = 0;         // the largest error by its bound, in the measure
  std::uint64_t element = 0;  // where that is
  std::uint64_t exceeding = 0;
  std::string sentence;  // in plain words
};
std::vector<RequirementVerdict> judge(const Analysis& analysis, const AccuracyRequirement& requirement);

}  // namespace etalon::impl
