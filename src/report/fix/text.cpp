// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/quote.hpp"
#include "report/evidence/requirements.hpp"
#include "report/fix/report.hpp"
#include "report/page/findings.hpp"
#include "report/page/joined.hpp"
#include "report/page/pages.hpp"
#include "trace/lemmas.hpp"

namespace etalon::impl {
namespace {

constexpr const char* kinds[] = {"kept", "completed", "rewritten", "folded", "removed", "left"};

// The same bits: for which inputs that was shown, and how.
std::string shown_text(const FixReport& report) {
  const Fixed& fixed = report.fixed;
  if (fixed.equality)
    return fmt::format("proved: the same bits for every input{}{}",
                       fixed.equality->conditions == 0 ? "" : " for which both have a result",
                       fixed.equality->conditional.empty() ? "" : " under the condition named below");
  if (fixed.shared)
    return fmt::format("not proved: the same bits in {} shared values on {} drawn inputs", fixed.shared->shared,
                       fixed.shared->draws);
  return report.is_replay ? "the bytes that the log tells of" : "whether the bits are the same was not judged";
}

std::string lemmas_text(const FixReport& report) {
  const Equality& e = *report.fixed.equality;
  std::string text;
  for (std::size_t k = 0; k < lemmas.size(); ++k)
    if ((e.lemmas >> k & 1) != 0)
      text +=
          fmt::format("  {} {}: {}\n", lemmas[k].is_condition ? "condition" : "lemma", lemmas[k].id, lemmas[k].text);
  for (const std::uint32_t value : e.conditional)
    text += fmt::format("    it concerns {}\n", quoted(report.fixed.graph->values[value].name, 60));
  return text;
}

std::string evidence_text(const FixReport& report) {
  const Fixed& fixed = report.fixed;
  std::string text = "\nEvidence\n";
  if (const auto& e = fixed.equality) {
    text += fmt::format(
        "  proof: {} values of the new model: {} by structure, {} by expression, {} constant, {} on the way\n",
        e->values, e->by_structure, e->by_expression, e->constants, e->unmatched);
    if (e->conditions != 0)
      text += fmt::format("  {} that can end without a result {} no counterpart in the other model\n",
                          counted(e->conditions, "node"), e->conditions == 1 ? "has" : "have");
    if (e->collision > 0)
      text += fmt::format("  probability that two different expressions were taken for the same: below {:.1e}\n",
                          e->collision);
    text += lemmas_text(report);
  }
  if (fixed.shared)
    text += fmt::format("  drawn: {} of {} values that both models have had the same bits on {} inputs\n",
                        fixed.shared->same, fixed.shared->shared, fixed.shared->draws);
  for (const Control& control : fixed.controls)
    text += fmt::format("  control: weight {} moved by one ulp is {}{}\n", quoted(control.weight, 60),
                        control.is_seen ? "seen" : "NOT seen",
                        control.at.empty() ? "" : fmt::format(" at value {}", quoted(control.at, 60)));
  if (!fixed.shared) text += "  none was asked for\n";
  return text;
}

std::string edits_text(const FixReport& report) {
  struct Group {
    std::uint64_t nodes = 0;
    std::map<std::string, std::uint64_t> operators;
    std::set<std::string> conditions;
  };
  std::map<std::string, Group> groups;
  for (const NodeFix& one : report.fixed.fix.nodes) {
    if (one.kind == NodeFix::Kind::kept || one.kind == NodeFix::Kind::left) continue;
    Group& group = groups[one.tag];
    ++group.nodes;
    ++group.operators[report.model.graph->nodes[one.node].operation];
    if (!one.condition.empty()) group.conditions.insert(one.condition);
  }
  std::string text;
  const std::vector<Requirement> all = requirements(pages());
  for (const auto& [tag, group] : groups) {
    const Requirement* requirement = find_requirement(all, tag);
    text += fmt::format("  {:22} {:>5}  {}\n", tag, group.nodes, requirement != nullptr ? requirement->title : "");
    text += fmt::format("  {:22}        {}\n", "", joined(group.operators, ", ", [](const auto& one) {
                          return fmt::format("{} {}", one.second, one.first);
                        }));
    for (const std::string& condition : group.conditions)
      text += fmt::format("  {:22}        only where {}\n", "", condition);
  }
  return text.empty() ? "" : "\nEdits of nodes (`etalon explain TAG` says why no bit changes)\n" + text;
}

std::string left_text(const FixReport& report) {
  std::string text;
  for (const NodeFix& one : report.fixed.fix.nodes)
    if (one.kind == NodeFix::Kind::left)
      text += fmt::format("  {}: {}\n", node_name(*report.model.graph, one.node), one.why);
  for (const Finding& finding : report.fixed.verdict.findings)
    if (finding.severity != Severity::notice)
      text += fmt::format("  {}: {}\n    hint  {}\n", finding.status.rule, finding.message, finding.hint);
  return text.empty() ? "" : "\nLeft as it is\n" + text;
}

}  // namespace

const char* name_of(NodeFix::Kind kind) { return kinds[static_cast<std::size_t>(kind)]; }

std::size_t count_of(const ModelFix& fix, NodeFix::Kind kind) {
  return static_cast<std::size_t>(std::ranges::count(fix.nodes, kind, &NodeFix::kind));
}

std::size_t findings_in(std::span<const Finding> findings) {
  return static_cast<std::size_t>(
      std::ranges::count_if(findings, [](const Finding& one) { return one.severity != Severity::notice; }));
}

std::string fix_summary(const FixReport& report) {
  const Fixed& fixed = report.fixed;
  const std::size_t left = findings_in(fixed.verdict.findings);
  if (fixed.fix.edit.empty())
    return fmt::format("nothing to fix: the model {} {}\n",
                       fixed.is_conformant() ? "conforms to" : "stays as it is under", report.target);
  const std::string first = report.corrected.empty() ? ""
                                                     : fmt::format("{} of ONNX itself corrected; ",
                                                                   counted(report.corrected.size(), "fault"));
  return fmt::format("{}{}; {}\n", first,
                     fixed.is_conformant()
                         ? fmt::format("fixed: conformant to {}, {} before", report.target,
                                       counted(findings_in(report.before), "finding"))
                         : fmt::format("fixed in part: {} left under {}, {} before", counted(left, "finding"),
                                       report.target, findings_in(report.before)),
                     shown_text(report));
}

std::string fix_text(const FixReport& report) {
  const Fixed& fixed = report.fixed;
  std::string text = fix_summary(report);
  std::string counts;
  for (unsigned k = 0; k < std::size(kinds); ++k)
    if (const std::size_t count = count_of(fixed.fix, static_cast<NodeFix::Kind>(k)); count != 0)
      counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, kinds[k]);
  text += fmt::format("\n{} became {} ({}); {} bytes became {}, {:.2f} times as many\n",
                      counted(report.model.graph->nodes.size(), "node"), fixed.graph->nodes.size(), counts,
                      report.bytes_before, fixed.bytes.size(),
                      static_cast<double>(fixed.bytes.size()) / static_cast<double>(report.bytes_before));
  if (!report.corrected.empty())
    text += "\nCorrected first, as no meaning under ONNX could be kept (FIX-ALL-CORRECT)\n";
  for (const Finding& finding : report.corrected)
    text += fmt::format("  {}: {}\n", finding.status.rule, finding.message);
  return text + edits_text(report) + left_text(report) + evidence_text(report) + "\n" + identity_text(report.identity);
}

}  // namespace etalon::impl
