// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp.
#include "report/page/json_writer.hpp"
#include "report/requantise/report.hpp"

namespace etalon::impl {
namespace {

constexpr const char* reached_names[] = {"yes", "no", "not_known"};

void write_difference(JsonWriter& json, const RuleDifference& difference) {
  json.member("rule", difference.rule->id);
  json.array("accumulators", [&] {
    for (const AccumulatorRange& range : difference.accumulators)
      json.object([&] { json.member("low", range.low).member("high", range.high); });
  });
  json.member("reached", reached_names[static_cast<std::size_t>(difference.witness.reached)]);
  if (difference.witness.reached == Accumulator::Reached::yes) json.member("operands", difference.witness.elements);
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
        });
      }
    });
    json.line().lines("nodes", report.nodes, [&](const NodeCertificate& node) {
      json.member("node", node.node).member("operator", report.model.graph->nodes[node.node].operation);
      json.member("name", known(report.model.graph->nodes[node.node].name))
          .member("not_judged", known(node.not_judged));
      json.array("channels", [&] {
        for (const ChannelCertificate& channel : node.channels)
          json.object([&] {
            json.member("low", channel.range.low).member("high", channel.range.high);
            json.member("leaves_int32", channel.leaves_int32());
            json.array("differences", [&] {
              for (const RuleDifference& one : channel.differences) json.object([&] { write_difference(json, one); });
            });
          });
      });
    });
  });
}

}  // namespace etalon::impl
