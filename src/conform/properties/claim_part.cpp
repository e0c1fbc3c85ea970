// SPDX-License-Identifier: Apache-2.0
// Floor 8. See claim_part.hpp.
#include "conform/properties/claim_part.hpp"

#include <algorithm>
#include <cmath>

#include "accuracy/affine/boxes.hpp"
#include "conform/judge/whole.hpp"
#include "conform/properties/evaluations.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

using Relation = PropertyComparison::Relation;
using Role = PropertyVariable::Role;

void set_number(const MutableTensorView& tensor, std::uint64_t i, DType type, double number) {
  unsigned exact = 0;
  set_pattern(tensor, i, binary_convert(FORMAT_DOUBLE, format_for(type), f64_bits(number), &exact));
}

double double_in(DType type, double number) {
  unsigned ignored = 0;
  const std::uint64_t own = binary_convert(FORMAT_DOUBLE, format_for(type), f64_bits(number), &ignored);
  return f64_of_bits(binary_convert(format_for(type), FORMAT_DOUBLE, own, &ignored));
}

// A comparison over a part. The polynomial is between `ends` over the reals and in every admissible evaluation.
struct ComparedRange {
  Ends ends = Interval::everything();
  double error = infinite_bound;  // how far an evaluation can be from the real one
  std::vector<double> slopes;     // by input: how much of the range comes from it
};

bool excludes(Relation relation, const Ends& ends) {
  switch (relation) {
    case Relation::less:
      return ends.low >= 0;
    case Relation::at_most:
      return ends.low > 0;
    case Relation::equal:
      return ends.low > 0 || ends.high < 0;
    case Relation::unequal:
      return ends.low == 0 && ends.high == 0;
  }
  return false;
}

}  // namespace

std::vector<InputElement> input_elements(const PropertyModels& models) {
  std::vector<InputElement> elements;
  const Property& property = *models.property;
  for (std::size_t v = 0; v < property.variables.size(); ++v) {
    const PropertyVariable& variable = property.variables[v];
    if (variable.role != Role::input || variable.is_initialized) continue;
    const DType type = *models.models[variable.network]->graph->values[models.values[v]].type;
    for (std::uint64_t i = 0; i < variable.shape.count; ++i)
      elements.push_back({variable.first + i, {variable.network, models.values[v], i}, type});
  }
  return elements;
}

std::variant<Part, std::string> box_of(const PropertyModels& models, const Conjunction& conjunction,
                                       std::span<const InputElement> elements) {
  Part box;
  auto range = conjunction.box.begin();
  for (const InputElement& input : elements) {
    const auto named = [&](const char* before, const char* after) {
      return before + models.property->name_of(input.element) + after;
    };
    if (info(input.type).kind != Kind::floating) return named("input ", " is no floating-point number");
    while (range != conjunction.box.end() && range->element < input.element) ++range;
    if (range == conjunction.box.end() || range->element != input.element || !range->low || !range->high)
      return named("input ", " has no bound on one side");
    for (const bool up : {false, true}) {
      const std::optional<Number> end = number_beyond((up ? range->high : range->low)->number, input.type, up);
      if (!end) return named("the bounds of input ", " are beyond the numbers of its type");
      (up ? box.high : box.low).push_back(mpq_get_d(end->get()));
    }
  }
  return box;
}

bool is_empty_in_every_reading(const PropertyModels& models, const Conjunction& conjunction) {
  return std::ranges::any_of(conjunction.box, [&](const ElementRange& range) {
    if (!range.is_empty()) return false;
    const ElementPlace at = place_of(models, range.element);
    const DType type = *models.models[at.network]->graph->values[at.value].type;
    const Number &low = range.low->number, &high = range.high->number;
    if (info(type).kind != Kind::floating || !Rational::less(high, low)) return true;
    const std::optional<Number> from = number_beyond(low, type, false), to = number_beyond(high, type, true);
    return from && to && Rational::less(*to, *from);
  });
}

std::optional<std::pair<Part, Part>> halves_of(const Part& part, std::size_t i, DType type) {
  if (!(part.low[i] < part.high[i])) return std::nullopt;
  const double middle = double_in(type, part.low[i] / 2 + part.high[i] / 2);
  std::pair<Part, Part> halves(part, part);
  const bool is_inside = part.low[i] < middle && middle < part.high[i];
  halves.first.high[i] = is_inside ? middle : part.low[i];
  halves.second.low[i] = is_inside ? middle : part.high[i];
  ++halves.first.depth;
  ++halves.second.depth;
  return halves;
}

