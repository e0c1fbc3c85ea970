// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: for programs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/compare/report.hpp"
#include "text/decimal.hpp"

namespace etalon::impl {
namespace {

// JSON has no infinity.
std::optional<double> number(double x) { return std::isfinite(x) ? std::optional(x) : std::nullopt; }
std::optional<std::uint64_t> ulps(std::uint64_t ulp) { return ulp == UINT64_MAX ? std::nullopt : std::optional(ulp); }
JsonText index(const Shape& shape, std::uint64_t i) { return {index_string(shape, i)}; }

std::vector<const char*> policies(const std::vector<Accumulation>& list) {
  std::vector<const char*> names;
  for (const Accumulation policy : list) names.push_back(accumulation_names[static_cast<std::size_t>(policy)]);
  return names;
}

void write_distance(JsonWriter& json, const Distance& distance) {
  json.member("ulp", ulps(distance.ulp)).member("absolute", number(distance.absolute));
  json.member("relative", number(distance.relative));
}

void write_output(JsonWriter& json, const Comparison& comparison, const ComparedNode& one, std::size_t k) {
  const JudgedOutput& out = one.judged.outputs[k];
  const Graph& graph = *comparison.model->graph;
  const Shape& shape = comparison.model->calls[one.node].outputs[k]->shape;
  json.member("name", graph.values[graph.nodes[one.node].outputs[k]].name).member("elements", shape.count);
  for (std::size_t s = 0; s < standings; ++s) {
    std::string key = standing_names[s];
    for (char& c : key)
      if (c == ' ') c = '_';
    json.member(key, out.counts[s]);
  }
  json.member("differing", out.differing);
  if (out.differing != 0)
    json.member("first_differing", index(shape, out.first_differing)).object("farthest", [&] {
      json.member("at", index(shape, out.farthest_at));
      write_distance(json, out.farthest);
    });
  if (const auto v = static_cast<std::size_t>(Standing::violates); out.counts[v] != 0)
    json.member("first_violation", index(shape, out.first[v]));
  if (out.widest != 0) json.member("allowed_ulp", out.widest).member("share", number(out.share));
}

void write_cause(JsonWriter& json, const Explanation& why) {
  json.object("cause", [&] {
    json.member("certain", why.is_certain()).member("complete", why.is_complete);
    json.member("excluded", why.excluded).member("agreeing", why.agreeing);
    if (why.chance)
      json.object("chance", [&] {
        json.member("elements", why.chance->elements).member("alternatives", why.chance->alternatives);
        json.member("bits", JsonText{fmt::format("{:.1f}", why.chance->bits)});
        json.member("excluded", why.chance->is_excluded());
      });
    json.array("causes", [&] {
      for (const auto& cause : why.causes) json.item(cause.parts);
    });
    json.member("hints", why.hints);
  });
}

void write_stretch(JsonWriter& json, const Graph& graph, const ComparedStretch& stretch) {
  json.member("name", graph.nodes[stretch.nodes.back()].name).member("elements", stretch.elements);
  json.member("differing", stretch.differing).member("nodes", stretch.nodes);
  if (stretch.differing != 0) write_cause(json, stretch.why);
}

void write_node(JsonWriter& json, const Comparison& comparison, const ComparedNode& one) {
  const Node& node = comparison.model->graph->nodes[one.node];
  json.member("node", one.node).member("operator", node.operation).member("name", node.name);
  json.member("verdict", name_of(verdict_of(one.judged))).member("replicates", policies(one.judged.replicates));
  bool differs = false;
  json.array("outputs", [&] {
    for (std::size_t k = 0; k < one.judged.outputs.size(); ++k) {
      if (one.judged.outputs[k].elements.empty()) continue;
      json.object([&] { write_output(json, comparison, one, k); });
      differs = differs || one.judged.outputs[k].differing != 0;
    }
  });
  if (differs) write_cause(json, one.why);
}

void write_error(JsonWriter& json, const char* key, const Error& error) {
  json.object(key, [&] {
    json.member("absolute", JsonText{end_json(error.absolute, End::high)});
    json.member("ulp", JsonText{end_json(error.ulp, End::high)}).member("tight", error.tight);
  });
}

void write_reals(JsonWriter& json, const Comparison& comparison, std::uint32_t value) {
  const auto found = std::ranges::find(comparison.reals, value, &RealDistances::value);
  if (found == comparison.reals.end()) return;
  json.object("from_real", [&] {
    write_error(json, "candidate", found->candidate);
    write_error(json, "reference", found->reference);
    json.object("nearer", [&] {
      json.member("candidate", found->nearer[RealDistances::by_candidate]);
      json.member("reference", found->nearer[RealDistances::by_reference]);
      json.member("neither", found->nearer[RealDistances::neither]);
      json.member("not_told", found->nearer[RealDistances::not_told]);
    });
  });
}

void write_value(JsonWriter& json, const Graph& graph, const ComparedValue& out) {
  json.member("name", graph.values[out.value].name).member("elements", out.elements);
  json.member("differing", out.differing).object("farthest", [&] { write_distance(json, out.farthest); });
}

void write_held(JsonWriter& json, const HeldValue& held) {
  json.member("within", held.within).member("beyond", held.beyond).member("not_judged", held.not_judged);
}

// Several inputs: a report on each, which all have the files of all.
std::string inputs_json(const CompareReport& report) {
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-compares-2", report.identity);
    json.line().member("model", report.model);
    write_claim(json.line(), report.claim());
    json.line().member("replicates", policies(report.replicates()));
    if (report.tolerance) json.member("within_tolerance", report.within_tolerance());
    json.line().lines("inputs", report.inputs, [&](const ComparedInput& input) {
      const CompareReport one{report.model, input.comparison, report.identity, report.tolerance};
      json.member("name", input.name).member("report", JsonText{compare_json(one)});
    });
  });
}

}  // namespace

