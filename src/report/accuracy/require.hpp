// SPDX-License-Identifier: Apache-2.0
// Floor 9. Requirements on the error of a model's outputs ("ACC-ALL-REQUIRE"): what a user requires, and whether the
// bounds guarantee it. For one run on exact inputs the measured error is a bound too, and the smaller one decides.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accuracy/analysis.hpp"
#include "base/limits.hpp"
#include "exact/rational.hpp"
#include "text/limit_text.hpp"

namespace etalon::impl {

// How large the error of an element can be, rounded up: |computed| - bound is the least that the real value can be.
// Infinite where there is no finite bound, or none relative to a real value that may be zero.
double largest_error(const ValueErrors& value, std::uint64_t i, Measure measure);
// The same with three digits, rounded up once.
std::string largest_error_text(const ValueErrors& value, std::uint64_t i, Measure measure);

// Whether the measured errors of a value are upper bounds of its errors in this run. They are not where an input has a
// tolerance: they are measured with the input as given.
bool is_measured(const Analysis& analysis, std::uint32_t value);

// As limit_text.hpp has them, and exact, which is 0.
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
  bool measured = false;      // a measured error was used that is smaller than its bound
  std::uint64_t element = 0;  // where that is
  std::uint64_t exceeding = 0;
  std::string sentence;  // in plain words
};
std::vector<RequirementVerdict> judge(const Analysis& analysis, const AccuracyRequirement& requirement);

}  // namespace etalon::impl
