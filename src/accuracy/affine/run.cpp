// SPDX-License-Identifier: Apache-2.0
// Floor 7. See run.hpp.
#include "accuracy/affine/run.hpp"

#include <algorithm>
#include <cmath>

#include "accuracy/reals.hpp"
#include "base/fp_environment.hpp"
#include "ops/reference_table.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

using Values = AffineRun::Values;

// What is less than this part of a form is not worth a symbol, nor what comes from the roundings of these intervals.
constexpr double negligible = 0x1p-12, rounded_away = 0x1p-40;

std::uint64_t blocks_of(const AffineValue& v) {
  return (v.form == nullptr ? 0 : v.form->blocks) + (v.error_form == nullptr ? 0 : v.error_form->blocks);
}

bool is_rounded_once(const Call& call, std::size_t output) {
  return is_floating(call.outputs[output]->type) && bound_of(*call.op).rounds_once(call);
}

// Rounding is monotone, and a number of the type is rounded to itself.
std::uint64_t nearest(DType type, double x) {
  unsigned ignored = 0;
  return binary_convert(FORMAT_DOUBLE, binary_format_of(info(type).bits, info(type).fraction), f64_bits(x), &ignored);
}
double as_double(DType type, std::uint64_t pattern) {
  unsigned ignored = 0;
  return f64_of_bits(
      binary_convert(binary_format_of(info(type).bits, info(type).fraction), FORMAT_DOUBLE, pattern, &ignored));
}

}  // namespace

// The form, wrong by `more` as well, of which the bound is `all`: under a new symbol where that is worth it.
const Form* AffineRun::kept(const Form* shared, const Form& form, double more, double all) {
  const double own = sum_up(form.rest, more);
  if (own > negligible * all && own > rounded_away * std::abs(form.centre)) return space_->named(form, more);
  if (more == 0 && shared != nullptr) return shared;
  return form.blocks == 0 ? nullptr : space_->widened(form, more);
}

Values AffineRun::given(std::span<const Ends> computed, std::span<const double> errors) {
  Values values;
  for (std::size_t i = 0; i < computed.size(); ++i) {
    AffineValue v = affine_value(computed[i], errors.empty() ? 0 : errors[i]);
    if (is_finite(v.real) && v.real.low < v.real.high) v.form = space_->named(box_of(v.real), 0);
    if (v.error != 0 && v.error < infinite_bound) v.error_form = space_->named({}, v.error);
    values.push_back(v);
  }
  return values;
}

bool AffineRun::affords(const Call& call, std::span<const AffineOperand> operands) const {
  if (space_->is_full()) return false;
  double products = 0, added = 1;  // of the terms of a sum those that are added
  for (std::size_t k = 0; k < operands.size(); ++k) {
    if (!call.inputs[k]) continue;
    const std::uint64_t count = call.inputs[k]->shape.count;
    if (operands[k].values == nullptr) {
      const float* const numbers = operands[k].ends.numbers;
      if (k < 2 && numbers != nullptr && count != 0 && terms_of(call) > 1)  // the factors of a sum, not a bias
        added = std::min(
            added, 1 - static_cast<double>(std::count(numbers, numbers + count, 0.0F)) / static_cast<double>(count));
      continue;
    }
    std::uint64_t blocks = 0;
    for (std::uint64_t i = 0; i < count; ++i) blocks += blocks_of(operands[k].values[i]);
    if (count != 0) products += static_cast<double>(form_block * blocks) / static_cast<double>(count);
  }
  products *= added * static_cast<double>(operations_of(call));
  return static_cast<double>(space_->spent()) + products <= static_cast<double>(space_->limits().products);
}

std::vector<Values> AffineRun::propagated(const Call& call, std::span<const AffineOperand> operands, Inputs plain) {
  std::vector<const void*> in;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const bool is_data = call.inputs[k] && formal_at(call.row->inputs, k)->use == Formal::Use::data;
    in.push_back(!call.inputs[k] ? nullptr : is_data ? &operands[k] : plain[k]);
  }
  std::vector<Values> results(call.outputs.size());
  std::vector<void*> out;
  for (std::size_t k = 0; k < results.size(); ++k) {
    // What a reference did not come to is not known.
    if (call.outputs[k])
      results[k].resize(static_cast<std::size_t>(call.outputs[k]->shape.count), AffineReals::lowest());
    out.push_back(call.outputs[k] ? results[k].data() : nullptr);
  }
  const FpGuard guard;
  reference_in<Affine>(call)(Affine(*space_), call, in, out, {});
  return results;
}

void AffineRun::round(const Call& call, std::size_t output, Values& values, std::span<const double> introduced,
                      std::span<Ends> computed, std::span<double> bounds) {
  const DType type = call.outputs[output]->type;
  const bool is_number = is_floating(type), once = of_ == Of::reference && is_rounded_once(call, output);
  for (std::size_t i = 0; i < values.size(); ++i) {
    AffineValue& v = values[i];
    computed[i] = without_nan(computed[i]);
    if (once)
      computed[i] = both(computed[i], {as_double(type, nearest(type, v.computed.low)),
                                       as_double(type, nearest(type, v.computed.high))});
    double bound = std::min(bounds[i], sum_up(v.error, introduced[i]));
    if (is_number) bound = std::min(bound, farthest(computed[i], v.real));  // integers wrap
    if (bound < infinite_bound) {
      v.real = both(v.real, widened(computed[i], bound));
      if (is_number) computed[i] = both(computed[i], widened(v.real, bound));
    }
    Form form = error_form_of(v);
    double more = introduced[i];
    if (!(sum_up(form.bound(), more) <= likeness * bound)) {
      v.error_form = nullptr;
      form = {.rest = bound};
      more = 0;
    }
    v.computed = computed[i];
    v.error = bounds[i] = bound;
    v.error_form = bound < infinite_bound ? kept(v.error_form, form, more, bound) : nullptr;
    form = form_of(v);
    v.form = is_finite(v.real) ? kept(v.form, form, 0, form.radius()) : nullptr;
  }
}

void round_once(const Call& call, std::size_t output, const Values& values, std::span<double> introduced) {
  if (!is_rounded_once(call, output)) return;
  const FormatFacts type = facts_of(call.outputs[output]->type);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const double size = magnitude_of(values[i].computed).high; size <= type.largest)
      introduced[i] = std::min(introduced[i], of_units(rounding_of(size, type), type.u));
}

void narrow(const MutableTensorView& low, const MutableTensorView& high, std::span<const Ends> ends) {
  if (!is_floating(low.type)) return;
  const TensorView lows{low.type, low.shape, low.data, low.bytes}, highs{high.type, high.shape, high.data, high.bytes};
  for (std::uint64_t i = 0; i < low.shape.count; ++i) {
    const auto [least, most] = ends[static_cast<std::size_t>(i)];
    if (least > ends_of(lows, i).low) set_pattern(low, i, nearest(low.type, least == 0 ? -0.0 : least));
    if (most < ends_of(highs, i).high) set_pattern(high, i, nearest(low.type, most == 0 ? 0.0 : most));
  }
}

}  // namespace etalon::impl
