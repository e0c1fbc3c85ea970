// SPDX-License-Identifier: Apache-2.0
// Floor 8. See witness.hpp.
#include "conform/properties/witness.hpp"

#include <algorithm>

#include "base/quote.hpp"
#include "conform/judge/judge.hpp"
#include "conform/properties/checker.hpp"
#include "vnnlib/normal_form.hpp"

namespace etalon::impl {
namespace {

// ---- the box --------------------------------------------------------------------------------------------------------

// A comparison of inputs alone, in one of the readings. Rounded are bounds of single inputs; other comparisons are of
// the numbers that the network is given.
class Box {
 public:
  Box(const PropertyModels& models, const WitnessPoint& point, const Trails& inputs)
      : models_(models), point_(point), given_(values_in(models, inputs)) {}

  JudgedProperty judged(std::uint32_t k, BoxReading reading) const {
    const PropertyComparison& comparison = models_.property->comparisons[k];
    if (reading == BoxReading::decimals)
      return judge(comparison, [&](std::uint64_t element) { return stated(element); });
    const auto bound = reading == BoxReading::all_rounded ? bound_in(*models_.property, comparison) : std::nullopt;
    return bound ? JudgedProperty::certain(is_within(*bound)) : judge(comparison, given_);
  }

  // With whatever outputs.
  bool has_point(BoxReading reading) const {
    const Property& property = *models_.property;
    const auto of_inputs = [&](std::uint32_t k) {
      return property.is_about_inputs(property.comparisons[k]) ? judged(k, reading) : JudgedProperty::certain(true);
    };
    return judge(property.formula, of_inputs).answer == PropertyAnswer::yes;
  }

 private:
  std::optional<NumberRange> stated(std::uint64_t element) const {
    const Property& property = *models_.property;
    const bool is_own =
        property.variables[property.variable_of(element)].is_initialized;  // the model's, whatever is stated
    const std::optional<Number>& number = point_.stated[element];
    return number && !is_own ? std::optional(NumberRange::of(*number)) : given_(element);
  }

  bool is_within(const ElementRange& range) const {
    const std::optional<NumberRange> own = given_(range.element);
    if (!own) return false;
    const std::size_t v = models_.property->variable_of(range.element);
    const DType type = *models_.of(range.element).graph->values[models_.values[v]].type;
    const auto satisfies = [&](const std::optional<Bound>& bound, int side) {
      if (!bound) return true;
      const int order = side * mpq_cmp(own->low.get(), rounded_to(type, bound->number).get());
      return bound->is_excluded ? order < 0 : order <= 0;
    };
    return satisfies(range.high, 1) && satisfies(range.low, -1);
  }

  const PropertyModels& models_;
  const WitnessPoint& point_;
  RangeOf given_;
};

// ---- one point ------------------------------------------------------------------------------------------------------

bool has_policy(const PropertyModels& models, Accumulation policy) {
  return std::ranges::all_of(models.models, [&](const auto& model) {
    return std::ranges::all_of(model->calls, [&](const Call& call) { return impl::has_policy(call, policy); });
  });
}

bool depends_on_policies(const PropertyModels& models) {
  return std::ranges::any_of(models.models,
                             [](const auto& model) { return std::ranges::any_of(model->calls, depends_on_policy); });
}

class PointJudge {
 public:
  PointJudge(const PropertyModels& models, const WitnessPoint& point, Trails inputs, const Limits& limits,
             const WitnessSettings& settings)
      : models_(models), point_(point), inputs_(std::move(inputs)), limits_(limits), settings_(settings) {
    for (std::size_t n = 0; n < inputs_.size(); ++n) with_constants_.push_back(inputs_[n]);
    for (std::size_t n = 0; n < inputs_.size(); ++n) add_inputs(n);
  }

  Result<JudgedPoint> operator()() {
    look_at_box();
    if (auto problem = run_policies()) return std::move(*problem);
    if (auto problem = enclose()) return std::move(*problem);
    if (result_.any_order == InAnyOrder::not_decided) compare_policies();
    if (result_.any_order == InAnyOrder::not_decided) try_orders();
    result_.stated = stated_outputs(models_, point_, *own_run_);
    result_.checker = checker_verdict(models_, point_, result_.stated);
    return std::move(result_);
  }

