// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp.
#include "report/page/json_writer.hpp"
#include "report/requantise/report.hpp"

namespace etalon::impl {
namespace {

constexpr const char* reached_names[] = {"yes", "no", "not_known"};

void write_difference(JsonWriter& json, const RuleDifference& difference, bool has_inputs) {
  json.member("rule", difference.rule->id);
  json.array("accumulators", [&] {
    for (const AccumulatorRange& range : difference.accumulators)
      json.object([&] { json.member("low", range.low).member("high", range.high); });
  });
  json.member("wraps", difference.wraps);
  json.member("reached", reached_names[static_cast<std::size_t>(difference.witness.reached)]);
  const bool is_reached = difference.witness.reached == Accumulator::Reached::yes;
  json.member("accumulator", is_reached ? std::optional(difference.witness.sum) : std::nullopt);
  json.member("operands", is_reached ? std::optional(difference.witness.elements) : std::nullopt);
  if (!has_inputs) return;
  const auto& seen = difference.seen;
  const bool is_seen = seen && seen->count != 0;
  json.object("by_inputs", [&] {
    json.member("elements", seen ? std::optional(seen->count) : std::nullopt);
    json.member("first", is_seen ? std::optional(seen->element) : std::nullopt);
    json.member("accumulator", is_seen ? std::optional(seen->sum) : std::nullopt);
  });
}

}  // namespace

std::string requantise_json(const RequantiseReport& report) {
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-requantise-1", report.identity);
    json.array("rules", [&] {
      for (const Requantisation* rule : report.rules) {
        const RuleCounts counts = counts_of(report, *rule);
        json.line().object([&] {
          json.member("id", rule->id).member("text", rule->text).member("channels", counts.channels);
          json.member("accumulators", counts.accumulators).member("reached", counts.reached);
          json.member("unreachable", counts.unreachable).member("not_known", counts.not_known);
          json.member("wraps", counts.wraps);
          if (report.has_inputs) json.member("by_inputs", counts.seen).member("not_computed", counts.not_computed);
        });
      }
    });
    json.line().lines("nodes", report.nodes, [&](const NodeCertificate& node) {
      const Node& own = report.model.graph->nodes[node.site.node];
      json.member("node", node.site.node).member("operator", own.operation).member("name", known(own.name));
      json.member("as_fused", node.site.is_chain).member("not_judged", known(node.site.not_judged));
      json.array("channels", [&] {
        for (const ChannelCertificate& channel : node.channels)
          json.object([&] {
            json.member("low", channel.range.low).member("high", channel.range.high);
            json.member("leaves_int32", channel.leaves_int32());
            json.member("bias", channel.bias);
            json.member("a_scale", channel.by.a).member("b_scale", channel.by.b).member("y_scale", channel.by.y);
            json.member("zero_point", channel.by.zero_point);
            json.member("lowest", channel.by.lowest).member("highest", channel.by.highest);
            json.array("differences", [&] {
              for (const RuleDifference& one : channel.differences)
                json.object([&] { write_difference(json, one, report.has_inputs); });
            });
          });
      });
    });
  });
}

}  // namespace etalon::impl
