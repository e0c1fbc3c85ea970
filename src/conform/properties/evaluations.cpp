// SPDX-License-Identifier: Apache-2.0
// Floor 8. See evaluations.hpp.
#include "conform/properties/evaluations.hpp"

#include <algorithm>

#include "accuracy/certified.hpp"
#include "base/quote.hpp"
#include "conform/cause/alternative_run.hpp"
#include "conform/judge/allowed_result.hpp"
#include "conform/judge/judge.hpp"
#include "conform/judge/sets.hpp"
#include "conform/judge/whole.hpp"
#include "run/interpret.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

constexpr std::uint64_t most_for_sets = std::uint64_t{1} << 22;  // operations of a node, at about 100 ns each

using Role = PropertyVariable::Role;

std::optional<std::uint64_t> pattern_for(const Number& number, DType type) {
  const DTypeInfo& facts = info(type);
  if (facts.kind == Kind::floating) {
    const std::uint64_t pattern = round_to_binary(number, format_for(type));
    return binary_is_infinite(format_for(type), pattern) ? std::nullopt : std::optional(pattern);
  }
  if (mpz_cmp_ui(mpq_denref(number.get()), 1) != 0) return std::nullopt;
  const mpz_srcptr whole = mpq_numref(number.get());
  if (facts.kind == Kind::unsigned_)
    return mpz_sgn(whole) >= 0 && mpz_sizeinbase(whole, 2) <= facts.bits ? std::optional(mpz_get_ui(whole))
                                                                         : std::nullopt;
  if (mpz_fits_slong_p(whole) == 0) return std::nullopt;
  const long value = mpz_get_si(whole);
  const unsigned above = 64 - facts.bits;
  const auto pattern = static_cast<std::uint64_t>(value) << above >> above;
  return static_cast<long>(pattern << above) >> above == value ? std::optional(pattern) : std::nullopt;
}

// The number of a floating-point type next to this one, on the side away from or towards zero.
std::uint64_t next_pattern(binary_format format, std::uint64_t pattern, bool up) {
  if (binary_is_zero(format, pattern)) return up ? 1 : binary_sign_bit(format) | 1;
  const bool is_negative = binary_sign(format, pattern) != 0;
  return up == is_negative ? pattern - 1 : pattern + 1;
}

std::optional<Number> number_of_pattern(DType type, std::uint64_t pattern) {
  Tensor one(type, Shape{});
  set_pattern(one.view(), 0, pattern);
  const TensorView view = std::as_const(one).view();
  return is_finite(view, 0) ? std::optional(number_of(view, 0)) : std::nullopt;
}

// The nearest number of the type on one side of an end; the end itself where there is none.
Number in_type(const Number& end, DType type, bool up) {
  const binary_format format = format_for(type);
  std::uint64_t pattern = round_to_binary(end, format);
  std::optional<Number> own = number_of_pattern(type, pattern);
  if (!own) return end;
  const int order = mpq_cmp(own->get(), end.get());
  if (up ? order < 0 : order > 0) own = number_of_pattern(type, next_pattern(format, pattern, up));
  return own.value_or(end);
}

std::optional<NumberRange> range_of(const WordBall& ball) {
  const Enclosure real = enclosure_of(ball);
  if (const Number* number = std::get_if<Number>(&real)) return NumberRange::of(*number);
  const Ball* around = std::get_if<Ball>(&real);
  if (around == nullptr) return std::nullopt;
  BallEnds ends = ends_of(*around);
  return NumberRange{std::move(ends.low), std::move(ends.high)};
}

// Whether a call has one result for each element, whichever admissible evaluation is taken, if its operands are known.
bool is_settled(const Call& call, std::span<const TensorView> inputs) {
  if (has_one_value(call)) return true;
  if (operations_of(call) > most_for_sets) return false;
  const AllowedSets sets = sets_of(call, inputs, 1);
  constexpr std::uint16_t others = allows_all | allows_highest | allows_lowest | allows_nan | is_coarse;
  return std::ranges::all_of(sets.outputs, [](const Sets& output) {
    for (std::size_t i = 0; i < output.low.size(); ++i)
      if (output.low[i] != output.high[i] || (output.beyond[i] & others) != 0) return false;
    return true;
  });
}

// The sign of a zero is open ("CON-FLOAT-SUM"), which matters where something is divided by it: the result is infinite,
// or an integer that such a quotient saturates to.
bool may_depend_on_signs_of_zeros(const Call& call, std::span<const TensorView> inputs,
                                  std::span<const TensorView> outputs) {
  const auto has_zero = [](const TensorView& tensor) {
    for (std::uint64_t i = 0; i < tensor.shape.count; ++i)
      if (number_at(tensor, i) == 0) return true;
    return false;
  };
  const auto divides = [&](const TensorView& factor) {
    return factor.data != nullptr && info(factor.type).kind == Kind::floating && has_zero(factor);
  };
  return !std::ranges::all_of(outputs, are_finite) ||
         (bound_of(*call.op).quantises && std::ranges::any_of(inputs.subspan(1), divides));
}

