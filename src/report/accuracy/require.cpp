// SPDX-License-Identifier: Apache-2.0
// Floor 9. See require.hpp.
#include "report/accuracy/require.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/quote.hpp"
#include "text/decimal.hpp"
#include "text/scaled.hpp"

namespace etalon::impl {
namespace {

Finding misused(const std::string& message, const std::string& hint) { return error(Code::usage, "", message, hint); }

// The least magnitude that an element can have.
double least_magnitude(const ValueErrors& value, std::uint64_t i) {
  const double low = ends_of(value.low->view(), i).low, high = ends_of(value.high->view(), i).high;
  if (low > 0) return low;
  return high < 0 ? -high : 0;  // also where there is a NaN
}

// A double not above a - b, for a >= b >= 0. What the subtraction lost is itself a double.
double difference_down(double a, double b) {
  const double difference = a - b, lost = (a - difference) - b;
  return lost < 0 ? std::nextafter(difference, 0.0) : difference;
}

// The least that the magnitude of the real value can be.
double least_real(const ValueErrors& value, std::uint64_t i) {
  const double magnitude = least_magnitude(value, i), bound = value.bound[i];
  return magnitude > bound ? difference_down(magnitude, bound) : 0;
}

// What the error of an element is measured by, at least.
double unit_of(const ValueErrors& value, std::uint64_t i, Measure measure) {
  if (measure == Measure::absolute) return 1;
  const double real = least_real(value, i);
  return measure == Measure::relative ? real : ulp_at(value.low->type(), real);
}

Number number(double x) {
  Number exact;
  mpq_set_d(exact.get(), x);
  return exact;
}

// Half an ulp of the real value, wherever that lies ("ACC-FLOAT-ROUNDING").
bool is_half_ulp(const ValueErrors& value, std::uint64_t i, Measure measure) {
  return measure == Measure::ulp && i < value.rounded_once.size() && value.rounded_once[i];
}

// Whether the bound is within the limit, exactly.
bool within(const ValueErrors& value, std::uint64_t i, const ErrorLimit& limit) {
  if (!(value.bound[i] < infinite_bound)) return false;
  if (is_half_ulp(value, i, limit.measure) && mpq_cmp_ui(limit.limit.get(), 1, 2) >= 0) return true;
  const Number allowed = Rational::mul(number(unit_of(value, i, limit.measure)), limit.limit);
  return mpq_cmp(number(value.bound[i]).get(), allowed.get()) <= 0;
}

double in(const Error& error, Measure measure) {
  return measure == Measure::absolute ? error.absolute : measure == Measure::relative ? error.relative : error.ulp;
}

std::string in_measure(const std::string& size, Measure measure) {
  return measure == Measure::absolute ? size : measure == Measure::ulp ? size + " ulp" : size + " times the real value";
}

// With as many digits as it takes to show a bound that is within the limit as within it.
std::string size_within(double size, const Number& limit) {
  for (int digits = 3; digits <= 17; ++digits)
    if (const std::string text = end_text(size, End::high, digits);
        mpq_cmp(value_of(*take_apart(text)).get(), limit.get()) <= 0)
      return text;
  return to_string(limit);
}

std::string sentence_of(const Analysis& analysis, const RequirementVerdict& verdict, const Number& limit) {
  const ValueErrors& value = analysis.values[verdict.output];
  const Shape& shape = value.low->shape();
  const std::string name = quoted(analysis.model->graph->values[verdict.output].name, 60);
  std::string out = fmt::format("{} is {}: ", quoted(verdict.text, 200), verdict.met ? "met" : "not met");
  if (shape.count == 0) return out + fmt::format("output {} has no elements", name);
  if (verdict.met)
    return out + fmt::format("no element of output {} has an error above {}, {}", name,
                             in_measure(size_within(verdict.largest, limit), verdict.measure),
                             verdict.measured ? "as measured in this run" : "by the bounds");
  const std::string place = index_string(shape, verdict.element);
  const Error* error = verdict.measured ? &analysis.errors[verdict.output][verdict.element] : nullptr;
  if (error != nullptr && in(*error, verdict.measure) > verdict.largest) error = nullptr;  // here the bound is smaller
  const char* kind = error != nullptr ? "measured error" : "error bound";
  const auto size = [&](Measure measure) {
    return error != nullptr ? end_text(in(*error, measure), End::high, 3)
                            : largest_error_text(value, verdict.element, measure);
  };
  if (std::isfinite(verdict.largest) && verdict.measure == Measure::ulp && least_real(value, verdict.element) == 0 &&
      !is_half_ulp(value, verdict.element, verdict.measure))
    out += fmt::format("the real value of output {} at {} may be zero, where an ulp is only {}, and the {} is {}", name,
                       place, end_text(ulp_at(value.low->type(), 0), End::high, 3), kind, size(Measure::absolute));
  else if (std::isfinite(verdict.largest))
    out += fmt::format("the {} of output {} at {} is {}", kind, name, place,
                       in_measure(size(verdict.measure), verdict.measure));
  else
    out += fmt::format("output {} at {} has no finite {}error bound", name, place,
                       verdict.measure == Measure::relative ? "relative " : "");
  if (shape.count == 1) return out;
  return out + fmt::format("; {} of {} elements {} the limit", verdict.exceeding, shape.count,
                           verdict.exceeding == 1 ? "exceeds" : "exceed");
}

}  // namespace

double largest_error(const ValueErrors& value, std::uint64_t i, Measure measure) {
  double bound = value.bound[i], unit = unit_of(value, i, measure);
  if (bound == 0 || measure == Measure::absolute) return bound;
  if (bound < 0x1p-900 && unit < 1)
    bound *= 0x1p200, unit *= 0x1p200;  // exact, and now the quotient's rest is a double
  const double size = quotient_up(bound, unit);
  return is_half_ulp(value, i, measure) ? std::min(size, 0.5) : size;
}

std::string largest_error_text(const ValueErrors& value, std::uint64_t i, Measure measure) {
  const double size = largest_error(value, i, measure), unit = unit_of(value, i, measure);
  if (measure != Measure::relative || !std::isfinite(size) || size == 0) return end_text(size, End::high, 3);
  return end_text(Rational::div(number(value.bound[i]), number(unit)), End::high, 3);
}

bool is_measured(const Analysis& analysis, std::uint32_t value) {
  const auto is_exact = [&](std::uint32_t input) {
    return std::ranges::all_of(analysis.values[input].bound, [](double bound) { return bound == 0; });
  };
  return analysis.has_errors() && !analysis.errors[value].empty() &&
         std::ranges::all_of(analysis.model->graph->inputs, is_exact);
}

Result<ErrorLimit> parse_error_limit(std::string_view text, const Limits& limits) {
  const LimitText given = take_limit_apart(without_blanks(text) == "exact" ? "0" : text);
  ErrorLimit parsed{{}, given.measure};
  const auto literal = take_apart(given.number);
  if (!literal || literal->form == Scaled::Form::nan || literal->form == Scaled::Form::infinity)
    return misused(fmt::format("{} is not a finite number", quoted(text, 60)), limit_forms);
  auto real = real_of(*literal, limits);
  if (!real) return real.finding();
  if (real->sign() < 0) return misused(fmt::format("{} is negative", quoted(text, 60)), "an error is at least 0");
  parsed.limit = std::move(*real);
  if (given.percent) {
    Number hundred;
    mpq_set_ui(hundred.get(), 100, 1);
    parsed.limit = Rational::div(parsed.limit, hundred);
  }
  return parsed;
}

Result<AccuracyRequirement> parse_requirement(const std::string& text, const Graph& graph, const Limits& limits) {
  const auto refused = [&](const std::string& message, const std::string& hint) {
    return error(Code::usage, "ACC-ALL-REQUIRE", fmt::format("--require {}: {}", quoted(text, 200), message), hint);
  };
  const std::size_t sign = text.rfind("<=");  // a name may hold one itself, a limit cannot
  if (sign == text.npos) return refused("no <=", "give --require 'NAME<=LIMIT'");
  Result<ErrorLimit> limit = parse_error_limit(std::string_view(text).substr(sign + 2), limits);
  if (!limit) return refused(limit.finding().message, limit.finding().hint);
  AccuracyRequirement requirement{text, {}, std::move(*limit)};
  const std::string_view name = std::string_view(text).substr(0, sign);
  for (const std::string_view wanted : {name, without_blanks(name)})
    if (requirement.outputs.empty())
      std::ranges::copy_if(graph.outputs, std::back_inserter(requirement.outputs),
                           [&](std::uint32_t output) { return wanted.empty() || graph.values[output].name == wanted; });
  if (requirement.outputs.empty()) {
    std::string names;
    for (const std::uint32_t output : graph.outputs)
      names += (names.empty() ? "" : ", ") + quoted(graph.values[output].name, 60);
    return refused("no output of that name", "the outputs are " + names);
  }
  return requirement;
}

std::vector<RequirementVerdict> judge(const Analysis& analysis, const AccuracyRequirement& requirement) {
  std::vector<RequirementVerdict> verdicts;
  for (const std::uint32_t output : requirement.outputs) {
    const ValueErrors& value = analysis.values[output];
    RequirementVerdict verdict;
    verdict.text = requirement.text;
    verdict.output = output;
    verdict.measure = requirement.limit.measure;
    const bool measured = is_measured(analysis, output);
    verdict.measured = measured && !analysis.has_bounds();  // of a large model the certified error is all there is
    for (std::uint64_t i = 0; i < value.low->shape().count; ++i) {
      double size = largest_error(value, i, verdict.measure);
      bool good = within(value, i, requirement.limit);
      if (measured)
        if (const double error = in(analysis.errors[output][i], verdict.measure); error < size) {
          size = error;
          good = good || mpq_cmp(number(error).get(), requirement.limit.limit.get()) <= 0;
          verdict.measured = true;
        }
      if (!good) ++verdict.exceeding;
      if (size > verdict.largest) verdict.largest = size, verdict.element = i;
    }
    verdict.met = verdict.exceeding == 0;
    verdict.sentence = sentence_of(analysis, verdict, requirement.limit.limit);
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

}  // namespace etalon::impl
