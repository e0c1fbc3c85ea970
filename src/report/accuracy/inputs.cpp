// SPDX-License-Identifier: Apache-2.0
// Floor 9. See inputs.hpp.
#include "report/accuracy/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "accuracy/nearby.hpp"
#include "base/quote.hpp"
#include "tensor/pattern.hpp"
#include "tensor/sizes.hpp"
#include "text/scaled.hpp"

namespace etalon::impl {
namespace {

Finding refused(std::string message, std::string hint) {
  return error(Code::usage, "", std::move(message), std::move(hint));
}

}  // namespace

Result<Tensor> range_end(const std::string& literal, const Value& value, const RangeWords& words,
                         const Limits& limits) {
  const auto number = take_apart(literal);
  if (!number || number->form == Scaled::Form::nan || number->form == Scaled::Form::infinity)
    return refused(fmt::format("{}: {} is not a finite number", words.what, quoted(literal, 60)), words.form);
  const auto pattern = pattern_of(*number, *value.type);
  if (!pattern)
    return refused(fmt::format("{}: {} {}", words.what, quoted(literal, 60), pattern.finding().message),
                   pattern.finding().hint);
  const auto fits = checked_shape({value.shape->dims.data(), value.shape->rank}, *value.type, limits);
  if (!fits) return fits.finding();
  Tensor tensor(*value.type, *value.shape);
  for (std::uint64_t i = 0; i < value.shape->count; ++i) set_pattern(tensor.view(), i, *pattern);
  return tensor;
}

Result<InputKnowledge> range_between(Tensor low, Tensor high, bool uniform, const RangeWords& words) {
  const TensorView least = std::as_const(low).view(), most = std::as_const(high).view();
  const Shape& shape = least.shape;
  for (std::uint64_t i = 0; i < (uniform ? std::min<std::uint64_t>(shape.count, 1) : shape.count); ++i) {
    const std::string place = uniform ? "" : " at " + index_string(shape, i);
    if (!std::isfinite(ends_of(least, i).low) || !std::isfinite(ends_of(most, i).low))
      return refused(fmt::format("{}: an end is not a finite {}{}", words.what, info(least.type).name, place),
                     "every end must be a finite number of the input's type");
    if (mpq_cmp(number_of(least, i).get(), number_of(most, i).get()) > 0)
      return refused(fmt::format("{}: the lower end is above the upper one{}", words.what, place), words.order);
  }
  return InputKnowledge{std::move(low), std::move(high)};
}

std::optional<AroundText> split_around(const std::string& text, const Limits& limits) {
  const std::size_t at = text.rfind("+-");
  if (at == text.npos) return std::nullopt;
  Result<ErrorLimit> radius = parse_error_limit(text.substr(at + 2), limits);
  if (!radius) return std::nullopt;
  return AroundText{text.substr(0, at), *std::move(radius)};
}

Result<InputKnowledge> range_around(const Tensor& middle, const ErrorLimit& radius, const RangeWords& words) {
  const std::vector<double> radii = tolerance_of({middle, middle}, radius);
  const TensorView given = middle.view();
  Tensor low = middle, high = middle;
  for (std::uint64_t i = 0; i < given.shape.count; ++i) {
    if (!is_finite(given, i)) continue;  // range_between refuses it
    set_pattern(low.view(), i, farthest(given, i, radii[i], Side::below));
    set_pattern(high.view(), i, farthest(given, i, radii[i], Side::above));
  }
  return range_between(std::move(low), std::move(high), false, words);
}

Result<InputKnowledge> range_within(const InputKnowledge& one, const InputKnowledge& other, const RangeWords& words) {
  Tensor low = *one.low, high = *one.high;
  // Elements of 4 bits are written in ascending order, and all of them.
  const auto take = [](Tensor& mine, const Tensor& theirs, bool larger) {
    const Tensor given = mine;
    for (std::uint64_t i = 0; i < given.shape().count; ++i) {
      const int order = mpq_cmp(number_of(theirs.view(), i).get(), number_of(given.view(), i).get());
      set_pattern(mine.view(), i, pattern_at((larger ? order > 0 : order < 0) ? theirs.view() : given.view(), i));
    }
  };
  take(low, *other.low, true);
  take(high, *other.high, false);
  for (std::uint64_t i = 0; i < low.shape().count; ++i)
    if (mpq_cmp(number_of(std::as_const(low).view(), i).get(), number_of(std::as_const(high).view(), i).get()) > 0)
      return refused(
          fmt::format("{}: no number is in all ranges of this input at {}", words.what, index_string(low.shape(), i)),
          "give ranges that overlap");
  return InputKnowledge{std::move(low), std::move(high)};
}

std::vector<double> tolerance_of(const InputKnowledge& input, const ErrorLimit& limit) {
  const TensorView low = input.low->view(), high = input.high->view();
  const double size = between(limit.limit).high;
  std::vector<double> tolerances(static_cast<std::size_t>(low.shape.count), size);
  if (limit.measure == Measure::absolute) return tolerances;
  for (std::uint64_t i = 0; i < low.shape.count; ++i) {
    const double given = std::max(std::abs(ends_of(low, i).low), std::abs(ends_of(high, i).high));
    tolerances[i] = product_up(size, limit.measure == Measure::relative ? given : ulp_at(low.type, given));
  }
  return tolerances;
}

std::string supposed_range(const Value& value, const RangeWords& words) {
  return fmt::format("every element of input {} lies between {} and {}, rounded to {}", quoted(value.name, 60),
                     words.low, words.high, info(*value.type).name);
}

std::string supposed_around(const std::string& name, const std::string& middle, const std::string& radius) {
  return fmt::format("every element of input {} is at most {} from that of {}, rounded to its type", quoted(name, 60),
                     radius, middle);
}

std::string supposed_tolerance(const std::string& name, const std::string& tolerance) {
  return fmt::format("the real value of input {} is at most {} from the one given, with which errors are measured",
                     quoted(name, 60), tolerance);
}

}  // namespace etalon::impl
