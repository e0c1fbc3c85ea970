// SPDX-License-Identifier: Apache-2.0
// Floor 7. Conversions between types in each world (worlds.hpp). Over the reals a conversion to a floating-point type,
// and one between integers, is the identity; a floating-point number becomes an integer by truncating and saturating;
// a truth value says whether a number is zero. The last two jump.
#include "accuracy/affine/rules.hpp"
#include "accuracy/balls.hpp"
#include "accuracy/worlds.hpp"
#include "tensor/conversion.hpp"

namespace etalon::impl {
namespace {

struct Types {
  DType from, to;

  explicit Types(const Call& call) : from(call.inputs[0]->type), to(call.outputs[0]->type) {}
  bool truncates() const { return is_floating(from) && is_integer(to); }
  bool to_truth() const { return to == DType::boolean; }
};

// ---- integer types --------------------------------------------------------------------------------------------------

exact_value lowest_of(DType type) {
  return info(type).kind == Kind::signed_ ? value_of_int(int_lowest(info(type).bits)) : value_of_uint(0);
}
exact_value highest_of(DType type) {
  if (type == DType::boolean) return value_of_uint(1);
  return info(type).kind == Kind::signed_ ? value_of_int(int_highest(info(type).bits))
                                          : value_of_uint(uint_highest(info(type).bits));
}

// An integer, as a number and as the nearest double.
Number number_of(const exact_value& integer) {
  Number number;
  mpz_import(mpq_numref(number.get()), 1, -1, sizeof integer.significand, 0, 0, &integer.significand);
  if (integer.negative != 0) mpq_neg(number.get(), number.get());
  return number;
}
double double_of(const exact_value& integer) {
  const auto size = static_cast<double>(integer.significand);
  return integer.negative != 0 ? -size : size;
}

bool is_number(const exact_value& x) { return x.kind == VALUE_INTEGER || x.kind == VALUE_FLOATING; }
bool is_zero(const exact_value& x) { return is_number(x) && x.significand == 0; }

// An element of a stored tensor, of any type.
double element_of(DType type, const void* data, std::uint64_t i) {
  unsigned ignored = 0;
  return f64_of_bits(binary_of_value(FORMAT_DOUBLE, Conversion(type, type).load(data, i), &ignored));
}

// How far a stored result of at most this magnitude is from the number that was converted; infinite where there is no
// such number.
double rounding_bound(const Types& types, double magnitude) {
  if (!(magnitude < infinite_bound)) return infinite_bound;
  if (!is_floating(types.to) || !Conversion::rounds(types.from, types.to)) return 0;
  const FormatFacts f = facts_of(types.to);
  return of_units(rounding_of(magnitude, f), f.u);
}

// ---- ranges ---------------------------------------------------------------------------------------------------------

// What the type makes of a range whose ends are low and high: the ends of the result, and why there may be no bound.
struct Converted {
  exact_value low, high;
  unsigned causes = 0;
};

Converted anything(DType to, Risk risk) {
  if (is_floating(to))
    return {exact_value_of(VALUE_INFINITE, 1, 0, 0), exact_value_of(VALUE_INFINITE, 0, 0, 0), cause(risk)};
  return {lowest_of(to), highest_of(to), cause(risk)};
}

Converted converted_range(const Types& types, const exact_value& low, const exact_value& high) {
  for (const exact_value* end : {&low, &high})
    if (end->kind == VALUE_NAN || end->kind == VALUE_SIGNALLING) return anything(types.to, Risk::overflow);
  const unsigned infinite = is_number(low) && is_number(high) ? 0 : cause(Risk::overflow);
  if (types.to_truth()) {
    if (is_zero(low) && is_zero(high)) return {value_of_uint(0), value_of_uint(0)};
    const bool reaches_zero = (low.negative != 0 || is_zero(low)) && (high.negative == 0 || is_zero(high));
    return {value_of_uint(reaches_zero ? 0 : 1), value_of_uint(1), infinite};
  }
  if (is_floating(types.to)) return {low, high};  // rounding is monotone
  // Truncating and saturating are monotone too. Wrapping is not, but a range whose ends do not wrap lies in the type's.
  const auto events = info(types.to).kind == Kind::signed_ ? int_events_of_value : uint_events_of_value;
  const unsigned raised = events(low, info(types.to).bits) | events(high, info(types.to).bits);
  if ((raised & EVENT_WRAP) != 0) return anything(types.to, Risk::wrap);
  return {low, high, (raised & EVENT_SATURATED) != 0 ? cause(Risk::overflow) : 0};
}

void note_unbounded(Risks* risks, unsigned causes, std::uint64_t i) {
  if (risks != nullptr) risks->note(causes != 0 ? causes : cause(Risk::overflow), i);
}

}  // namespace

// ---- the worlds -----------------------------------------------------------------------------------------------------

// Over the reals, in an algebra of enclosures; of(integer) is an integer in it.
template <class A, class Of>
static void convert_reals(const Call& call, const A& a, Of of, const void* input, void* output) {
  const Types types(call);
  const auto low = of(number_of(lowest_of(types.to))), high = of(number_of(highest_of(types.to)));
  const auto zero = a.zero(), one = a.number(1);
  for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) {
    const auto& x = a.load(input, i);
    if (types.to_truth())
      a.store(output, i, a.jump(a.less(zero, a.abs(x, nullptr)), one, zero));
    else if (types.truncates())
      a.store(output, i, a.max(low, a.min(high, a.truncate(x), nullptr), nullptr));
    else
      a.store(output, i, x);
  }
}

