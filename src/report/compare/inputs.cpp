// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: what is said of several inputs together ("CON-ALL-INPUTS").
#include <fmt/format.h>

#include <algorithm>

#include "base/quote.hpp"
#include "report/compare/report.hpp"

namespace etalon::impl {
namespace {

// The worst first.
constexpr Conformance from_worst[] = {Conformance::violates, Conformance::not_judged, Conformance::partly_judged,
                                      Conformance::conforms};

bool is_within(const Tolerance& tolerance, const Comparison& comparison) {
  const auto holds = [&](const ComparedValue& value) { return tolerance.holds(value.distances); };
  return std::ranges::all_of(comparison.outputs, holds) &&
         std::ranges::all_of(comparison.deployed, holds, &DeployedValue::to_reference);
}

}  // namespace

std::uint64_t ComparedInput::elements() const {
  std::uint64_t all = 0;
  for (const ComparedValue& out : comparison->outputs) all += out.elements;
  return all;
}
std::uint64_t ComparedInput::differing() const {
  std::uint64_t all = 0;
  for (const ComparedValue& out : comparison->outputs) all += out.differing;
  return all;
}
std::uint64_t ComparedInput::farthest() const {
  std::uint64_t most = 0;
  for (const ComparedValue& out : comparison->outputs) most = std::max(most, out.farthest.ulp);
  return most;
}

CompareReport report_on(std::string model, std::span<const Comparison> comparisons, std::span<const std::string> names,
                        Identity identity, std::optional<Tolerance> tolerance) {
  CompareReport report{std::move(model), &comparisons.front(), std::move(identity), tolerance};
  const auto place = [](const Comparison& one) { return std::ranges::find(from_worst, one.claim().is); };
  for (std::size_t k = 0; comparisons.size() > 1 && k < comparisons.size(); ++k)
    report.inputs.push_back({names[k], &comparisons[k]});
  for (const Comparison& one : comparisons)
    if (place(one) < place(*report.comparison)) report.comparison = &one;
  return report;
}

Claim CompareReport::claim() const {
  Claim all = comparison->claim();
  if (inputs.empty()) return all;
  std::size_t like_this = 0;
  const ComparedInput* shown = nullptr;
  all.counts = {};
  for (const ComparedInput& one : inputs) {
    const Claim claim = one.comparison->claim();
    all.counts += claim.counts;
    like_this += claim.is == all.is;
    if (one.comparison == comparison) shown = &one;
  }
  all.reason = fmt::format("{} of {} inputs: {}; {}: {}", like_this, inputs.size(), all.name(), quoted(shown->name, 60),
                           all.reason);
  if (all.is == Conformance::not_judged && all.counts.judged != 0) all.is = Conformance::partly_judged;
  return all;
}

std::vector<Accumulation> CompareReport::replicates() const {
  std::vector<Accumulation> policies = comparison->replicates;
  for (const ComparedInput& one : inputs)
    std::erase_if(policies, [&](Accumulation policy) {
      return std::ranges::find(one.comparison->replicates, policy) == one.comparison->replicates.end();
    });
  return policies;
}

bool CompareReport::within_tolerance() const {
  if (!tolerance) return true;
  return is_within(*tolerance, *comparison) &&
         std::ranges::all_of(inputs, [&](const ComparedInput& one) { return is_within(*tolerance, *one.comparison); });
}

}  // namespace etalon::impl
