// SPDX-License-Identifier: Apache-2.0
// Any bytes are read as a property of networks; what follows a byte of zero is read as a witness against it. The normal
// form of what is read has the truth of the formula, for drawn numbers.
#include <algorithm>
#include <string>
#include <string_view>

#include "conform/properties/truth.hpp"
#include "fuzz/target.hpp"
#include "vnnlib/normal_form.hpp"
#include "vnnlib/witness.hpp"

namespace {

using namespace etalon::impl;
using etalon::fuzz::require;

// Small, so that every limit can be met by a small file and no input takes long.
constexpr PropertyLimits limits{.file_bytes = 1 << 14,
                                .depth = 16,
                                .literal_characters = 100,
                                .exponent = 200,
                                .variables = 16,
                                .elements = 1 << 10,
                                .stored_elements = 1 << 12,
                                .comparisons = 256,
                                .degree = 8,
                                .terms = 1 << 12,
                                .number_bits = 1 << 20,
                                .conjunctions = 64};

void require_words(const Finding& finding) {
  require(!finding.status.ok() && *finding.status.rule != '\0' && !finding.message.empty() && !finding.hint.empty(),
          "a finding has code, rule, words and a hint");
  require(finding.status.code == etalon::impl::Code::malformed || finding.status.code == etalon::impl::Code::limit,
          "a file is malformed or too large");
}

void require_order(const Property& property) {
  for (const PropertyComparison& comparison : property.comparisons) {
    const std::vector<Monomial>& terms = comparison.polynomial.terms;
    require(std::ranges::is_sorted(terms, std::less_equal{}, &Monomial::elements) || terms.size() < 2,
            "terms are sorted");
    for (const Monomial& term : terms) {
      require(term.coefficient.sign() != 0, "a term has a coefficient");
      require(std::ranges::all_of(term.elements, [&](auto element) { return element < property.elements(); }),
              "an element is one of a variable");
    }
    require(!property.text_of(comparison).empty(), "a comparison has words");
  }
}

// Small integers and halves, so that comparisons are often equal.
Number drawn(std::uint64_t element, std::uint64_t turn) {
  std::uint64_t x = (element + 1) * 0x9E3779B97F4A7C15u ^ turn * 0xD1B54A32D192ED03u;
  x ^= x >> 29;
  return Rational::number(static_cast<double>(x % 9) / 2 - 2);
}

bool is_within(const ElementRange& range, const Number& x) {
  const auto fits = [&](const std::optional<Bound>& bound, int side) {
    if (!bound) return true;
    const int order = side * mpq_cmp(x.get(), bound->number.get());
    return bound->is_excluded ? order < 0 : order <= 0;
  };
  return fits(range.high, 1) && fits(range.low, -1);
}

void require_normal_form(const Property& property) {
  const auto all = normal_form(property, limits);
  if (!all) return require_words(all.finding());
  for (std::uint64_t turn = 0; turn < 4; ++turn) {
    const RangeOf at = [&](std::uint64_t element) { return NumberRange::of(drawn(element, turn)); };
    const auto is_met = [&](std::uint32_t k) { return judge(property.comparisons[k], at); };
    const bool by_formula = judge(property.formula, is_met).answer == PropertyAnswer::yes;
    const bool by_form = std::ranges::any_of(*all, [&](const Conjunction& one) {
      return std::ranges::all_of(
                 one.box, [&](const ElementRange& range) { return is_within(range, drawn(range.element, turn)); }) &&
             std::ranges::all_of(one.rest, [&](std::uint32_t k) { return is_met(k).answer == PropertyAnswer::yes; });
    });
    require(by_formula == by_form, "the normal form has the truth of the formula");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find('\0'), size);
  const Result<Property> property = read_property(text.substr(0, end), "p", limits);
  if (!property) {
    require_words(property.finding());
    return 0;
  }
  require_order(*property);
  require_normal_form(*property);
  const Result<Witness> witness = read_witness(text.substr(std::min(end + 1, size)), "w", *property, limits);
  if (!witness) {
    require_words(witness.finding());
    return 0;
  }
  for (const WitnessPoint& point : witness->points)
    require(point.stated.size() == property->elements(), "a point has a place for every element");
  return 0;
}