class PartJudge::Own {
 public:
  Own(const PropertyModels& models, std::span<const InputElement> elements, const Limits& limits,
      const ClaimSettings& settings)
      : models_(models), elements_(elements), limits_(limits), settings_(settings) {
    for (const auto& model : models.models) networks_.emplace_back(model, FormLimits{}, admitted_near);
    for (const auto& model : models.models) inputs_.emplace_back(model->graph->values.size());
    for (const InputElement& input : elements) {
      InputKnowledge& own = inputs_[input.at.network][input.at.value];
      const Value& value = models.models[input.at.network]->graph->values[input.at.value];
      if (!own.low) own.low.emplace(*value.type, *value.shape), own.high = own.low;
    }
  }

  PartVerdict operator()(const Conjunction& conjunction, const Part& part) {
    PartVerdict verdict;
    if (!bound(part)) {
      verdict.error = infinite_bound;
      verdict.split = widest(part);
      return verdict;
    }
    ComparedRange nearest;  // one that is excluded is enough: that which needs least
    nearest.slopes.resize(elements_.size());
    for (const std::uint32_t k : conjunction.rest) {
      const PropertyComparison& comparison = models_.property->comparisons[k];
      ComparedRange range = compared(comparison, part);
      verdict.is_excluded = verdict.is_excluded || excludes(comparison.relation, range.ends);
      verdict.error = std::max(verdict.error, range.error);
      if (comparison.relation == Relation::unequal) verdict.error = infinite_bound;  // a margin does not help
      if (range.ends.low > nearest.ends.low) nearest = std::move(range);
    }
    if (conjunction.rest.empty()) verdict.error = infinite_bound;
    verdict.is_by_margin = settings_.margin && verdict.error < infinite_bound &&
                           Rational::less(Rational::number(verdict.error), *settings_.margin);
    if (verdict.is_excluded) return verdict;
    verdict.split = steepest(nearest.slopes, part);
    verdict.counterexample = satisfied_in(part);  // also one that shows a margin to be wrong
    return verdict;
  }

