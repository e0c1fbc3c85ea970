// SPDX-License-Identifier: Apache-2.0
// Floor 9. See inputs.hpp.
#include "report/accuracy/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

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

std::string supposed_tolerance(const std::string& name, const std::string& tolerance) {
  return fmt::format("the real value of input {} is at most {} from the one given, with which errors are measured",
                     quoted(name, 60), tolerance);
}

}  // namespace etalon::impl