// Values that every admissible evaluation gives as the run has them, but for the sign of a zero: sums of small
// integers, for example.
std::vector<bool> settled_values(const CheckedModel& model, const Trail& run) {
  const Graph& graph = *model.graph;
  std::vector<bool> settled(graph.values.size(), true);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const Call& call = model.calls[n];
    std::vector<TensorView> inputs;
    bool is_known = true;
    for (std::size_t k = 0; k < call.inputs.size(); ++k) {
      const bool is_given = call.inputs[k].has_value();
      inputs.push_back(is_given ? view_of(run[graph.nodes[n].inputs[k]]) : no_tensor);
      is_known = is_known && (!is_given || settled[graph.nodes[n].inputs[k]]);
    }
    std::vector<TensorView> outputs;
    for (std::size_t k = 0; k < call.outputs.size(); ++k)
      if (call.outputs[k]) outputs.push_back(view_of(run[graph.nodes[n].outputs[k]]));
    is_known = is_known && !may_depend_on_signs_of_zeros(call, inputs, outputs) && is_settled(call, inputs);
    for (const std::uint32_t value : graph.nodes[n].outputs) settled[value] = is_known;
  }
  return settled;
}

// Of this call the changes that it can make, as they are for it: only these are to be applied.
std::vector<Change> own_changes(const Call& call, std::span<const Change* const> changes) {
  std::vector<Change> own;
  for (Change& change : changes_for(call))
    if (std::ranges::any_of(changes, [&](const Change* one) { return *one == change; })) own.push_back(change);
  return own;
}

}  // namespace

std::optional<Number> number_beyond(const Number& end, DType type, bool up) {
  Number beyond = in_type(end, type, up);
  const int order = mpq_cmp(beyond.get(), end.get());
  const bool is_own = number_of_pattern(type, round_to_binary(end, format_for(type))).has_value();
  return is_own && (up ? order >= 0 : order <= 0) ? std::optional(std::move(beyond)) : std::nullopt;
}

Number rounded_to(DType type, const Number& number) {
  if (info(type).kind != Kind::floating) return number;
  return number_of_pattern(type, round_to_binary(number, format_for(type))).value_or(number);
}

Result<Trails> given_inputs(const PropertyModels& models, const WitnessPoint& point) {
  const Property& property = *models.property;
  Trails inputs(models.models.size());
  for (std::size_t n = 0; n < inputs.size(); ++n) inputs[n].resize(models.models[n]->graph->values.size());
  for (std::size_t v = 0; v < property.variables.size(); ++v) {
    const PropertyVariable& variable = property.variables[v];
    if (variable.role != Role::input || variable.is_initialized) continue;
    const Value& value = models.models[variable.network]->graph->values[models.values[v]];
    Tensor& tensor = inputs[variable.network][models.values[v]].emplace(*value.type, *value.shape);
    const MutableTensorView view = tensor.view();
    for (std::uint64_t i = 0; i < variable.shape.count; ++i) {
      const Number& number = *point.stated[variable.first + i];
      const std::optional<std::uint64_t> pattern = pattern_for(number, *value.type);
      if (!pattern)
        return error(Code::usage, "VNN-ALL-WITNESS",
                     "input " + property.name_of(variable.first + i) + " of the witness is no number of type " +
                         info(*value.type).name,
                     "give a number of the element type of the model");
      const bool has_sign = info(*value.type).kind == Kind::floating &&
                            std::ranges::binary_search(point.negative_zeros, variable.first + i);
      set_pattern(view, i, has_sign ? binary_sign_bit(format_for(*value.type)) : *pattern);
    }
  }
  return inputs;
}

Result<Trails> run_of(const PropertyModels& models, const Trails& inputs, const Limits& limits,
                      const TrailSettings& settings) {
  Trails all;
  for (std::size_t n = 0; n < inputs.size(); ++n) {
    Result<Trail> trail = trail_of(*models.models[n], inputs[n], limits, settings);
    if (!trail) return trail.finding();
    all.push_back(std::move(*trail));
  }
  return all;
}

RangeOf values_in(const PropertyModels& models, const Trails& trails) {
  return [&models, &trails](std::uint64_t element) -> std::optional<NumberRange> {
    const ElementPlace at = place_of(models, element);
    const TensorView view = std::as_const(*trails[at.network][at.value]).view();
    if (!is_finite(view, at.index)) return std::nullopt;
    return NumberRange::of(number_of(view, at.index));
  };
}