 private:
  // Inputs that have their value from the model are compared with bounds, too.
  void add_inputs(std::size_t n) {
    const Graph& graph = *models_.models[n]->graph;
    for (const Initializer& one : graph.initializers)
      if (std::ranges::find(graph.inputs, one.value) != graph.inputs.end()) {
        Trail all(graph.values.size());
        add_constants(graph, all);
        with_constants_[n][one.value] = std::move(all[one.value]);
      }
  }

  void look_at_box() {
    const Property& property = *models_.property;
    const Box box(models_, point_, with_constants_);
    for (std::size_t k = 0; k < std::size(box_readings); ++k) {
      const auto reading = static_cast<BoxReading>(k);
      result_.in_box[k] = box.has_point(reading);
      if (result_.in_box[k] && !result_.reading) result_.reading = reading;
    }
    of_inputs_.resize(property.comparisons.size());
    for (std::uint32_t k = 0; k < of_inputs_.size(); ++k) {
      if (!property.is_about_inputs(property.comparisons[k])) continue;
      of_inputs_[k] = !result_.reading || box.judged(k, *result_.reading).answer == PropertyAnswer::yes;
    }
  }

  // The property where outputs and hidden values are in these ranges. Comparisons of inputs are as the reading has
  // them; if the point is in the box in none, they are taken as satisfied.
  JudgedProperty judged(const RangeOf& computed) const {
    const Property& property = *models_.property;
    const RangeOf given = values_in(models_, with_constants_);
    const RangeOf range_of = [&](std::uint64_t element) {
      return property.is_of(PropertyVariable::Role::input, element) ? given(element) : computed(element);
    };
    return judge(property.formula, [&](std::uint32_t k) {
      return of_inputs_[k] ? JudgedProperty::certain(*of_inputs_[k]) : judge(property.comparisons[k], range_of);
    });
  }

  std::optional<Finding> run_policies() {
    const bool depends = depends_on_policies(models_);
    const auto own = models_.models[0]->profile.choices.accumulation;
    Result<Trails> run = run_of(models_, inputs_, limits_, {settings_.kernels, own});
    if (!run) return run.finding();
    own_run_ = std::move(*run);
    for (std::size_t p = 0; p < property_policies; ++p) {
      const auto policy = static_cast<Accumulation>(p);
      if (!has_policy(models_, policy)) continue;
      if (policy == own || !depends) {
        result_.policies[p] = judged(values_in(models_, *own_run_));
        continue;
      }
      const Result<Trails> other = run_of(models_, inputs_, limits_, {settings_.kernels, policy});
      if (!other) return other.finding();
      result_.policies[p] = judged(values_in(models_, *other));
    }
    return std::nullopt;
  }

  // Over the reals, and with the bounds of what any admissible evaluation gives.
  std::optional<Finding> enclose() {
    CertifySettings settings{.kernels = settings_.kernels, .with_decisions = false};
    Result<std::vector<CertifiedRun>> reals = reals_of(models_, inputs_, limits_, settings);
    if (!reals) return reals.finding();
    result_.real = judged(values_in(models_, *reals));
    const auto has_fewer_words = [](const CertifiedRun& run) { return run.words < WordBall::most_words; };
    if (result_.real.answer == PropertyAnswer::unknown && std::ranges::any_of(*reals, has_fewer_words)) {
      settings.words = settings.most_words;
      reals = reals_of(models_, inputs_, limits_, settings);
      if (!reals) return reals.finding();
      result_.real = judged(values_in(models_, *reals));
    }
    const AdmissibleBounds bounds = bounds_in_any_order(models_, *own_run_);
    const JudgedProperty any = judged(admissible_values(models_, *own_run_, *reals, bounds));
    result_.bounded_margin = any.margin;
    if (any.answer == PropertyAnswer::unknown) return std::nullopt;
    result_.any_order = any.answer == PropertyAnswer::yes ? InAnyOrder::holds : InAnyOrder::fails;
    // Each policy is an admissible evaluation.
    for (const auto& run : result_.policies)
      if (run && run->answer != any.answer)
        return error(Code::internal, "VNN-ALL-VERDICT", "a run contradicts the bounds of all admissible evaluations",
                     "please report this with the model, the property and the witness");
    return std::nullopt;
  }

  void compare_policies() {
    std::optional<std::size_t> satisfied, failed;
    for (std::size_t p = 0; p < property_policies; ++p) {
      if (!result_.policies[p]) continue;
      if (!satisfied && result_.policies[p]->answer == PropertyAnswer::yes) satisfied = p;
      if (!failed && result_.policies[p]->answer == PropertyAnswer::no) failed = p;
    }
    if (!satisfied || !failed) return;
    const auto run = [&](std::size_t p) {
      return run_of(models_, inputs_, limits_, {settings_.kernels, static_cast<Accumulation>(p)});
    };
    const Result<Trails> a = run(*satisfied), b = run(*failed);
    if (!a || !b) return;
    show(evaluation_of(*satisfied), *a, evaluation_of(*failed), *b);
  }

