// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: the words that all forms of the report share.
#include <fmt/format.h>

#include <algorithm>

#include "report/compare/report.hpp"
#include "report/page/findings.hpp"

namespace etalon::impl {

std::optional<DeployedCount> deployed_count(const CompareReport& report) {
  std::optional<DeployedCount> count;
  const auto add = [&](const Comparison& comparison) {
    for (const DeployedValue& one : comparison.deployed) {
      if (!count) count.emplace();
      count->elements += one.to_candidate.elements;
      count->differing += one.to_candidate.differing;
      if (one.to_candidate.differing != 0) count->farthest = std::max(count->farthest, one.to_candidate.farthest.ulp);
    }
  };
  if (report.inputs.empty()) add(*report.comparison);
  for (const ComparedInput& one : report.inputs) add(*one.comparison);
  return count;
}

std::string deployed_text(const DeployedCount& count) {
  if (count.differing == 0)
    return fmt::format("its {} final elements have the bits of the run whose nodes were judged", count.elements);
  return fmt::format(
      "{} of {} final elements differ from the run whose nodes were judged, by up to {} ulp: that run is not the "
      "deployed one, and its verdict does not carry over",
      count.differing, count.elements, ulp_text(count.farthest));
}

std::string replication_of(const CompareReport& report) {
  if (!report.replicates().empty()) return "every bit of every output is what the reference computes under it";
  std::size_t same = 0, all = 0;
  const auto add = [&](const Comparison& comparison) {
    same += static_cast<std::size_t>(std::ranges::count(comparison.outputs, 0u, &ComparedValue::differing));
    all += comparison.outputs.size();
  };
  if (report.inputs.empty()) add(*report.comparison);
  for (const ComparedInput& one : report.inputs) add(*one.comparison);
  const Accumulation policy = report.comparison->model->profile.choices.accumulation;
  return fmt::format("{} of {} outputs that the candidate gives have the bits of the reference under {}", same, all,
                     accumulation_names[static_cast<std::size_t>(policy)]);
}

NodeVerdict verdict_of(const JudgedCall& judged) {
  const ElementCounts counts = counts_of(judged);
  switch (conformance_of(counts)) {
    case Conformance::violates:
      return NodeVerdict::violates;
    case Conformance::partly_judged:
      return NodeVerdict::partly_judged;
    case Conformance::not_judged:
      return NodeVerdict::not_judged;
    case Conformance::conforms:
      break;
  }
  if (!judged.replicates.empty()) return NodeVerdict::replicates;
  return counts.deviating != 0 ? NodeVerdict::deviates : NodeVerdict::conforms;
}

std::string standings_text(const JudgedOutput& out) {
  std::string text;
  for (std::size_t k = 0; k < standings; ++k)
    if (out.counts[k] != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", out.counts[k], standing_names[k]);
  return text.empty() ? "no element" : text;
}

std::string policies_text(const std::vector<Accumulation>& policies) {
  std::string text;
  for (const Accumulation policy : policies)
    text += (text.empty() ? "" : ", ") + std::string(accumulation_names[static_cast<std::size_t>(policy)]);
  return text.empty() ? "none" : text;
}

std::string chance_text(const Explanation& why) {
  if (!why.chance) return "";
  return fmt::format("{} differing element{} that can tell {} alternatives apart", why.chance->elements,
                     why.chance->elements == 1 ? "" : "s", why.chance->alternatives);
}

std::string cause_text(const Explanation& why) {
  const std::string chance = why.chance ? fmt::format(" ({})", chance_text(why)) : "";
  if (why.is_certain()) return to_string(why.causes.front()) + chance;
  if (why.causes.empty() && why.agreeing != 0)
    return fmt::format(
        "not enough data to tell: there {} {}, and chance alone may give what is seen; compare several inputs at once",
        why.chance->elements == 1 ? "is" : "are", chance_text(why));
  if (why.causes.empty()) {
    std::string text =
        fmt::format("not found: {} alternatives were computed and none gives these results", why.excluded);
    if (!why.is_complete) text += "; there are more, which would take too long";
    for (const std::string& hint : why.hints) text += "; " + hint;
    return text;
  }
  std::string text = why.is_complete ? "one of these, which these data cannot tell apart"
                                     : "these give the results, others were not tried";
  text += chance + ":";
  for (std::size_t k = 0; k < why.causes.size(); ++k) text += fmt::format(" ({}) {}", k + 1, to_string(why.causes[k]));
  return text;
}

std::string cause_text(const Comparison& comparison, const ComparedNode& node) {
  // Which of two equal zeros is larger: the working group's pages say it, and Etalon has it in all profiles.
  static constexpr struct {
    std::string_view operation;
    const char* tag;
  } decided[] = {{"Relu", "RELU-FLOAT-SPECIAL"},         {"Clip", "CLIP-FLOAT-SPECIAL"},
                 {"Max", "MAX-FLOAT-SPECIAL"},           {"MaxPool", "MAX-FLOAT-SPECIAL"},
                 {"Min", "MIN-FLOAT-SPECIAL"},           {"ReduceMax", "MAX-FLOAT-SPECIAL"},
                 {"GlobalMaxPool", "MAX-FLOAT-SPECIAL"}, {"ReduceMin", "MIN-FLOAT-SPECIAL"}};
  const Call& call = comparison.model->calls[node.node];
  const std::string text = cause_text(node.why);
  const auto* found =
      std::ranges::find(decided, std::string_view(call.op->name), [](const auto& row) { return row.operation; });
  if (found == std::end(decided) || call.row->source != Source::onnx || !text.starts_with("the sign of zero differs"))
    return text;
  return fmt::format("{}; ONNX leaves this sign open, and Etalon has decided it: {}", text, found->tag);
}

std::string stretch_text(const Graph& graph, const ComparedStretch& stretch) {
  const std::size_t more = stretch.nodes.size() - 1;
  return fmt::format("{} with {} node{} before it", node_name(graph, stretch.nodes.back()), more, more == 1 ? "" : "s");
}

std::string ulp_text(std::uint64_t ulp) { return ulp == UINT64_MAX ? "NaN" : std::to_string(ulp); }

}  // namespace etalon::impl
