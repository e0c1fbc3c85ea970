// SPDX-License-Identifier: Apache-2.0
// Floor 9. See compare_report.hpp: for programs.
#include <fmt/format.h>

#include <cmath>

#include "report/compare_report.hpp"
#include "report/escape.hpp"

namespace etalon::impl {
namespace {

// JSON has no infinity.
std::string number(double x) { return std::isfinite(x) ? fmt::format("{}", x) : "null"; }
std::string ulps(std::uint64_t ulp) { return ulp == UINT64_MAX ? "null" : std::to_string(ulp); }

std::string policies(const std::vector<Accumulation>& list) {
  std::string out = "[";
  for (const Accumulation policy : list)
    out += fmt::format("{}\"{}\"", out.size() == 1 ? "" : ",", accumulation_names[static_cast<std::size_t>(policy)]);
  return out + "]";
}

std::string index_of(const Shape& shape, std::uint64_t i) { return index_string(shape, i); }

std::string output_json(const Comparison& comparison, const ComparedNode& one, std::size_t k) {
  const JudgedOutput& out = one.judged.outputs[k];
  const Graph& graph = *comparison.model->graph;
  const Shape& shape = comparison.model->calls[one.node].outputs[k]->shape;
  std::string text = fmt::format("{{\"name\":{},\"elements\":{}",
                                 json_string(graph.values[graph.nodes[one.node].outputs[k]].name), shape.count);
  for (std::size_t s = 0; s < standings; ++s) {
    std::string key = standing_names[s];
    for (char& c : key)
      if (c == ' ') c = '_';
    text += fmt::format(",\"{}\":{}", key, out.counts[s]);
  }
  text += fmt::format(",\"differing\":{}", out.differing);
  if (out.differing != 0)
    text += fmt::format(",\"first_differing\":{},\"farthest\":{{\"at\":{},\"ulp\":{},\"absolute\":{},\"relative\":{}}}",
                        index_of(shape, out.first_differing), index_of(shape, out.farthest_at), ulps(out.farthest.ulp),
                        number(out.farthest.absolute), number(out.farthest.relative));
  if (const auto v = static_cast<std::size_t>(Standing::violates); out.counts[v] != 0)
    text += fmt::format(",\"first_violation\":{}", index_of(shape, out.first[v]));
  if (out.widest != 0) text += fmt::format(",\"allowed_ulp\":{},\"share\":{}", out.widest, number(out.share));
  return text + "}";
}

std::string cause_json(const Explanation& why) {
  std::string text = fmt::format("{{\"certain\":{},\"complete\":{},\"excluded\":{},\"agreeing\":{}", why.is_certain(),
                                 why.is_complete, why.excluded, why.agreeing);
  if (why.chance)
    text += fmt::format(",\"chance\":{{\"elements\":{},\"alternatives\":{},\"bits\":{:.1f},\"excluded\":{}}}",
                        why.chance->elements, why.chance->alternatives, why.chance->bits, why.chance->is_excluded());
  text += ",\"causes\":[";
  for (std::size_t k = 0; k < why.causes.size(); ++k) {
    text += k == 0 ? "[" : ",[";
    for (std::size_t p = 0; p < why.causes[k].parts.size(); ++p)
      text += (p == 0 ? "" : ",") + json_string(why.causes[k].parts[p]);
    text += "]";
  }
  text += "],\"hints\":[";
  for (std::size_t k = 0; k < why.hints.size(); ++k) text += (k == 0 ? "" : ",") + json_string(why.hints[k]);
  return text + "]}";
}

std::string stretch_json(const Graph& graph, const ComparedStretch& stretch) {
  std::string text =
      fmt::format("\n{{\"name\":{},\"elements\":{},\"differing\":{},\"nodes\":[",
                  json_string(graph.nodes[stretch.nodes.back()].name), stretch.elements, stretch.differing);
  for (std::size_t k = 0; k < stretch.nodes.size(); ++k)
    text += fmt::format("{}{}", k == 0 ? "" : ",", stretch.nodes[k]);
  text += "]";
  if (stretch.differing != 0) text += ",\"cause\":" + cause_json(stretch.why);
  return text + "}";
}

}  // namespace

std::string elements_json(const ElementCounts& counts) {
  return fmt::format(R"("elements":{{"judged":{},"not_judged":{},"recorded":{},"violating":{},"deviating":{}}})",
                     counts.judged, counts.not_judged, counts.recorded, counts.violating, counts.deviating);
}

std::string claim_json(const Claim& claim) {
  const std::optional<bool> conforms = claim.conforms();
  return fmt::format(R"("conforms":{},"verdict":"{}",{},"reason":{})",
                     !conforms   ? "null"
                     : *conforms ? "true"
                                 : "false",
                     claim.name(), elements_json(claim.counts), json_string(claim.reason));
}

namespace {

// Several inputs: a report on each, which all have the files of all.
std::string inputs_json(const CompareReport& report) {
  std::string text =
      fmt::format("{{{},\n\"model\":{},\n{},\n\"replicates\":{}", identity_json("etalon-compares-2", report.identity),
                  json_string(report.model), claim_json(report.claim()), policies(report.replicates()));
  if (report.tolerance) text += fmt::format(",\"within_tolerance\":{}", report.within_tolerance());
  text += ",\n\"inputs\":[";
  for (std::size_t k = 0; k < report.inputs.size(); ++k) {
    const CompareReport one{report.model, report.inputs[k].comparison, report.identity, report.tolerance};
    text += fmt::format("{}\n{{\"name\":{},\"report\":{}}}", k == 0 ? "" : ",", json_string(report.inputs[k].name),
                        compare_json(one));
  }
  return text + "]}\n";
}

}  // namespace

std::string compare_json(const CompareReport& report) {
  if (!report.inputs.empty()) return inputs_json(report);
  const Comparison& comparison = *report.comparison;
  const Graph& graph = *comparison.model->graph;
  const Claim claim = comparison.claim();
  std::string text =
      fmt::format("{{{},\n\"model\":{},\n{},\n\"replicates\":{},\"nodes_given\":{},\"nodes_unseen\":{}",
                  identity_json("etalon-compare-2", report.identity), json_string(report.model), claim_json(claim),
                  policies(comparison.replicates), comparison.nodes.size(), comparison.unseen);
  if (report.tolerance) text += fmt::format(",\"within_tolerance\":{}", report.within_tolerance());
  if (const ComparedNode* first = comparison.first_divergence())
    text += fmt::format(",\"first_divergence\":{}", first->node);
  text += ",\n\"outputs\":[";
  for (std::size_t k = 0; k < comparison.outputs.size(); ++k) {
    const ComparedValue& out = comparison.outputs[k];
    text += fmt::format(
        "{}\n{{\"name\":{},\"elements\":{},\"differing\":{},\"farthest\":{{\"ulp\":{},\"absolute\":{},\"relative\":{}}}"
        "}}",
        k == 0 ? "" : ",", json_string(graph.values[out.value].name), out.elements, out.differing,
        ulps(out.farthest.ulp), number(out.farthest.absolute), number(out.farthest.relative));
  }
  text += "],\n\"held\":[";
  for (std::size_t k = 0; k < comparison.held.size(); ++k) {
    const HeldValue& one = comparison.held[k];
    text += fmt::format("{}\n{{\"name\":{},\"within\":{},\"beyond\":{},\"not_judged\":{}}}", k == 0 ? "" : ",",
                        json_string(graph.values[one.value].name), one.within, one.beyond, one.not_judged);
  }
  if (!comparison.deployed.empty()) {
    text += "],\n\"deployed\":[";
    for (std::size_t k = 0; k < comparison.deployed.size(); ++k) {
      const auto& [to_candidate, to_reference, held] = comparison.deployed[k];
      text += fmt::format(
          "{}\n{{\"name\":{},\"elements\":{},\"differing\":{},\"farthest\":{{\"ulp\":{},\"absolute\":{},\"relative\":{}"
          "}},"
          "\"within\":{},\"beyond\":{},\"not_judged\":{}}}",
          k == 0 ? "" : ",", json_string(graph.values[held.value].name), to_candidate.elements, to_candidate.differing,
          ulps(to_candidate.farthest.ulp), number(to_candidate.farthest.absolute),
          number(to_candidate.farthest.relative), held.within, held.beyond, held.not_judged);
    }
  }
  text += "],\n\"nodes\":[";
  for (std::size_t n = 0; n < comparison.nodes.size(); ++n) {
    const ComparedNode& one = comparison.nodes[n];
    bool differs = false;
    text += fmt::format(
        "{}\n{{\"node\":{},\"operator\":{},\"name\":{},\"verdict\":\"{}\",\"replicates\":{},\"outputs\":[",
        n == 0 ? "" : ",", one.node, json_string(graph.nodes[one.node].operation),
        json_string(graph.nodes[one.node].name), name_of(verdict_of(one.judged)), policies(one.judged.replicates));
    bool first = true;
    for (std::size_t k = 0; k < one.judged.outputs.size(); ++k) {
      if (one.judged.outputs[k].elements.empty()) continue;
      text += (first ? "" : ",") + output_json(comparison, one, k);
      differs = differs || one.judged.outputs[k].differing != 0;
      first = false;
    }
    text += "]";
    if (differs) text += ",\"cause\":" + cause_json(one.why);
    text += "}";
  }
  text += "],\n\"stretches\":[";
  for (std::size_t k = 0; k < comparison.stretches.size(); ++k)
    text += (k == 0 ? "" : ",") + stretch_json(graph, comparison.stretches[k]);
  return text + "]}\n";
}

}  // namespace etalon::impl
