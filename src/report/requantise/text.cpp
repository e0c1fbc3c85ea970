// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp.
#include <fmt/format.h>

#include <algorithm>

#include "base/quote.hpp"
#include "report/page/findings.hpp"
#include "report/requantise/report.hpp"

namespace etalon::impl {
namespace {

struct Totals {
  std::uint64_t judged = 0, fused = 0, not_judged = 0, channels = 0, differing = 0, beyond = 0;

  explicit Totals(const RequantiseReport& report) {
    for (const NodeCertificate& node : report.nodes) {
      const bool is_judged = node.site.not_judged.empty();
      ++(is_judged ? judged : not_judged);
      fused += is_judged && node.site.is_chain ? 1U : 0U;
      channels += node.channels.size();
      for (const ChannelCertificate& channel : node.channels) {
        beyond += channel.leaves_int32() ? 1U : 0U;
        differing += std::ranges::any_of(channel.differences, [](const auto& one) { return !one.accumulators.empty(); })
                         ? 1U
                         : 0U;
      }
    }
  }
};

std::string elements_of(const std::vector<std::int64_t>& elements) {
  constexpr std::size_t shown = 12;
  std::string text = "[";
  for (std::size_t k = 0; k < std::min(shown, elements.size()); ++k)
    text += (k == 0 ? "" : ", ") + std::to_string(elements[k]);
  return text + (elements.size() > shown ? fmt::format(", … {} in all]", elements.size()) : "]");
}

std::string range_text(const AccumulatorRange& range) {
  return range.low == range.high ? std::to_string(range.low) : fmt::format("{} to {}", range.low, range.high);
}

void append_difference(std::string& text, const RequantiseReport& report, const NodeCertificate& node,
                       const ChannelCertificate& channel, const RuleDifference& difference) {
  const Requantisation& first = *report.rules[0];
  text += fmt::format("  {}", difference.rule->id);
  const auto at = [&](std::int64_t sum) {
    return fmt::format("at {} it gives {}, {} gives {}", sum, difference.rule->of(sum, channel.by), first.id,
                       first.of(sum, channel.by));
  };
  if (const auto& apart = difference.accumulators; !apart.empty()) {
    constexpr std::size_t shown = 4;
    text += apart.size() == 1 && apart[0].low == apart[0].high ? " on " : " on the accumulators ";
    for (std::size_t k = 0; k < std::min(shown, apart.size()); ++k) text += (k == 0 ? "" : ", ") + range_text(apart[k]);
    if (apart.size() > shown) text += fmt::format(" and {} more intervals", apart.size() - shown);
    using enum Accumulator::Reached;
    if (difference.witness.reached == yes)
      text += fmt::format("; {}, with the operands {}", at(difference.witness.sum),
                          elements_of(difference.witness.elements));
    else
      text += fmt::format("; {}, {}", at(apart[0].low),
                          difference.witness.reached == no ? "but no operands of the node give such an accumulator"
                                                           : "and whether operands of the node give one is not known");
  }
  if (difference.wraps)
    text += fmt::format("{} can double an accumulator beyond int32", difference.accumulators.empty() ? "" : ";");
  if (report.has_inputs && !difference.seen)
    text += "; what the inputs give is not known: it was not computed";
  else if (report.has_inputs && difference.seen->count != 0)
    text += fmt::format("; the inputs give such accumulators to {}, the first of them {} to {}",
                        counted(difference.seen->count, "element"), difference.seen->sum,
                        index_string(report.model.calls[node.site.node].outputs[0]->shape, difference.seen->element));
  else if (report.has_inputs && difference.witness.reached != Accumulator::Reached::no)
    text += "; whether an input of the network gives one is not known";
  text += '\n';
}

// A rule's name, and those of the rules that are the same one.
std::string names_of(const Requantisation& rule) {
  std::string names = rule.id;
  for (const Requantisation& other : requantisations())
    if (&other != &rule && other.of == rule.of) names += fmt::format(", {}", other.id);
  return names;
}

}  // namespace

std::string site_text(const RequantiseReport& report, const RequantisingSite& site) {
  return node_name(*report.model.graph, site.node) + (site.is_chain ? ", as fused" : "");
}

RuleCounts counts_of(const RequantiseReport& report, const Requantisation& rule) {
  RuleCounts counts;
  for (const NodeCertificate& node : report.nodes)
    for (const ChannelCertificate& channel : node.channels)
      for (const RuleDifference& difference : channel.differences) {
        if (difference.rule != &rule) continue;
        counts.wraps += difference.wraps ? 1U : 0U;
        if (difference.accumulators.empty()) continue;
        ++counts.channels;
        counts.seen += difference.seen && difference.seen->count != 0 ? 1U : 0U;
        counts.not_computed += difference.seen ? 0U : 1U;
        for (const AccumulatorRange& range : difference.accumulators)
          counts.accumulators += static_cast<std::uint64_t>(range.high - range.low + 1);
        using enum Accumulator::Reached;
        ++(difference.witness.reached == yes  ? counts.reached
           : difference.witness.reached == no ? counts.unreachable
                                              : counts.not_known);
      }
  return counts;
}

std::string seen_text(const RuleCounts& counts) {
  if (counts.not_computed == 0) return std::to_string(counts.seen);
  return counts.seen == 0 ? "not known" : fmt::format("at least {}", counts.seen);
}

std::string requantise_summary(const RequantiseReport& report) {
  const Totals totals(report);
  const std::string who = report.rules.size() == 2
                              ? fmt::format("{} differs from {}", report.rules[1]->id, report.rules[0]->id)
                              : fmt::format("rules differ from {}", report.rules[0]->id);
  return fmt::format("{} with {} judged{}, {} not judged; {} in {}; an accumulator can leave int32 in {}\n",
                     counted(totals.judged, "requantisation"), counted(totals.channels, "channel"),
                     totals.fused == 0 ? "" : fmt::format(" ({} of them as fused)", totals.fused), totals.not_judged,
                     who, counted(totals.differing, "channel"), counted(totals.beyond, "channel"));
}

std::string requantise_text(const RequantiseReport& report, std::size_t channels_shown) {
  std::string text = requantise_summary(report);
  const Requantisation& first = *report.rules[0];
  text += fmt::format("held against {}: {}\n\n", first.id, first.text);
  constexpr const char* row = "{:<23}  {:>15}  {:>12}  {:>13}  {:>11}  {:>9}{}\n";
  text += fmt::format(row, "rule", "channels differ", "accumulators", "with operands", "without any", "not known",
                      report.has_inputs ? "  by the inputs" : "");
  for (const Requantisation* rule : report.rules.subspan(1)) {
    const RuleCounts counts = counts_of(report, *rule);
    text += fmt::format(row, names_of(*rule), counts.channels == 0 ? "none" : std::to_string(counts.channels),
                        counts.accumulators, counts.reached, counts.unreachable, counts.not_known,
                        report.has_inputs ? fmt::format("  {:>13}", seen_text(counts)) : "");
  }
  std::size_t shown = 0, left = 0;
  for (const NodeCertificate& node : report.nodes) {
    if (!node.site.not_judged.empty())
      text += fmt::format("\n{}: not judged: {}\n", site_text(report, node.site), node.site.not_judged);
    for (std::size_t k = 0; k < node.channels.size(); ++k) {
      const ChannelCertificate& channel = node.channels[k];
      if (channel.differences.empty() && !channel.leaves_int32()) continue;
      if (shown == channels_shown) {
        ++left;
        continue;
      }
      ++shown;
      text += fmt::format("\n{}, channel {}: accumulators from {} to {}{}\n", site_text(report, node.site), k,
                          channel.range.low, channel.range.high, channel.leaves_int32() ? ", beyond int32" : "");
      for (const RuleDifference& difference : channel.differences)
        append_difference(text, report, node, channel, difference);
    }
  }
  if (left != 0)
    text += fmt::format("\n{} to tell of; --show {} shows all\n", counted(left, "more channel"), shown + left);
  return text + "\n" + identity_text(report.identity);
}

}  // namespace etalon::impl
