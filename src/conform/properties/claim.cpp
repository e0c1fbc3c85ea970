// SPDX-License-Identifier: Apache-2.0
// Floor 8. See claim.hpp.
#include "conform/properties/claim.hpp"

#include <algorithm>
#include <cmath>

#include "conform/properties/claim_part.hpp"
#include "run/tasks.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t at_once = 64;  // parts that are bounded before any of them is split

class ClaimJudge {
 public:
  ClaimJudge(const PropertyModels& models, const Limits& limits, const ClaimSettings& settings)
      : models_(models), limits_(limits), settings_(settings), elements_(input_elements(models)) {
    const std::size_t tasks = settings.team == nullptr ? 1 : std::min<std::size_t>(settings.team->size(), at_once);
    for (std::size_t t = 0; t < tasks; ++t) judges_.emplace_back(models, elements_, limits, settings);
  }

  Result<JudgedClaim> operator()() {
    const Result<std::vector<Conjunction>> conjunctions = normal_form(*models_.property);
    if (!conjunctions) return conjunctions.finding();
    claim_.conjunctions = conjunctions->size();
    for (const Conjunction& conjunction : *conjunctions) {
      if (auto problem = decide(conjunction)) return *std::move(problem);
      if (claim_.answer == ClaimAnswer::fails) return std::move(claim_);
    }
    if (claim_.decided == claim_.conjunctions) claim_.answer = ClaimAnswer::holds;
    return std::move(claim_);
  }

 private:
  std::optional<Finding> decide(const Conjunction& conjunction) {
    if (is_empty_in_every_reading(models_, conjunction)) return ++claim_.decided, std::nullopt;
    if (claim_.boxes >= settings_.boxes) {
      ++claim_.open;
      claim_.open_share = 1;
      claim_.sufficient = infinite_bound;
      return std::nullopt;
    }
    std::variant<Part, std::string> box = box_of(models_, conjunction, elements_);
    if (std::string* reason = std::get_if<std::string>(&box)) {
      claim_.reason = std::move(*reason);
      claim_.open_share = 1;
      return ++claim_.open, std::nullopt;
    }
    std::vector<Part> parts = {std::get<Part>(std::move(box))};
    std::vector<Part> left;  // that cannot be split
    while (!parts.empty() && claim_.boxes < settings_.boxes) {
      const std::size_t count = std::min<std::uint64_t>({parts.size(), at_once, settings_.boxes - claim_.boxes});
      std::vector<Part> taken(std::make_move_iterator(parts.end() - static_cast<std::ptrdiff_t>(count)),
                              std::make_move_iterator(parts.end()));
      parts.resize(parts.size() - count);
      const std::vector<PartVerdict> verdicts = judged(conjunction, taken);
      for (std::size_t i = 0; i < taken.size(); ++i) {
        if (verdicts[i].counterexample)
          if (auto problem = show(*verdicts[i].counterexample)) return problem;
        if (claim_.answer == ClaimAnswer::fails) return std::nullopt;
        settle(verdicts[i], std::move(taken[i]), parts, left);
      }
      if (settings_.on_boxes_done) settings_.on_boxes_done(count);
    }
    parts.insert(parts.end(), left.begin(), left.end());
    if (parts.empty()) return ++claim_.decided, std::nullopt;
    double share = 0;
    for (const Part& part : parts) {
      share += std::ldexp(1.0, -static_cast<int>(part.depth));
      claim_.sufficient = std::max(claim_.sufficient, part.error);
    }
    claim_.open += parts.size();
    claim_.open_share = std::max(claim_.open_share, share);
    return std::nullopt;
  }

  std::vector<PartVerdict> judged(const Conjunction& conjunction, std::span<const Part> parts) {
    std::vector<PartVerdict> verdicts(parts.size());
    run_tasks(settings_.team, judges_.size(), [&](std::size_t t) {
      for (std::size_t i = t; i < parts.size(); i += judges_.size()) verdicts[i] = judges_[t](conjunction, parts[i]);
    });
    claim_.boxes += parts.size();
    return verdicts;
  }

  void settle(const PartVerdict& verdict, Part part, std::vector<Part>& parts, std::vector<Part>& left) {
    claim_.depth = std::max(claim_.depth, part.depth);
    if (verdict.is_excluded || verdict.is_by_margin) {
      ++(verdict.is_excluded ? claim_.excluded : claim_.by_margin);
      claim_.error = std::max(claim_.error, verdict.error);
      return;
    }
    part.error = verdict.error;
    std::optional<std::pair<Part, Part>> halves;
    if (!elements_.empty()) halves = halves_of(part, verdict.split, elements_[verdict.split].type);
    if (halves) {
      parts.push_back(std::move(halves->first));
      parts.push_back(std::move(halves->second));
      return;
    }
    left.push_back(std::move(part));
  }

  // A point at which a run satisfies the property is a counterexample if it is in the box as the property writes it.
  std::optional<Finding> show(const Part& point) {
    WitnessPoint own;
    own.stated.resize(static_cast<std::size_t>(models_.property->elements()));
    for (std::size_t i = 0; i < elements_.size(); ++i)
      own.stated[elements_[i].element] = Rational::number(point.low[i]);
    Result<std::vector<JudgedPoint>> judged = judge(models_, Witness{{own}}, limits_, {.kernels = settings_.kernels});
    if (!judged) return judged.finding();
    const JudgedPoint& first = judged->front();
    const auto satisfies = [](const std::optional<JudgedProperty>& run) {
      return run && run->answer == PropertyAnswer::yes;
    };
    if (!first.is_in(BoxReading::decimals) || !std::ranges::any_of(first.policies, satisfies)) return std::nullopt;
    claim_.answer = ClaimAnswer::fails;
    claim_.counterexample = std::move(own);
    claim_.judged = std::move(judged->front());
    return std::nullopt;
  }

  const PropertyModels& models_;
  const Limits& limits_;
  const ClaimSettings& settings_;
  std::vector<InputElement> elements_;
  std::vector<PartJudge> judges_;
  JudgedClaim claim_;
};

}  // namespace

Result<JudgedClaim> judge_claim(const PropertyModels& models, const Limits& limits, const ClaimSettings& settings) {
  return ClaimJudge(models, limits, settings)();
}

}  // namespace etalon::impl
