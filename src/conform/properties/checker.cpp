// SPDX-License-Identifier: Apache-2.0
// Floor 8. See checker.hpp.
#include "conform/properties/checker.hpp"

#include <algorithm>

#include "accuracy/interval.hpp"

namespace etalon::impl {
namespace {

using Relation = PropertyComparison::Relation;

RangeOf stated_in(const WitnessPoint& point) {
  return [&point](std::uint64_t element) -> std::optional<NumberRange> {
    const std::optional<Number>& number = point.stated[element];
    return number ? std::optional(NumberRange::of(*number)) : std::nullopt;
  };
}

// Whether what is stated satisfies the property if each comparison may be missed by so much.
bool satisfies(const Property& property, const WitnessPoint& point, const Number& tolerance) {
  const RangeOf stated = stated_in(point);
  const auto is_met = [&](std::uint32_t k) {
    const PropertyComparison& comparison = property.comparisons[k];
    const std::optional<NumberRange> value = value_of(comparison.polynomial, stated);
    if (!value) return JudgedProperty{};
    Number excess = value->low;  // of exact numbers, both ends
    if (comparison.relation == Relation::equal) excess = Rational::abs(excess);
    if (tolerance.sign() == 0 || comparison.relation == Relation::unequal) return judge(comparison, stated);
    return JudgedProperty::certain(!Rational::less(tolerance, excess));
  };
  return judge(property.formula, is_met).answer == PropertyAnswer::yes;
}

double double_of(const Number& number) { return f64_of_bits(round_to_binary(number, format_for(DType::f64))); }

}  // namespace

StatedOutputs stated_outputs(const PropertyModels& models, const WitnessPoint& point, const Trails& run) {
  const Property& property = *models.property;
  const RangeOf computed = values_in(models, run);
  StatedOutputs stated;
  stated.is_same = true;
  Number farthest, largest;
  for (const PropertyVariable& variable : property.variables) {
    if (variable.role != PropertyVariable::Role::output) continue;
    for (std::uint64_t i = variable.first; i < variable.first + variable.shape.count; ++i) {
      ++stated.all;
      const std::optional<NumberRange> own = computed(i);
      if (!point.stated[i] || !own) continue;
      ++stated.given;
      const Number distance = Rational::abs(Rational::sub(*point.stated[i], own->low));
      farthest = Rational::max(farthest, distance);
      largest = Rational::max(largest, Rational::abs(*point.stated[i]));
      const ElementPlace at = place_of(models, i);
      const bool is_floating = info(run[at.network][at.value]->type()).kind == Kind::floating;
      stated.is_same = stated.is_same && (is_floating ? double_of(*point.stated[i]) == double_of(own->low)
                                                      : mpq_equal(point.stated[i]->get(), own->low.get()) != 0);
    }
  }
  stated.is_same = stated.is_same && stated.given == stated.all;
  stated.farthest = between(farthest).high;
  if (largest.sign() != 0) stated.relative = between(Rational::div(farthest, largest)).high;
  const RangeOf as_stated = stated_in(point);
  stated.judged = judge(property.formula, [&](std::uint32_t k) { return judge(property.comparisons[k], as_stated); });
  return stated;
}

CheckerVerdict checker_verdict(const PropertyModels& models, const WitnessPoint& point, const StatedOutputs& stated) {
  // Relative to the largest output, and absolute for each comparison.
  constexpr double most_relative = 1e-3;
  const Number tolerance = Rational::div(Rational::number(1), Rational::number(10000));
  if (stated.given != stated.all || (!stated.is_same && stated.relative > most_relative))
    return CheckerVerdict::exec_does_not_match;
  if (!satisfies(*models.property, point, tolerance)) return CheckerVerdict::not_violated;
  return stated.is_same && satisfies(*models.property, point, Number()) ? CheckerVerdict::correct
                                                                        : CheckerVerdict::up_to_tolerance;
}

}  // namespace etalon::impl
