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
  std::uint64_t judged = 0, not_judged = 0, channels = 0, beyond = 0;

  explicit Totals(const RequantiseReport& report) {
    for (const NodeCertificate& node : report.nodes) {
      ++(node.not_judged.empty() ? judged : not_judged);
      channels += node.channels.size();
      for (const ChannelCertificate& channel : node.channels) beyond += channel.leaves_int32() ? 1U : 0U;
    }
  }
};

std::string place_of(const RequantiseReport& report, const NodeCertificate& certificate) {
  const Node& node = report.model.graph->nodes[certificate.node];
  return fmt::format("node {} {}{}", certificate.node, node.operation,
                     node.name.empty() ? "" : " " + quoted(node.name, 60));
}

std::string elements_of(const std::vector<std::int64_t>& elements) {
  constexpr std::size_t shown = 12;
  std::string text = "[";
  for (std::size_t k = 0; k < std::min(shown, elements.size()); ++k)
    text += (k == 0 ? "" : ", ") + std::to_string(elements[k]);
  return text + (elements.size() > shown ? fmt::format(", … {} in all]", elements.size()) : "]");
}

void append_difference(std::string& text, const Requantisation& first, const ChannelCertificate& channel,
                       const RuleDifference& difference) {
  const AccumulatorRange& range = difference.accumulators.front();
  text += fmt::format("    {}: accumulators {} to {}: {} where {} gives {}", difference.rule->id, range.low, range.high,
                      difference.rule->of(range.low, channel.by), first.id, first.of(range.low, channel.by));
  if (difference.accumulators.size() > 1)
    text += fmt::format("; {} more intervals", difference.accumulators.size() - 1);
  switch (difference.witness.reached) {
    case Accumulator::Reached::yes:
      text += "\n      operands less their zero point: " + elements_of(difference.witness.elements);
      break;
    case Accumulator::Reached::no:
      text += "\n      no operands of the node give one of them";
      break;
    default:
      text += "\n      whether operands of the node give one of them is not known";
  }
  text += '\n';
}

}  // namespace

RuleCounts counts_of(const RequantiseReport& report, const Requantisation& rule) {
  RuleCounts counts;
  for (const NodeCertificate& node : report.nodes)
    for (const ChannelCertificate& channel : node.channels)
      for (const RuleDifference& difference : channel.differences) {
        if (difference.rule != &rule) continue;
        ++counts.channels;
        for (const AccumulatorRange& range : difference.accumulators)
          counts.accumulators += static_cast<std::uint64_t>(range.high - range.low + 1);
        using enum Accumulator::Reached;
        ++(difference.witness.reached == yes  ? counts.reached
           : difference.witness.reached == no ? counts.unreachable
                                              : counts.not_known);
      }
  return counts;
}

std::string requantise_summary(const RequantiseReport& report) {
  const Totals totals(report);
  return fmt::format("{} with {} judged, {} not judged; an accumulator can leave int32 in {}\n",
                     counted(totals.judged, "requantisation"), counted(totals.channels, "channel"), totals.not_judged,
                     counted(totals.beyond, "channel"));
}

std::string requantise_text(const RequantiseReport& report, std::size_t channels_shown) {
  std::string text = requantise_summary(report);
  const Requantisation& first = *report.rules[0];
  text += fmt::format("held against {}: {}\n\n", first.id, first.text);
  text += fmt::format("{:<14}  {:>8}  {:>12}  {:>8}  {:>11}  {:>9}\n", "rule", "channels", "accumulators", "reached",
                      "unreachable", "not known");
  for (const Requantisation* rule : report.rules.subspan(1)) {
    const RuleCounts counts = counts_of(report, *rule);
    text += fmt::format("{:<14}  {:>8}  {:>12}  {:>8}  {:>11}  {:>9}\n", rule->id, counts.channels, counts.accumulators,
                        counts.reached, counts.unreachable, counts.not_known);
  }
  std::size_t shown = 0, left = 0;
  for (const NodeCertificate& node : report.nodes) {
    if (!node.not_judged.empty())
      text += fmt::format("\n{}: not judged: {}\n", place_of(report, node), node.not_judged);
    for (std::size_t k = 0; k < node.channels.size(); ++k) {
      const ChannelCertificate& channel = node.channels[k];
      if (channel.differences.empty() && !channel.leaves_int32()) continue;
      if (shown == channels_shown) {
        ++left;
        continue;
      }
      ++shown;
      text += fmt::format("\n{}, channel {}: accumulators from {} to {}{}\n", place_of(report, node), k,
                          channel.range.low, channel.range.high, channel.leaves_int32() ? ", beyond int32" : "");
      for (const RuleDifference& difference : channel.differences) append_difference(text, first, channel, difference);
    }
  }
  if (left != 0) text += fmt::format("\n{} more channels differ; --show {} shows all\n", left, shown + left);
  return text;
}

}  // namespace etalon::impl
