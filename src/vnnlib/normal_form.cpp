// SPDX-License-Identifier: Apache-2.0
// Floor 7. See normal_form.hpp.
#include "vnnlib/normal_form.hpp"

#include <algorithm>

#include "vnnlib/polynomials.hpp"

namespace etalon::impl {
namespace {

using Conjuncts = std::vector<std::vector<std::uint32_t>>;  // comparisons, by conjunction

// The normal form of a formula; nothing where it exceeds the limits.
std::optional<Conjuncts> expanded(const Formula& formula, const PropertyLimits& limits) {
  if (formula.kind == Formula::Kind::comparison) return Conjuncts{{formula.comparison}};
  Conjuncts all;
  if (formula.kind == Formula::Kind::all) all.emplace_back();
  for (const Formula& part : formula.parts) {
    const std::optional<Conjuncts> of_part = expanded(part, limits);
    if (!of_part) return std::nullopt;
    if (formula.kind == Formula::Kind::any) {
      all.insert(all.end(), of_part->begin(), of_part->end());
    } else if (of_part->size() == 1) {
      for (auto& one : all) one.insert(one.end(), (*of_part)[0].begin(), (*of_part)[0].end());
    } else {
      if (all.size() * of_part->size() > limits.conjunctions) return std::nullopt;
      Conjuncts both;
      for (const auto& a : all)
        for (const auto& b : *of_part) {
          auto& one = both.emplace_back(a);
          one.insert(one.end(), b.begin(), b.end());
        }
      all = std::move(both);
    }
    std::uint64_t comparisons = 0;
    for (const auto& one : all) comparisons += one.size();
    if (all.size() > limits.conjunctions || comparisons > limits.comparisons) return std::nullopt;
  }
  return all;
}

// The tighter one of two bounds on the same side.
void tighten(std::optional<Bound>& own, const std::optional<Bound>& other, bool is_high) {
  if (!other) return;
  const int order = own ? mpq_cmp(other->number.get(), own->number.get()) * (is_high ? 1 : -1) : -1;
  if (order < 0)
    own = other;
  else if (order == 0)
    own->is_excluded = own->is_excluded || other->is_excluded;
}

Finding too_large() {
  return error(Code::limit, "VNN-ALL-LIMITS", "the normal form of the property is too large",
               "split the property into several: `etalon explain VNN-ALL-LIMITS` lists the limits");
}

}  // namespace

std::optional<ElementRange> bound_in(const Property& property, const PropertyComparison& comparison) {
  const std::vector<Monomial>& terms = comparison.polynomial.terms;
  if (comparison.relation == PropertyComparison::Relation::unequal || terms.empty() || terms.size() > 2)
    return std::nullopt;
  const Monomial& term = terms.back();
  if (term.elements.size() != 1 || (terms.size() == 2 && !terms[0].elements.empty())) return std::nullopt;
  if (!property.is_of(PropertyVariable::Role::input, term.elements[0])) return std::nullopt;
  const Bound bound{Rational::div(Rational::neg(comparison.polynomial.constant()), term.coefficient),
                    comparison.relation == PropertyComparison::Relation::less};
  ElementRange range{term.elements[0]};
  const bool is_equal = comparison.relation == PropertyComparison::Relation::equal,
             is_high = term.coefficient.sign() > 0;
  if (is_equal || is_high) range.high = bound;
  if (is_equal || !is_high) range.low = bound;
  return range;
}

bool ElementRange::is_empty() const {
  if (!low || !high) return false;
  const int order = mpq_cmp(low->number.get(), high->number.get());
  return order > 0 || (order == 0 && (low->is_excluded || high->is_excluded));
}

bool Conjunction::is_empty() const { return std::ranges::any_of(box, &ElementRange::is_empty); }

Result<std::vector<Conjunction>> normal_form(const Property& property, const PropertyLimits& limits) {
  const std::optional<Conjuncts> all = expanded(property.formula, limits);
  if (!all) return too_large();
  std::vector<Conjunction> conjunctions;
  std::uint64_t bits = 0;  // of the bounds, which each conjunction has for itself
  for (const std::vector<std::uint32_t>& comparisons : *all) {
    Conjunction& own = conjunctions.emplace_back();
    std::vector<ElementRange> ranges;
    for (const std::uint32_t k : comparisons) {
      const PropertyComparison& comparison = property.comparisons[k];
      if (auto range = bound_in(property, comparison)) {
        for (const auto* end : {&range->low, &range->high})
          if (*end) bits += vnnlib::bits_of((*end)->number);
        if (bits > limits.number_bits) return too_large();
        ranges.push_back(std::move(*range));
      } else {
        own.rest.push_back(k);
        own.is_linear = own.is_linear && comparison.polynomial.is_linear();
      }
    }
    std::ranges::sort(ranges, {}, &ElementRange::element);
    for (ElementRange& range : ranges) {
      if (own.box.empty() || own.box.back().element != range.element) {
        own.box.push_back(std::move(range));
      } else {
        tighten(own.box.back().low, range.low, false);
        tighten(own.box.back().high, range.high, true);
      }
    }
  }
  return conjunctions;
}

}  // namespace etalon::impl