void Enclosures::convert(const Call& call, const void* input, void* output, Events*) const {
  convert_reals(call, Enclosed{precision}, [](const Number& integer) { return Enclosure(integer); }, input, output);
}

void Balls::convert(const Call& call, const void* input, void* output, Events*) const {
  convert_reals(
      call, algebra, [&](const Number& integer) { return word_ball_of(integer, algebra.words); }, input, output);
}

// The result is a floating-point number here, like all results that are computed beside known values.
void Pointed::convert(const Call& call, const void* input, void* output, Events*) {
  const Types types(call);
  const auto* operand = static_cast<const TrackedOperand<const void*>*>(input);
  const auto* result = static_cast<const TrackedResult<void*>*>(output);
  const Conversion conversion(types.from, types.to);
  for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) {
    const exact_value x = conversion.load(operand->values, i);
    conversion.store(result->values, i, x, nullptr);
    const double rounded = element_of(types.to, result->values, i);
    unsigned events = 0;
    const double loss = std::abs(f64_of_bits(binary_of_value(FORMAT_DOUBLE, x, &events)) - rounded);
    const double most = rounding_bound(types, std::abs(rounded));
    result->bounds[i] = events == 0 && loss < most ? loss : most;
    if (result->bounds[i] == infinite_bound) note_unbounded(result->risks, 0, i);
  }
}

void Ranged::convert(const Call& call, const void* input, void* output, Events*) {
  const Types types(call);
  const RangeOperand& operand = static_cast<const TrackedOperand<RangeOperand>*>(input)->values;
  const auto* result = static_cast<const TrackedResult<RangeResult>*>(output);
  const RangeResult& ends = result->values;
  const Conversion conversion(types.from, types.to);
  for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) {
    const Converted range = converted_range(types, conversion.load(operand.low, i), conversion.load(operand.high, i));
    conversion.store(ends.low, i, range.low, nullptr);
    conversion.store(ends.high, i, range.high, nullptr);
    const double magnitude =
        std::max(std::abs(element_of(types.to, ends.low, i)), std::abs(element_of(types.to, ends.high, i)));
    result->bounds[i] = range.causes != 0 ? infinite_bound : rounding_bound(types, magnitude);
    if (result->bounds[i] == infinite_bound) note_unbounded(result->risks, range.causes, i);
  }
}

void Propagated::convert(const Call& call, const void* input, void* output, Events*) {
  const Types types(call);
  const auto* operand = static_cast<const TrackedOperand<EndsView>*>(input);
  const auto* result = static_cast<const TrackedResult<RealResult>*>(output);
  // The ends as doubles: those of 64-bit types round up to the first number that saturates.
  const double lowest = double_of(lowest_of(types.to)), highest = double_of(highest_of(types.to));
  const auto integer = [&](double x) { return std::clamp(std::trunc(x), lowest, highest); };
  for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) {
    const Ends x = operand->values[i];
    const double error = operand->errors == nullptr ? 0 : operand->errors[i];
    const double magnitude = std::isnan(x.low) || std::isnan(x.high) ? infinite_bound : magnitude_of(x).high;
    result->values.size[i] = result->values.sizes[i] = types.to_truth() ? 1 : magnitude;
    if (error == 0 || (!types.to_truth() && !types.truncates())) {
      result->bounds[i] = error;
      continue;
    }
    // Both the computed and the real operand lie in this; what is everything there is on both sides of every jump.
    const Interval both = Interval::sum(x, Ends{-error, error});
    const bool settled = types.to_truth() ? both.low > 0 || both.high < 0 : integer(both.low) == integer(both.high);
    result->bounds[i] = settled ? 0 : infinite_bound;
    if (!settled) note_unbounded(result->risks, cause(error < infinite_bound ? Risk::unsettled : Risk::overflow), i);
  }
}

void Affine::convert(const Call& call, const void* input, void* output, Events*) {
  const Types types(call);
  const double lowest = double_of(lowest_of(types.to)), highest = double_of(highest_of(types.to));
  const auto integer = [&](double x) { return std::clamp(std::trunc(x), lowest, highest); };
  for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) {
    AffineValue x = AffineReals::load(input, i);
    if (!types.to_truth() && !types.truncates()) {
      AffineReals::store(output, i, x);
      continue;
    }
    // Both the computed and the real operand lie in this; what is everything there is on both sides of every jump.
    const Ends all{std::min(x.computed.low, x.real.low), std::max(x.computed.high, x.real.high)};
    const bool is_zero = all.low == 0 && all.high == 0, is_not_zero = all.low > 0 || all.high < 0;
    const Ends truth{is_not_zero ? 1.0 : 0.0, is_zero ? 0.0 : 1.0};
    const Ends ends = types.to_truth() ? truth : Ends{integer(all.low), integer(all.high)};
    const bool settled = is_real(x) && (x.error == 0 || ends.low == ends.high);  // log(0) has no integer
    AffineReals::store(output, i, affine_value(ends, settled ? 0 : infinite_bound));
  }
}

}  // namespace etalon::impl
