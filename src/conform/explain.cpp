// SPDX-License-Identifier: Apache-2.0
// Floor 8. See explain.hpp.
#include "conform/explain.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "accuracy/bounds.hpp"
#include "conform/judge.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t most_parts = 3;
constexpr std::uint64_t most_steps_of_parts = 50'000'000;
constexpr std::size_t least_part = 16;  // elements; fewer are those of some computation by chance

// All sets of so many changes, no two of one kind.
template <class Visit>
void for_each_set(const std::vector<Change>& changes, std::size_t parts, std::size_t from,
                  std::vector<const Change*>& set, Visit visit) {
  if (set.size() == parts) return visit(set);
  for (std::size_t k = from; k < changes.size(); ++k) {
    if (std::ranges::any_of(set, [&](const Change* one) { return one->kind == changes[k].kind; })) continue;
    set.push_back(&changes[k]);
    for_each_set(changes, parts, k + 1, set, visit);
    set.pop_back();
  }
}

// Of a function whose accuracy is left open: how far its values are from the nearest numbers.
std::optional<std::string> function_error_of(const Call& call, const TensorView& candidate, const Tensor& nearest) {
  std::uint64_t most = 0;
  for (std::uint64_t i = 0; i < candidate.shape.count; ++i)
    most = std::max(most, distance_between(candidate, nearest.view(), i).ulp);
  if (most == 0 || most > 1000 || !is_floating(call)) return std::nullopt;
  return "the function is not rounded to nearest: its values are within " + std::to_string(most) + " ulp";
}

// What can be told from the results alone: a kind of difference that all elements have which differ.
struct Difference {
  const char* text;
  bool (*explains)(double candidate, double reference);
};
constexpr Difference differences[] = {
    {"NaNs have another payload or sign", [](double x, double y) { return std::isnan(x) && std::isnan(y); }},
    {"the sign of zero differs", [](double x, double y) { return x == 0 && y == 0; }},
    {"a NaN among the operands is not passed on", [](double x, double y) { return std::isnan(y) && !std::isnan(x); }},
};

bool is_float(DType type) { return info(type).kind == impl::Kind::floating; }

bool explains_all(std::span<const TensorView> candidate, const std::vector<Tensor>& reference,
                  bool (*explains)(double, double)) {
  for (std::size_t k = 0; k < candidate.size(); ++k)
    for (std::uint64_t i = 0; candidate[k].data != nullptr && i < candidate[k].shape.count; ++i)
      if (const TensorView own = reference[k].view();
          !same_bits(candidate[k], own, i) &&
          (!is_float(own.type) || !explains(number_at(candidate[k], i), number_at(own, i))))
        return false;
  return true;
}

// Where threads share a result, each may sum in its own way: two computations of which each element is one. Nothing
// where there is no such pair, or where what is tried would take too long.
std::optional<std::string> two_parts_of(const Call& call, const std::vector<Change>& changes, Trial& trial,
                                        const TensorView& candidate) {
  struct Part {
    Cause cause;
    std::vector<bool> same;
  };
  std::vector<Part> parts;
  std::uint64_t steps = most_steps_of_parts;
  const std::uint64_t cost = operations_of(call), cost_of_first = std::min(cost, terms_of(call) * first_elements);
  for (std::size_t size = 0; size <= 2; ++size) {
    std::vector<const Change*> set;
    for_each_set(changes, size, 0, set, [&](const std::vector<const Change*>& chosen) {
      if (steps < cost) return;
      std::optional<std::vector<bool>> same = trial.matches(chosen, candidate);
      steps -= same ? cost : cost_of_first;
      if (!same) return;
      Part part{{}, std::move(*same)};
      for (const Change* change : chosen) part.cause.parts.push_back(change->text);
      if (chosen.empty()) part.cause.parts.emplace_back("as the reference computes it");
      parts.push_back(std::move(part));
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
    for (std::size_t first = 0; first < second; ++first)
      if (rest(parts[first], parts[second]).value_or(0) >= least_part)
        return "each element is that of one of two computations: (1) " + to_string(parts[first].cause) + ", (2) " +
               to_string(parts[second].cause);
  return std::nullopt;
}

}  // namespace

std::string to_string(const Cause& cause) {
  std::string text;
  for (const std::string& part : cause.parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

bool is_explained_by_kind(std::span<const TensorView> candidate, const std::vector<Tensor>& reference,
                          Explanation& explanation) {
  for (const auto& [text, explains] : differences)
    if (explains_all(candidate, reference, explains)) return explanation.causes.push_back({{text}}), true;
  return false;
}

void search(const std::vector<Change>& changes, const Gives& gives, Explanation& explanation) {
  for (std::size_t parts = 1; parts <= most_parts && explanation.causes.empty(); ++parts) {
    std::vector<const Change*> set;
    for_each_set(changes, parts, 0, set, [&](const std::vector<const Change*>& chosen) {
      const std::optional<bool> given = explanation.is_complete ? gives(chosen) : std::nullopt;
      if (!given) return void(explanation.is_complete = false);
      if (!*given) return void(++explanation.excluded);
      Cause cause;
      for (const Change* change : chosen) cause.parts.push_back(change->text);
      explanation.causes.push_back(std::move(cause));
    });
  }
}

Explanation explain(const Call& call, std::span<const TensorView> inputs, std::span<const TensorView> candidate,
                    const std::vector<Tensor>& reference) {
  Explanation explanation;
  if (is_explained_by_kind(candidate, reference, explanation)) return explanation;
  if (!Trial::is_possible(call)) return explanation;
  if (bound_of(*call.op).leaves_accuracy_open) {
    if (auto accuracy = function_error_of(call, candidate[0], reference[0]))
      explanation.causes.push_back({{*accuracy}});
    return explanation;
  }
  Trial trial(call, inputs);
  const std::vector<Change> changes = changes_for(call);
  search(changes, [&](Changes some) { return trial.gives(some, candidate); }, explanation);
  if (!explanation.causes.empty()) return explanation;
  const bool is_sum = is_floating(call) && depends_on_policy(call) && call.outputs.size() == 1;
  if (auto parts = is_sum ? two_parts_of(call, changes, trial, candidate[0]) : std::nullopt)
    explanation.hints.push_back(std::move(*parts));
  const double ulps = functions_needed(call, inputs, candidate, reference).value_or(0.5);
  if (ulps == 1)
    explanation.hints.push_back("functions inside the operator are not rounded to nearest, but within 1 ulp");
  else if (ulps > 1)
    explanation.hints.push_back("it would conform if functions inside the operator were allowed " +
                                std::to_string(static_cast<unsigned>(ulps)) + " ulp");
  return explanation;
}

}  // namespace etalon::impl
