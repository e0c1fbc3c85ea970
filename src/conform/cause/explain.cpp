// SPDX-License-Identifier: Apache-2.0
// Floor 8. See explain.hpp.
#include "conform/cause/explain.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "accuracy/bounds.hpp"
#include "conform/judge/judge.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t most_parts = 3;
constexpr std::uint64_t most_steps_of_parts = 50'000'000, most_steps_of_chance = 200'000'000;
constexpr std::size_t least_part = 16;  // elements; fewer are those of some computation by chance

// All sets of so many changes, no two of one kind.
template <class Visit>
void for_each_set(const std::vector<Change>& changes, std::size_t parts, std::size_t from,
                  std::vector<const Change*>& set, Visit visit) {
  if (set.size() == parts) return visit(set);
  for (std::size_t k = from; k < changes.size(); ++k) {
    if (std::ranges::any_of(set, [&](const Change* one) { return one->kind() == changes[k].kind(); })) continue;
    set.push_back(&changes[k]);
    for_each_set(changes, parts, k + 1, set, visit);
    set.pop_back();
  }
}

// Of a function whose accuracy is left open: how far its values are from the nearest numbers.
std::optional<std::string> function_error_of(const Call& call, std::span<const Sample> samples) {
  std::uint64_t most = 0;
  for (const Sample& sample : samples)
    for (std::uint64_t i = 0; i < sample.candidate[0].shape.count; ++i)
      most = std::max(most, distance_between(sample.candidate[0], sample.reference(0), i).ulp);
  if (most == 0 || most > 1000 || !is_floating(call)) return std::nullopt;
  return "the function is not rounded to nearest: its values are within " + std::to_string(most) + " ulp";
}

// What can be told from the results alone, where all elements that differ do so in one way.
struct VisibleCause {
  const char* text;
  bool (*explains)(double candidate, double reference);
};
constexpr VisibleCause visible_causes[] = {
    {"NaNs have another payload or sign", [](double x, double y) { return std::isnan(x) && std::isnan(y); }},
    {"the sign of zero differs", [](double x, double y) { return x == 0 && y == 0; }},
    {"a NaN among the operands is not passed on", [](double x, double y) { return std::isnan(y) && !std::isnan(x); }},
};

bool explains_all(const Sample& sample, bool (*explains)(double, double)) {
  for (std::size_t k = 0; k < sample.candidate.size(); ++k) {
    const TensorView candidate = sample.candidate[k], reference = sample.reference(k);
    for (std::uint64_t i = 0; candidate.data != nullptr && i < candidate.shape.count; ++i)
      if (!same_bits(candidate, reference, i) &&
          (!is_floating(reference.type) || !explains(number_at(candidate, i), number_at(reference, i))))
        return false;
  }
  return true;
}

// Results are computed in their order.
std::uint64_t operations_up_to(const Call& call, const AlternativeRun::Places& places) {
  double share = 0;
  for (std::size_t k = 0; k < places.size(); ++k)
    if (!places[k].empty())
      share = std::max(share,
                       static_cast<double>(places[k].back() + 1) / static_cast<double>(call.outputs[k]->shape.count));
  return static_cast<std::uint64_t>(share * static_cast<double>(operations_of(call)));
}

// What some of the sets that were tried have at the places; the first is the reference itself.
std::vector<Patterns> observed(const std::vector<Change>& changes, std::span<const Place> places,
                               const Attempt& attempt) {
  std::vector<Patterns> all;
  bool is_open = true;
  for (std::size_t parts = 0; parts <= most_parts; ++parts) {
    std::vector<const Change*> set;
    for_each_set(changes, parts, 0, set, [&](const std::vector<const Change*>& chosen) {
      if (!is_open || all.size() == most_computations) return;
      std::optional<Patterns> patterns = attempt.patterns(chosen, places);
      is_open = patterns.has_value();
      if (patterns && !patterns->empty()) all.push_back(std::move(*patterns));
    });
  }
  return all;
}

Cause cause_of(Changes changes) {
  Cause cause;
  for (const Change* change : changes) cause.parts.push_back(change->text);
  return cause;
}

// Where threads share a result, each may sum in its own way: each element matches one of two computations. Nothing
// where there is no such pair, where chance may have made it, or where what is tried would take too long.
std::optional<std::string> two_parts_of(const Call& call, const std::vector<Change>& changes, AlternativeRun& run,
                                        std::span<const Sample> samples, const Attempt& attempt) {
  struct Part {
    Cause cause;
    std::vector<bool> same;
  };
  const TensorView& candidate = samples[0].candidate[0];
  std::vector<Part> parts;
  std::uint64_t steps = most_steps_of_parts, tried = 0;
  const std::uint64_t cost = operations_of(call), cost_of_first = std::min(cost, terms_of(call) * first_elements);
  for (std::size_t size = 0; size <= 2; ++size) {
    std::vector<const Change*> set;
    for_each_set(changes, size, 0, set, [&](const std::vector<const Change*>& chosen) {
      if (steps < cost) return;
      ++tried;
      std::optional<std::vector<bool>> same = run.matches(chosen, candidate);
      steps -= same ? cost : cost_of_first;
      if (!same) return;
      parts.push_back({cause_of(chosen), std::move(*same)});
      if (chosen.empty()) parts.back().cause.parts.emplace_back("as the reference computes it");
    });
  }
  // How many elements are those of b alone; nothing where some are of neither.
  const auto rest = [](const Part& a, const Part& b) -> std::optional<std::size_t> {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.same.size(); ++i) {
      if (!a.same[i] && !b.same[i]) return std::nullopt;
      count += !a.same[i];
    }
    return count;
  };
  for (std::size_t second = 0; second < parts.size(); ++second)
    for (std::size_t first = 0; first < second; ++first) {
      if (rest(parts[first], parts[second]).value_or(0) < least_part) continue;
      const std::vector<Place> places = differing_places(samples);
      if (!chance_of(places, observed(changes, places, attempt), tried, 2).is_excluded()) return std::nullopt;
      return "each element matches one of two computations: (1) " + to_string(parts[first].cause) + ", (2) " +
             to_string(parts[second].cause);
    }
  return std::nullopt;
}

}  // namespace