 private:
  bool bound(const Part& part) {
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      const InputElement& input = elements_[i];
      InputKnowledge& own = inputs_[input.at.network][input.at.value];
      set_number(own.low->view(), input.at.index, input.type, part.low[i]);
      set_number(own.high->view(), input.at.index, input.type, part.high[i]);
    }
    for (std::size_t n = 0; n < networks_.size(); ++n)
      if (networks_[n].bound(inputs_[n])) return false;
    return true;
  }

  // By intervals, and where the polynomial is linear by forms as well: both contain it. What is said of inputs alone is
  // said of their decimals, and a margin does not tell how far these are from what the networks are given.
  ComparedRange compared(const PropertyComparison& comparison, const Part& part) {
    ComparedRange range{.slopes = std::vector<double>(elements_.size())};
    const bool is_of_inputs = models_.property->is_about_inputs(comparison);
    const std::optional<Part> decimals = is_of_inputs ? std::optional(rounded_into(part)) : std::nullopt;
    const Part& inputs = decimals ? *decimals : part;
    if (comparison.polynomial.is_linear()) add_forms(comparison.polynomial, inputs, range);
    const auto value = value_of(comparison.polynomial, [&](std::uint64_t e) { return numbers_of(e, inputs); });
    if (value) range.ends = both(range.ends, {between(value->low).low, between(value->high).high});
    if (is_of_inputs) range.error = infinite_bound;
    return range;
  }

  // All numbers of which the nearest ones of the type are in the part.
  Part rounded_into(const Part& part) const {
    Part wide = part;
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      const FormatFacts facts = facts_of(format_for(elements_[i].type));
      const auto reach = [&](double end) { return sum_up(product_up(std::abs(end), facts.u), facts.eta); };
      wide.low[i] = next_down(part.low[i] - reach(part.low[i]));
      wide.high[i] = next_up(part.high[i] + reach(part.high[i]));
    }
    return wide;
  }

  // Every factor is taken as the double below it; what is left of it counts as an interval. Nothing where a factor is
  // beyond the doubles.
  void add_forms(const Polynomial& polynomial, const Part& part, ComparedRange& range) {
    const auto is_double = [](const Monomial& term) {
      const Between factor = between(term.coefficient);
      return std::isfinite(factor.low) && std::isfinite(factor.high);
    };
    if (!std::ranges::all_of(polynomial.terms, is_double)) return;
    range.ends = {0, 0};
    range.error = 0;
    std::vector<std::vector<BoxBounds::Multiple>> multiples(networks_.size());
    for (const Monomial& term : polynomial.terms) {
      const Between factor = between(term.coefficient);
      if (term.elements.empty()) {
        range.ends = Interval::sum(range.ends, {factor.low, factor.high});
        continue;
      }
      const ElementPlace at = place_of(models_, term.elements[0]);
      if (const auto input = input_at(term.elements[0])) {
        const Ends own{part.low[*input], part.high[*input]};
        range.ends = Interval::sum(range.ends, Interval::product({factor.low, factor.high}, own));
        continue;
      }
      multiples[at.network].push_back({at.value, at.index, factor.low});
      if (factor.low == factor.high) continue;
      const double left = next_up(factor.high - factor.low);
      range.ends = Interval::sum(range.ends, Interval::product({0, left}, ends_of_element(at)));
      range.error = sum_up(range.error, product_up(left, networks_[at.network][at.value].bounds[at.index]));
    }
    for (std::size_t n = 0; n < networks_.size(); ++n) {
      if (multiples[n].empty()) continue;
      const AffineValue sum = networks_[n].combination(multiples[n]);
      range.ends = Interval::sum(range.ends, hull(sum.real, both(sum.computed, widened(sum.real, sum.error))));
      range.error = sum_up(range.error, sum.error);
      add_slopes(n, sum, range);
    }
  }

  // Of what is computed, and of the real value.
  Ends ends_of_element(const ElementPlace& at) const {
    const BoxBounds::Known& known = networks_[at.network][at.value];
    return known.values.empty() ? known.ends[at.index] : hull(known.ends[at.index], known.values[at.index].real);
  }

  // Inputs have the first symbols of a network, in the order of its values: those with more than one number.
  void add_slopes(std::size_t network, const AffineValue& sum, ComparedRange& range) const {
    if (sum.form == nullptr) return;
    for (std::size_t i = 0; i < elements_.size(); ++i)
      if (const auto symbol = elements_[i].at.network == network
                                  ? networks_[network].symbol_of(elements_[i].at.value, elements_[i].at.index)
                                  : std::nullopt)
        range.slopes[i] += std::abs(sum.form->coefficient(*symbol));
  }

  std::optional<std::size_t> input_at(std::uint64_t element) const {
    const auto found = std::ranges::lower_bound(elements_, element, {}, &InputElement::element);
    return found != elements_.end() && found->element == element
               ? std::optional(static_cast<std::size_t>(found - elements_.begin()))
               : std::nullopt;
  }

  std::optional<NumberRange> numbers_of(std::uint64_t element, const Part& part) const {
    const auto input = input_at(element);
    const Ends ends = input ? Ends{part.low[*input], part.high[*input]} : ends_of_element(place_of(models_, element));
    if (!is_finite(ends)) return std::nullopt;
    return NumberRange{Rational::number(ends.low), Rational::number(ends.high)};
  }

  static std::size_t widest(const Part& part) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < part.low.size(); ++i)
      if (part.high[i] - part.low[i] > part.high[best] - part.low[best]) best = i;
    return best;
  }
  static std::size_t steepest(std::span<const double> slopes, const Part& part) {
    std::size_t best = widest(part);
    for (std::size_t i = 0; i < slopes.size(); ++i)
      if (part.low[i] < part.high[i] && slopes[i] > slopes[best]) best = i;
    return best;
  }

  // The middle of the part, where a run at it satisfies the property.
  std::optional<Part> satisfied_in(const Part& part) const {
    Part point = part;
    Trails inputs(networks_.size());
    for (std::size_t n = 0; n < inputs.size(); ++n) {
      inputs[n].resize(inputs_[n].size());
      for (std::size_t v = 0; v < inputs[n].size(); ++v) inputs[n][v] = inputs_[n][v].low;
    }
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      const InputElement& input = elements_[i];
      const double between_ends = part.low[i] / 2 + part.high[i] / 2;
      point.low[i] = point.high[i] = std::clamp(double_in(input.type, between_ends), part.low[i], part.high[i]);
      set_number(inputs[input.at.network][input.at.value]->view(), input.at.index, input.type, point.low[i]);
    }
    const auto own = models_.models[0]->profile.choices.accumulation;
    const Result<Trails> run = run_of(models_, inputs, limits_, {settings_.kernels, own});
    if (!run) return std::nullopt;
    const RangeOf values = values_in(models_, *run);
    const JudgedProperty judged = judge(
        models_.property->formula, [&](std::uint32_t k) { return judge(models_.property->comparisons[k], values); });
    return judged.answer == PropertyAnswer::yes ? std::optional(point) : std::nullopt;
  }

  const PropertyModels& models_;
  std::span<const InputElement> elements_;
  const Limits& limits_;
  const ClaimSettings& settings_;
  std::vector<BoxBounds> networks_;
  std::vector<std::vector<InputKnowledge>> inputs_;  // by network and value
};

PartJudge::PartJudge(const PropertyModels& models, std::span<const InputElement> elements, const Limits& limits,
                     const ClaimSettings& settings)
    : own_(std::make_unique<Own>(models, elements, limits, settings)) {}
PartJudge::PartJudge(PartJudge&&) noexcept = default;
PartJudge::~PartJudge() = default;
PartVerdict PartJudge::operator()(const Conjunction& conjunction, const Part& part) {
  return (*own_)(conjunction, part);
}

}  // namespace etalon::impl