Result<std::vector<CertifiedRun>> reals_of(const PropertyModels& models, const Trails& inputs, const Limits& limits,
                                           const CertifySettings& settings) {
  std::vector<CertifiedRun> all;
  for (std::size_t n = 0; n < inputs.size(); ++n) {
    Result<CertifiedRun> run = certify(*models.models[n], inputs[n], limits, settings);
    if (!run) return run.finding();
    all.push_back(std::move(*run));
  }
  return all;
}

RangeOf values_in(const PropertyModels& models, const std::vector<CertifiedRun>& reals) {
  return [&models, &reals](std::uint64_t element) -> std::optional<NumberRange> {
    const ElementPlace at = place_of(models, element);
    return range_of(reals[at.network].real[at.value][at.index]);
  };
}

AdmissibleBounds bounds_in_any_order(const PropertyModels& models, const Trails& run) {
  AdmissibleBounds bounds;
  for (std::size_t n = 0; n < run.size(); ++n) {
    bounds.errors.push_back(whole_errors(*models.models[n], run[n], admitted_near));
    bounds.settled.push_back(settled_values(*models.models[n], run[n]));
  }
  return bounds;
}

RangeOf admissible_values(const PropertyModels& models, const Trails& run, const std::vector<CertifiedRun>& reals,
                          const AdmissibleBounds& bounds) {
  return
      [&models, &reals, &bounds, of_run = values_in(models, run)](std::uint64_t element) -> std::optional<NumberRange> {
        const ElementPlace at = place_of(models, element);
        if (bounds.settled[at.network][at.value]) return of_run(element);
        const DType type = reals[at.network].outputs[at.value]->type();
        std::optional<NumberRange> range = range_of(reals[at.network].real[at.value][at.index]);
        const std::vector<double>& errors = bounds.errors[at.network][at.value];
        const double error = errors.empty() ? 0 : errors[at.index];
        if (!range || !(error < infinite_bound)) return std::nullopt;
        const Number e = Rational::number(error);
        range = {Rational::sub(range->low, e), Rational::add(range->high, e)};
        if (info(type).kind != Kind::floating) return range;
        NumberRange stored{in_type(range->low, type, true), in_type(range->high, type, false)};
        if (Rational::less(stored.high, stored.low)) return std::nullopt;
        return stored;
      };
}

std::vector<Change> admissible_changes(const PropertyModels& models) {
  std::vector<Change> all;
  for (const auto& model : models.models)
    for (const Call& call : model->calls) {
      if (!AlternativeRun::is_possible(call)) continue;
      for (Change& change : changes_for(call))
        if (is_admissible(change.kind()) && std::ranges::find(all, change) == all.end())
          all.push_back(std::move(change));
    }
  return all;
}

std::optional<Trails> changed_run(const PropertyModels& models, const Trails& inputs,
                                  std::span<const Change* const> changes, const Limits& limits, KernelTable kernels) {
  Trails all = inputs;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const CheckedModel& model = *models.models[n];
    add_constants(*model.graph, all[n]);
    NodeRunner runner(limits, kernels);
    const auto compute = [&](std::uint32_t k, std::span<const std::optional<Tensor>* const> operands,
                             Trail& results) -> Status {
      const Call& call = model.calls[k];
      std::vector<TensorView> given;
      for (const auto* operand : operands) given.push_back(operand != nullptr ? view_of(*operand) : no_tensor);
      const std::vector<Change> own =
          AlternativeRun::is_possible(call) ? own_changes(call, changes) : std::vector<Change>{};
      if (own.empty()) return runner.run(call, given, results);
      std::vector<const Change*> made;
      for (const Change& change : own) made.push_back(&change);
      std::optional<std::vector<Tensor>> changed = AlternativeRun(call, given).results(made);
      if (!changed) return Status{.code = Code::condition};
      for (std::size_t r = 0; r < results.size(); ++r)
        if (call.outputs[r]) results[r] = std::move((*changed)[r]);
      return {};
    };
    if (!interpret(model, all[n], Keep::all, compute).ok()) return std::nullopt;
  }
  return all;
}

std::optional<Parting> parting_of(const PropertyModels& models, const Trails& a, const Trails& b) {
  std::optional<Parting> first;
  for (std::size_t n = 0; n < a.size(); ++n) {
    const Graph& graph = *models.models[n]->graph;
    for (std::uint32_t k = 0; k < graph.nodes.size(); ++k) {
      std::uint64_t differing = 0;
      for (const std::uint32_t value : graph.nodes[k].outputs) {
        if (!a[n][value] || !b[n][value]) continue;
        const TensorView x = a[n][value]->view(), y = b[n][value]->view();
        for (std::uint64_t i = 0; i < x.shape.count; ++i) differing += !same_bits(x, y, i);
      }
      if (differing == 0) continue;
      if (!first) first = Parting{static_cast<std::uint32_t>(n), k, differing, 0};
      ++first->nodes;
    }
  }
  return first;
}

}  // namespace etalon::impl