  Evaluation evaluation_of(std::size_t policy) const {
    return {std::string("policy ") + accumulation_names[policy], *result_.policies[policy]};
  }

  void show(Evaluation satisfied, const Trails& a, Evaluation failed, const Trails& b) {
    result_.any_order = InAnyOrder::depends;
    result_.parting = parting_of(models_, a, b);
    result_.shown.emplace(std::move(satisfied), std::move(failed));
  }

  // Whether the margin is small beside what rounding did to it under the policies: elsewhere no order is tried.
  bool is_near() const {
    constexpr double times = 64;
    double spread = 0, margin = HUGE_VAL;
    for (const auto& run : result_.policies) {
      if (!run) continue;
      margin = std::min(margin, std::max(std::abs(run->margin.low), std::abs(run->margin.high)));
      spread = std::max(spread, std::max(std::abs(run->margin.high - result_.real.margin.low),
                                         std::abs(run->margin.low - result_.real.margin.high)));
    }
    return !(margin > times * spread);
  }

  // The policies agree. Sums are added in other orders until one evaluation disagrees, or enough was computed.
  void try_orders() {
    const auto own = models_.models[0]->profile.choices.accumulation;
    const std::optional<JudgedProperty>& ours = result_.policies[static_cast<std::size_t>(own)];
    if (!ours || ours->answer == PropertyAnswer::unknown || !is_near()) return;
    std::uint64_t each = 1;
    for (const auto& model : models_.models) each += std::min(operations_of(*model), settings_.operations);
    const std::vector<Change> changes = admissible_changes(models_);
    std::uint64_t left = settings_.operations;
    for (const Change& change : changes) {
      if (change.kind() == ChangeKind::policy) continue;
      if (left < each) return;
      left -= each;
      const Change* made[] = {&change};
      const std::optional<Trails> run = changed_run(models_, inputs_, made, limits_, settings_.kernels);
      ++result_.tried;
      if (!run) continue;
      const JudgedProperty other = judged(values_in(models_, *run));
      if (other.answer == PropertyAnswer::unknown || other.answer == ours->answer) continue;
      Evaluation first = evaluation_of(static_cast<std::size_t>(own)), second{change.text, other};
      if (ours->answer == PropertyAnswer::yes) return show(std::move(first), *own_run_, std::move(second), *run);
      return show(std::move(second), *run, std::move(first), *own_run_);
    }
  }

  const PropertyModels& models_;
  const WitnessPoint& point_;
  const Trails inputs_;
  Trails with_constants_;
  const Limits& limits_;
  const WitnessSettings& settings_;
  std::vector<std::optional<bool>> of_inputs_;  // by comparison; nothing: it is about outputs, too
  std::optional<Trails> own_run_;
  JudgedPoint result_;
};

}  // namespace

Result<std::vector<JudgedPoint>> judge(const PropertyModels& models, const Witness& witness, const Limits& limits,
                                       const WitnessSettings& settings) {
  std::vector<JudgedPoint> points;
  for (const WitnessPoint& point : witness.points) {
    Result<Trails> inputs = given_inputs(models, point);
    if (!inputs) return inputs.finding();
    Result<JudgedPoint> judged = PointJudge(models, point, std::move(*inputs), limits, settings)();
    if (!judged) return judged.finding();
    if (witness.points.size() > 1) judged->checker = CheckerVerdict::wrong_shape;
    points.push_back(std::move(*judged));
  }
  return points;
}

std::size_t best_of(std::span<const JudgedPoint> points) {
  static constexpr int ranks[] = {3, 0, 2, 1};  // by InAnyOrder
  const auto rank = [](const JudgedPoint& point) {
    const int place = point.reading ? 3 - static_cast<int>(*point.reading) : 0;
    return std::pair(ranks[static_cast<std::size_t>(point.any_order)] * (place > 0 ? 1 : 0), place);
  };
  std::size_t best = 0;
  for (std::size_t k = 1; k < points.size(); ++k)
    if (rank(points[k]) > rank(points[best])) best = k;
  return best;
}

}  // namespace etalon::impl
