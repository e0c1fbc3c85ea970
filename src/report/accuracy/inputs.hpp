// SPDX-License-Identifier: Apache-2.0
// Floor 9. What a user says of a model's inputs before it is analysed: values, ranges and tolerances.
#pragma once

#include <string>
#include <vector>

#include "accuracy/analysis.hpp"
#include "report/accuracy/require.hpp"

namespace etalon::impl {

// How a range was given, in the user's words.
struct RangeWords {
  std::string what;                 // --range "X=-1:1"
  const char *form, *order;         // hints: what an end is; that the lower one comes first
  std::string low = {}, high = {};  // the ends, or around what and how far
};

// One end of a range for every element: a literal, rounded once into the type.
Result<Tensor> range_end(const std::string& literal, const Value& value, const RangeWords& words, const Limits& limits);

// The range itself, if its ends are finite and in order. `uniform`: each end is the same number for every element.
Result<InputKnowledge> range_between(Tensor low, Tensor high, bool uniform, const RangeWords& words);

// FILE+-E, in a range: what is behind the last +-, if that is a limit ("ACC-ALL-AROUND").
struct AroundText {
  std::string middle;
  ErrorLimit radius;
};
std::optional<AroundText> split_around(const std::string& text, const Limits& limits);

// The numbers of the type that are at most that far from each element. What lies beyond the ends of an integer type is
// left out.
Result<InputKnowledge> range_around(const Tensor& middle, const ErrorLimit& radius, const RangeWords& words);

// The numbers that lie in both ranges.
Result<InputKnowledge> range_within(const InputKnowledge& one, const InputKnowledge& other, const RangeWords& words);

// How far the real value of each element may be from the given one, which a relative tolerance and an ulp are taken of
// ("ACC-ALL-TOLERANCE").
std::vector<double> tolerance_of(const InputKnowledge& input, const ErrorLimit& limit);

// What a report states about inputs, in words.
std::string supposed_range(const Value& value, const RangeWords& words);
std::string supposed_around(const std::string& name, const std::string& middle, const std::string& radius);
std::string supposed_tolerance(const std::string& name, const std::string& tolerance);

}  // namespace etalon::impl