void write_elements(JsonWriter& json, const ElementCounts& counts) {
  json.object("elements", [&] {
    json.member("judged", counts.judged).member("not_judged", counts.not_judged).member("recorded", counts.recorded);
    json.member("violating", counts.violating).member("deviating", counts.deviating);
  });
}

void write_claim(JsonWriter& json, const Claim& claim) {
  json.member("conforms", claim.conforms()).member("verdict", claim.name());
  write_elements(json, claim.counts);
  json.member("reason", claim.reason);
}

std::string compare_json(const CompareReport& report) {
  if (!report.inputs.empty()) return inputs_json(report);
  const Comparison& comparison = *report.comparison;
  const Graph& graph = *comparison.model->graph;
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-compare-2", report.identity);
    json.line().member("model", report.model);
    write_claim(json.line(), comparison.claim());
    json.line().member("replicates", policies(comparison.replicates)).member("nodes_given", comparison.nodes.size());
    json.member("nodes_unseen", comparison.unseen);
    if (report.tolerance) json.member("within_tolerance", report.within_tolerance());
    if (const ComparedNode* first = comparison.first_divergence()) json.member("first_divergence", first->node);
    json.line().lines("outputs", comparison.outputs, [&](const ComparedValue& out) {
      write_value(json, graph, out);
      write_reals(json, comparison, out.value);
    });
    json.line().lines("held", comparison.held, [&](const HeldValue& held) {
      json.member("name", graph.values[held.value].name);
      write_held(json, held);
    });
    if (!comparison.deployed.empty())
      json.line().lines("deployed", comparison.deployed, [&](const DeployedValue& one) {
        write_value(json, graph, one.to_candidate);
        write_held(json, one.held);
      });
    json.line().lines("nodes", comparison.nodes, [&](const ComparedNode& one) { write_node(json, comparison, one); });
    json.line().lines("stretches", comparison.stretches,
                      [&](const ComparedStretch& one) { write_stretch(json, graph, one); });
  });
}

}  // namespace etalon::impl
