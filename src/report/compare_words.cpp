// SPDX-License-Identifier: Apache-2.0
// Floor 9. See compare_report.hpp: the words that all forms of the report share.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "report/compare_report.hpp"
#include "report/findings.hpp"

namespace etalon::impl {

Result<Tolerance> Tolerance::of(const std::string& text) {
  const auto number = [&](std::size_t from, double& to) {
    const char *begin = text.data() + from, *end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(begin, end, to);
    return problem == std::errc{} && stop == end && to >= 0 && to <= 1e308;
  };
  Tolerance tolerance;
  if (text == "exact") return tolerance;
  if (text.starts_with("ulp=") && number(4, tolerance.limit)) return tolerance.unit = Unit::ulp, tolerance;
  if (text.starts_with("abs=") && number(4, tolerance.limit)) return tolerance.unit = Unit::absolute, tolerance;
  return error(Code::usage, "", "--tolerance: \"" + text + "\" is none",
               "give exact, ulp=N or abs=E, such as ulp=4 or abs=1e-3");
}

bool Tolerance::holds(const ComparedValue& value) const {
  if (value.differing == 0) return true;
  return std::ranges::all_of(value.distances, [&](const Distance& d) {
    switch (unit) {
      case Unit::ulp:
        return static_cast<double>(d.ulp) <= limit;
      case Unit::absolute:
        return d.absolute <= limit;
      default:
        return false;
    }
  });
}

bool CompareReport::within_tolerance() const {
  return !tolerance ||
         std::ranges::all_of(comparison->outputs, [&](const ComparedValue& v) { return tolerance->holds(v); });
}

std::string verdict_of(const Comparison& comparison) {
  const std::optional<bool> conforms = comparison.conforms();
  return !conforms ? "not judged" : *conforms ? "conforms" : "does not conform";
}

std::string reason_of(const Comparison& comparison) {
  const std::size_t nodes = comparison.model->calls.size();
  const std::optional<bool> conforms = comparison.conforms();
  if (conforms && !*conforms) {
    for (const ComparedValue& out : comparison.outputs)
      if (out.beyond != 0)
        return fmt::format(
            "{} of {} elements of an output lie beyond what any admissible evaluation of the model gives", out.beyond,
            out.elements);
    const auto violates =
        std::ranges::count_if(comparison.nodes, [](const ComparedNode& n) { return !n.judged.conforms(); });
    return fmt::format("{} of {} nodes that were judged have an element that no admissible evaluation gives", violates,
                       comparison.nodes.size());
  }
  if (!comparison.replicates.empty()) return "every output has the bits of the reference under a policy";
  if (conforms && comparison.unseen != 0)
    return "every output lies within what admissible evaluations of the model give; nodes were not judged one by one";
  if (conforms)
    return fmt::format("every node was judged on the candidate's own operands ({} of {})", comparison.nodes.size(),
                       nodes);
  if (comparison.unseen != 0)
    return fmt::format(
        "{} of {} nodes cannot be judged: the candidate gives too few intermediate values, and the bound of the whole "
        "model is too wide to say anything",
        comparison.unseen, nodes);
  return "what conforms is too wide at a node to say anything";
}

std::string replication_of(const Comparison& comparison) {
  const auto same = std::ranges::count(comparison.outputs, 0u, &ComparedValue::differing);
  const char* policy = accumulation_names[static_cast<std::size_t>(comparison.model->profile.choices.accumulation)];
  if (!comparison.replicates.empty()) return "every bit of every output is what the reference computes under it";
  return fmt::format("{} of {} outputs that the candidate gives have the bits of the reference under {}", same,
                     comparison.outputs.size(), policy);
}

NodeVerdict verdict_of(const JudgedCall& judged) {
  if (!judged.conforms()) return NodeVerdict::violates;
  if (!judged.replicates.empty()) return NodeVerdict::replicates;  // even where too much would conform to judge
  if (!judged.is_judged()) return NodeVerdict::not_judged;
  const bool deviates =
      std::ranges::any_of(judged.outputs, [](const JudgedOutput& out) { return out.count(Standing::deviates) != 0; });
  return deviates ? NodeVerdict::deviates : NodeVerdict::conforms;
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

std::string cause_text(const Explanation& why) {
  if (why.is_certain()) return to_string(why.causes.front());
  if (why.causes.empty()) {
    std::string text =
        fmt::format("not found: {} alternatives were computed and none gives these results", why.excluded);
    if (!why.is_complete) text += "; there are more, which would take too long";
    for (const std::string& hint : why.hints) text += "; " + hint;
    return text;
  }
  std::string text = why.is_complete ? "one of these, which these data cannot tell apart: "
                                     : "these give the results, others were not tried: ";
  for (std::size_t k = 0; k < why.causes.size(); ++k)
    text += fmt::format("{}({}) {}", k == 0 ? "" : " ", k + 1, to_string(why.causes[k]));
  return text;
}

std::string stretch_text(const Graph& graph, const ComparedStretch& stretch) {
  const std::size_t more = stretch.nodes.size() - 1;
  return fmt::format("{} with {} node{} before it", node_name(graph, stretch.nodes.back()), more, more == 1 ? "" : "s");
}

std::string ulp_text(std::uint64_t ulp) { return ulp == UINT64_MAX ? "NaN" : std::to_string(ulp); }

}  // namespace etalon::impl
