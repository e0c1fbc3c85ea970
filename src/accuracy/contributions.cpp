// SPDX-License-Identifier: Apache-2.0
// Floor 7. See contributions.hpp.
#include "accuracy/contributions.hpp"

#include <algorithm>
#include <cmath>

#include "accuracy/bounds.hpp"

namespace etalon::impl {
namespace {

// Groups of neighbouring nodes; nodes that round nothing go with those before them.
std::vector<GroupContribution> groups_of(const CheckedModel& model, unsigned most) {
  std::uint64_t all = 0;
  for (const Call& call : model.calls) all += operations_of(call);
  std::vector<GroupContribution> groups;
  std::uint64_t done = 0;
  for (std::uint32_t n = 0; n < model.calls.size(); ++n) {
    const std::uint64_t own = operations_of(model.calls[n]);
    const bool is_exact =
        !is_floating(model.calls[n]) || bound_of(*model.calls[n].op).a_priori(model.calls[n], 1, 1) == 0;
    const bool is_full = static_cast<double>(done) >=
                         static_cast<double>(all) * static_cast<double>(groups.size()) / static_cast<double>(most);
    if (groups.empty() || (!is_exact && is_full && groups.size() < most)) groups.push_back({n, n, {}});
    groups.back().last = n;
    done += own;
  }
  return groups;
}

WordBall difference(const WordBall& a, const WordBall& b) { return WordBalls{WordBall::most_words}.sub(a, b, nullptr); }

}  // namespace

Result<std::optional<Contributions>> contributions(const CheckedModel& model, const Trail& inputs,
                                                   const CertifiedRun& run, unsigned groups, const Limits& limits,
                                                   const CertifySettings& settings) {
  Contributions all;
  double largest = -1;
  for (const std::uint32_t output : model.graph->outputs)
    for (std::size_t i = 0; i < run.errors[output].size(); ++i)
      if (const double error = run.errors[output][i].absolute; std::isfinite(error) && error > largest)
        all.output = output, all.element = i, largest = error;
  if (!(largest > 0)) return std::optional<Contributions>{};
  const auto element = [&](const RealBalls& values) { return values[static_cast<std::size_t>(all.element)]; };
  const WordBall real = element(run.real[all.output]),
                 computed = ball_of(std::as_const(*run.outputs[all.output]).view(), all.element);
  all.error = difference(computed, real);
  all.groups = groups_of(model, groups);
  WordBall before = real;  // with the groups so far as computed
  for (std::size_t g = 0; g < all.groups.size(); ++g) {
    WordBall after = computed;
    if (g + 1 < all.groups.size()) {
      CertifySettings part = settings;
      part.words = part.most_words = run.words;
      part.first_real = all.groups[g + 1].first;
      part.with_decisions = false;
      const Result<CertifiedRun> partly = certify(model, inputs, limits, part);
      if (!partly) return partly.finding();
      after = element(partly->real[all.output]);
    }
    all.groups[g].error = difference(after, before);
    before = after;
  }
  return std::optional(std::move(all));
}

}  // namespace etalon::impl
