// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: rows, totals, and what they amount to.
#include <fmt/format.h>

#include <algorithm>

#include "base/quote.hpp"
#include "report/verify/report.hpp"

namespace etalon::impl {
namespace {

std::string parting_text(const PropertyModels& models, const Parting& parting) {
  const Node& node = models.models[parting.network]->graph->nodes[parting.node];
  const std::string network =
      models.models.size() == 1 ? "" : " of network " + quoted(models.property->networks[parting.network].name, 60);
  return fmt::format("node {} ({}{}){}: {} element{} differ{}, and results of {} node{} in all", parting.node,
                     node.operation, node.name.empty() ? "" : " " + quoted(node.name, 60), network, parting.elements,
                     parting.elements == 1 ? "" : "s", parting.elements == 1 ? "s" : "", parting.nodes,
                     parting.nodes == 1 ? "" : "s");
}

bool do_policies_differ(const JudgedPoint& point) {
  std::optional<PropertyAnswer> first;
  for (const auto& run : point.policies) {
    if (!run) continue;
    if (first && run->answer != *first) return true;
    first = run->answer;
  }
  return false;
}

}  // namespace

WitnessRow row_of(const PropertyModels& models, const Result<std::vector<JudgedPoint>>& points) {
  if (!points) return not_judged(points.finding());
  WitnessRow row;
  row.points = points->size();
  row.best = best_of(*points);
  row.judged = (*points)[row.best];
  if (row.judged->parting) row.parting = parting_text(models, *row.judged->parting);
  return row;
}

WitnessRow not_judged(const Finding& finding) {
  WitnessRow row;
  row.problem = finding.message;
  return row;
}

void WitnessTotals::add(const WitnessRow& row) {
  ++witnesses;
  if (!row.judged) return;
  const JudgedPoint& point = *row.judged;
  ++judged;
  for (std::size_t k = 0; k < in_box.size(); ++k) in_box[k] += point.in_box[k];
  in_no_box += !point.reading;
  ++real[static_cast<std::size_t>(point.real.answer)];
  for (std::size_t p = 0; p < satisfied.size(); ++p)
    satisfied[p] += point.policies[p] && point.policies[p]->answer == PropertyAnswer::yes;
  policies_differ += do_policies_differ(point);
  ++any_order[static_cast<std::size_t>(point.any_order)];
  ++checker[static_cast<std::size_t>(point.checker)];
}

WitnessTotals totals_of(const VerifyReport& report) {
  WitnessTotals totals;
  for (const WitnessRow& row : report.rows) totals.add(row);
  return totals;
}

std::map<std::pair<std::string, std::string>, WitnessTotals> tables_of(const VerifyReport& report) {
  std::map<std::pair<std::string, std::string>, WitnessTotals> tables;
  for (const WitnessRow& row : report.rows) tables[{row.benchmark, row.tool}].add(row);
  return tables;
}

std::string property_words(const Property& property) {
  std::uint64_t counts[std::size(property_roles)] = {};
  for (const PropertyVariable& variable : property.variables)
    counts[static_cast<std::size_t>(variable.role)] += variable.shape.count;
  const std::size_t networks = property.networks.size();
  const auto counted = [](std::uint64_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  return fmt::format("VNN-LIB {}.{}, {}, {}, {}{}, {}", property.major, property.minor, counted(networks, "network"),
                     counted(counts[0], "input"), counts[1] == 0 ? "" : counted(counts[1], "hidden value") + ", ",
                     counted(counts[2], "output"), counted(property.comparisons.size(), "comparison"));
}

Code code_of(const VerifyReport& report) {
  const WitnessTotals totals = totals_of(report);
  const auto count = [&](InAnyOrder any) { return totals.any_order[static_cast<std::size_t>(any)]; };
  if (totals.in_no_box + count(InAnyOrder::fails) + count(InAnyOrder::depends) != 0) return Code::not_conformant;
  if (totals.witnesses == 0 || totals.judged != totals.witnesses || count(InAnyOrder::not_decided) != 0)
    return Code::not_judged;
  return Code::ok;
}

}  // namespace etalon::impl
