// SPDX-License-Identifier: Apache-2.0
// Floor 8. See truth.hpp.
#include "conform/properties/truth.hpp"

#include <algorithm>

#include "vnnlib/polynomials.hpp"

namespace etalon::impl {
namespace {

NumberRange sum(const NumberRange& a, const NumberRange& b) {
  return {Rational::add(a.low, b.low), Rational::add(a.high, b.high)};
}

NumberRange product(const NumberRange& a, const NumberRange& b) {
  NumberRange all = NumberRange::of(Rational::mul(a.low, b.low));
  if (mpq_equal(a.low.get(), a.high.get()) != 0 && mpq_equal(b.low.get(), b.high.get()) != 0) return all;
  for (const Number& corner :
       {Rational::mul(a.low, b.high), Rational::mul(a.high, b.low), Rational::mul(a.high, b.high)})
    all = {Rational::min(all.low, corner), Rational::max(all.high, corner)};
  return all;
}

// The distance from zero.
NumberRange size_of(const NumberRange& x) {
  const Number a = Rational::abs(x.low), b = Rational::abs(x.high);
  const bool has_zero = x.low.sign() <= 0 && x.high.sign() >= 0;
  return {has_zero ? Number() : Rational::min(a, b), Rational::max(a, b)};
}

// Time grows with the square of what numbers take; what is beyond is not told.
constexpr std::uint64_t most_bits = std::uint64_t{1} << 17;

std::uint64_t bits_of(const NumberRange& range) {
  return std::max(vnnlib::bits_of(range.low), vnnlib::bits_of(range.high));
}

}  // namespace

std::optional<NumberRange> value_of(const Polynomial& polynomial, const RangeOf& range_of) {
  NumberRange all = NumberRange::of(Number());
  for (const Monomial& term : polynomial.terms) {
    NumberRange own = NumberRange::of(term.coefficient);
    for (const std::uint64_t element : term.elements) {
      const std::optional<NumberRange> range = range_of(element);
      if (!range) return std::nullopt;
      if (bits_of(own) + bits_of(*range) > most_bits) return std::nullopt;
      own = product(own, *range);
    }
    all = sum(all, own);
  }
  return all;
}

JudgedProperty judge(const PropertyComparison& comparison, const RangeOf& range_of) {
  using Relation = PropertyComparison::Relation;
  const std::optional<NumberRange> value = value_of(comparison.polynomial, range_of);
  if (!value) return {};
  const bool is_order = comparison.relation == Relation::less || comparison.relation == Relation::at_most;
  NumberRange room = is_order ? *value : size_of(*value);
  if (comparison.relation != Relation::unequal) room = {Rational::neg(room.high), Rational::neg(room.low)};
  // What is strict is satisfied above zero, the others from zero on.
  const bool is_strict = comparison.relation == Relation::less || comparison.relation == Relation::unequal;
  const auto satisfies = [&](const Number& margin) { return is_strict ? margin.sign() > 0 : margin.sign() >= 0; };
  const PropertyAnswer answer = satisfies(room.low)     ? PropertyAnswer::yes
                                : !satisfies(room.high) ? PropertyAnswer::no
                                                        : PropertyAnswer::unknown;
  return {answer, {between(room.low).low, between(room.high).high}};
}

JudgedProperty judge(const Formula& formula, const JudgedComparison& judged) {
  if (formula.kind == Formula::Kind::comparison) return judged(formula.comparison);
  const bool is_all = formula.kind == Formula::Kind::all;
  JudgedProperty own = JudgedProperty::certain(is_all);
  for (const Formula& part : formula.parts) {
    const JudgedProperty other = judge(part, judged);
    const PropertyAnswer decisive = is_all ? PropertyAnswer::no : PropertyAnswer::yes;
    if (own.answer == decisive || other.answer == decisive)
      own.answer = decisive;
    else if (other.answer == PropertyAnswer::unknown)
      own.answer = PropertyAnswer::unknown;
    const auto nearest = [&](double a, double b) { return is_all ? std::min(a, b) : std::max(a, b); };
    own.margin = {nearest(own.margin.low, other.margin.low), nearest(own.margin.high, other.margin.high)};
  }
  return own;
}

}  // namespace etalon::impl