std::string to_string(const Cause& cause) {
  std::string text;
  for (const std::string& part : cause.parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

AlternativeRun::Places places_in(std::span<const Place> places, std::size_t sample, std::size_t outputs) {
  AlternativeRun::Places of(outputs);
  for (const Place& place : places)
    if (place.sample == sample) of[place.output].push_back(place.element);
  return of;
}

bool is_explained_by_kind(std::span<const Sample> samples, Explanation& explanation) {
  for (const auto& [text, explains] : visible_causes)
    if (std::ranges::all_of(samples, [&](const Sample& sample) { return explains_all(sample, explains); }))
      return explanation.causes.push_back({{text}}), true;
  return false;
}

void search(const std::vector<Change>& changes, std::span<const Sample> samples, const Attempt& attempt,
            Explanation& explanation) {
  for (std::size_t parts = 1; parts <= most_parts && explanation.causes.empty(); ++parts) {
    std::vector<const Change*> set;
    for_each_set(changes, parts, 0, set, [&](const std::vector<const Change*>& chosen) {
      const std::optional<bool> given = explanation.is_complete ? attempt.gives(chosen) : std::nullopt;
      if (!given) return void(explanation.is_complete = false);
      if (!*given) return void(++explanation.excluded);
      explanation.causes.push_back(cause_of(chosen));
      explanation.is_admissible = explanation.is_admissible || std::ranges::all_of(chosen, [](const Change* change) {
                                    return is_admissible(change->kind());
                                  });
    });
  }
  explanation.agreeing = explanation.causes.size();
  if (explanation.agreeing == 0) return;
  const std::vector<Place> places = differing_places(samples);
  explanation.chance =
      chance_of(places, observed(changes, places, attempt), explanation.excluded + explanation.agreeing);
  if (!explanation.chance->is_excluded()) explanation.causes.clear();
}

Explanation explain(const Call& call, std::span<const Sample> samples) {
  Explanation explanation;
  if (differing_places(samples).empty() || is_explained_by_kind(samples, explanation) ||
      !AlternativeRun::is_possible(call))
    return explanation;
  if (bound_of(*call.op).leaves_accuracy_open) {
    if (auto accuracy = function_error_of(call, samples)) explanation.causes.push_back({{*accuracy}});
    return explanation;
  }
  std::vector<AlternativeRun> runs;
  for (const Sample& sample : samples) runs.emplace_back(call, sample.inputs);
  Attempt attempt;
  attempt.gives = [&](Changes some) -> std::optional<bool> {
    for (std::size_t s = 0; s < samples.size(); ++s)
      if (!runs[s].gives(some, samples[s].candidate)) return false;
    return true;
  };
  std::uint64_t steps = most_steps_of_chance;
  attempt.patterns = [&](Changes some, std::span<const Place> places) -> std::optional<Patterns> {
    Patterns all;
    for (std::size_t s = 0; s < samples.size(); ++s) {
      const AlternativeRun::Places of = places_in(places, s, call.outputs.size());
      const std::uint64_t cost = operations_up_to(call, of);
      if (steps < cost) return std::nullopt;
      steps -= cost;
      const auto patterns = runs[s].patterns_at(some, of);
      if (!patterns) return Patterns{};
      all.insert(all.end(), patterns->begin(), patterns->end());
    }
    return all;
  };
  const std::vector<Change> changes = changes_for(call);
  search(changes, samples, attempt, explanation);
  if (explanation.agreeing != 0) return explanation;
  const bool is_sum = is_floating(call) && depends_on_policy(call) && call.outputs.size() == 1 && samples.size() == 1;
  if (auto parts = is_sum ? two_parts_of(call, changes, runs[0], samples, attempt) : std::nullopt)
    explanation.hints.push_back(std::move(*parts));
  double ulps = 0.5;
  for (const Sample& sample : samples)
    ulps = std::max(ulps, functions_needed(call, sample.inputs, sample.candidate).value_or(0.5));
  if (ulps == 1)
    explanation.hints.push_back("functions inside the operator are not rounded to nearest, but within 1 ulp");
  else if (ulps > 1)
    explanation.hints.push_back("it would conform if functions inside the operator were allowed " +
                                std::to_string(static_cast<unsigned>(ulps)) + " ulp");
  return explanation;
}

}  // namespace etalon::impl
