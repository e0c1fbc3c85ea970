// SPDX-License-Identifier: Apache-2.0
// Floor 8. See certificate.hpp.
#include "conform/requantise/certificate.hpp"

#include <algorithm>

#include "base/quote.hpp"

namespace etalon::impl {
namespace {

// The accumulators that a rule takes without an integer of its own leaving int32.
AccumulatorRange taken_by(const Requantisation& rule, const Rescaling& by) {
  const int doublings = rule.doublings != nullptr ? rule.doublings(by) : 0;
  return {INT32_MIN >> doublings, INT32_MAX >> doublings};
}
AccumulatorRange common(const AccumulatorRange& a, const AccumulatorRange& b) {
  return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

// The staircase on a smaller range.
std::vector<std::int64_t> cut(std::vector<std::int64_t> thresholds, const AccumulatorRange& range) {
  for (std::int64_t& one : thresholds) one = std::clamp(one, range.low, range.high + 1);
  return thresholds;
}

ChannelCertificate certified(QuantisedChannel channel, const RequantisingSite& site,
                             std::span<const Requantisation* const> rules) {
  const Rescaling by = channel.by;
  const std::int64_t zero = site.x_zero();
  const Accumulator sums(std::move(channel.weights), channel.bias, lowest_of(site.x_type) - zero,
                         highest_of(site.x_type) - zero);
  ChannelCertificate result{by, channel.bias, sums.range(), {}};
  const AccumulatorRange in_int32 = common(sums.range(), {INT32_MIN, INT32_MAX});
  const AccumulatorRange of_first = common(in_int32, taken_by(*rules[0], by));
  const std::vector<std::int64_t> first = thresholds(*rules[0], by, of_first);
  for (const Requantisation* rule : rules.subspan(1)) {
    if (rule->of == rules[0]->of) continue;
    const AccumulatorRange of_both = common(of_first, taken_by(*rule, by));
    RuleDifference difference{rule, {}, {Accumulator::Reached::no, 0, {}}, false};
    difference.wraps = of_both.low != in_int32.low || of_both.high != in_int32.high;
    if (of_both.low <= of_both.high)
      difference.accumulators = differing(cut(first, of_both), thresholds(*rule, by, of_both));
    for (const AccumulatorRange& one : difference.accumulators) {
      Accumulator::Operands found = sums.reach(one);
      if (found.reached != Accumulator::Reached::no) difference.witness = std::move(found);
      if (difference.witness.reached == Accumulator::Reached::yes) break;
    }
    for (std::int64_t& element : difference.witness.elements) element += zero;
    if (difference.wraps || !difference.accumulators.empty()) result.differences.push_back(std::move(difference));
  }
  return result;
}

}  // namespace

ModelCertificate certify(const CheckedModel& model, std::span<const Requantisation* const> rules,
                         const Advance& advance) {
  ModelCertificate result{constants_of(model), {}};
  std::uint64_t all = 0, done = 0;
  for (RequantisingSite& site : requantising_sites(model, result.constants)) {
    all += site.sums.channels;
    result.nodes.push_back({std::move(site), {}});
  }
  for (NodeCertificate& node : result.nodes)
    for (std::uint64_t c = 0; node.site.not_judged.empty() && c < node.site.sums.channels; ++c) {
      node.channels.push_back(certified(node.site.channel(c), node.site, rules));
      if (advance) advance(++done, all);
    }
  return result;
}

Result<std::vector<const Requantisation*>> requantisations_named(std::span<const std::string> names) {
  const std::span<const Requantisation> all = requantisations();
  std::vector<const Requantisation*> rules;
  for (const std::string& name : names) {
    const auto rule = std::ranges::find_if(all, [&](const Requantisation& one) { return one.id == name; });
    if (rule == all.end()) {
      std::string known;
      for (const Requantisation& one : all) known += (known.empty() ? "" : ", ") + std::string(one.id);
      return error(Code::usage, "", "no requantisation is called " + quoted(name, 60), "there are " + known);
    }
    rules.push_back(&*rule);
  }
  if (rules.size() < 2 && (rules.empty() || rules[0] != &all[0])) rules.insert(rules.begin(), &all[0]);
  if (rules.size() == 1)
    for (const Requantisation& one : all)
      if (std::ranges::find(rules, one.of, &Requantisation::of) == rules.end()) rules.push_back(&one);
  return rules;
}

}  // namespace etalon::impl
