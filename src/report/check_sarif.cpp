// SPDX-License-Identifier: Apache-2.0
// Floor 9. See check_report.hpp: the report as SARIF 2.1.0 ("CHECK-ALL-SARIF"). A model is a binary file: places in it
// are bytes, nodes and values.
#include <fmt/format.h>

#include <map>

#include "report/check_report.hpp"
#include "report/escape.hpp"
#include "report/findings.hpp"
#include "report/joined.hpp"
#include "report/requirements.hpp"

namespace etalon::impl {
namespace {

constexpr const char* levels[] = {"error", "warning", "note"};  // by severity

// A SARIF message is a small language: braces hold places for arguments, [text](target) is a link.
std::string message_text(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' || text[i] == '}') out += text[i];
    if (text.substr(i).starts_with("](")) out += '\\';
    out += text[i];
  }
  return json_string(out);
}

std::string sentence(std::string_view text) {
  std::string out(text);
  if (!out.empty() && out.back() != '.') out += '.';
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

std::string text_object(std::string_view text) { return fmt::format(R"({{"text":{}}})", message_text(text)); }

// The page of the rule, where it is known under which address the site is published; else that of its origin.
std::string help_uri(const Requirement& requirement) {
  constexpr std::string_view published = ETALON_PAGES;
  if (!published.empty()) return fmt::format("{}/rules/{}/", published, requirement.tag);
  const std::string_view origin = field_of(requirement, "Origin");
  if (origin.starts_with("ONNX IR")) return "https://github.com/onnx/onnx/blob/main/docs/IR.md";
  if (origin.starts_with("ONNX")) return "https://github.com/onnx/onnx/blob/main/docs/Operators.md";
  if (origin.starts_with("base document — SONNX")) return "https://github.com/onnx/working-groups";
  return {};
}

std::string rule_object(std::string_view tag, const Requirement* requirement) {
  if (requirement == nullptr) return fmt::format(R"({{"id":{}}})", json_string(tag));
  const std::string_view remarks = remarks_of(*requirement);
  std::string full(requirement->title), help;
  if (!remarks.empty()) (full += ' ') += remarks;
  for (const char* name : {"Origin", "Passes", "Fails"})
    if (const std::string_view field = field_of(*requirement, name); !field.empty())
      help += fmt::format("{}: {}\n", name, field);
  help +=
      fmt::format("Defined in {}, line {}; `etalon explain {}` prints it.", requirement->page, requirement->line, tag);
  const std::string uri = help_uri(*requirement);
  return fmt::format(R"({{"id":{},"shortDescription":{},"fullDescription":{},"help":{}{}}})", json_string(tag),
                     text_object(requirement->title), text_object(full), text_object(help),
                     uri.empty() ? "" : fmt::format(R"(,"helpUri":{})", json_string(uri)));
}

std::string logical_locations(const Finding& finding, const Graph* graph) {
  std::string out;
  const auto add = [&](std::string_view name, const std::string& full, const char* kind) {
    out += fmt::format(R"({}{{"name":{},"fullyQualifiedName":{},"kind":"{}"}})", out.empty() ? "" : ",",
                       json_string(name), json_string(full), kind);
  };
  if (const Node* node = node_of(finding, graph); node != nullptr)
    add(node->name.empty() ? node->operation : node->name, fmt::format("node {}", finding.status.node), "node");
  if (!finding.value.empty()) add(finding.value, fmt::format("value {}", finding.value), "value");
  return out.empty() ? out : fmt::format(R"(,"logicalLocations":[{}])", out);
}

std::string location(const Finding& finding, const CheckReport& report, std::size_t artifact) {
  // Of a thing in a model the first byte is known, not how long it is. Of a file that ended too early there is none.
  const std::string region = !finding.offset ? ""
                                             : fmt::format(R"(,"region":{{"byteOffset":{},"byteLength":{}}})",
                                                           *finding.offset, report.graph != nullptr ? 1 : 0);
  return fmt::format(R"({{"physicalLocation":{{"artifactLocation":{{"uri":"{}","index":{}}}{}}}{}}})",
                     uri_path(report.model), artifact, region, logical_locations(finding, report.graph));
}

std::string artifact(const CheckReport& report) {
  const std::string hashes = report.identity.files.empty()
                                 ? ""
                                 : fmt::format(R"(,"hashes":{{"sha-256":"{}"}})", report.identity.files[0].sha256);
  const std::string counts = report.graph == nullptr
                                 ? ""
                                 : fmt::format(R"(,"nodes":{},"judged":{})", report.graph->nodes.size(), report.judged);
  const std::string bindings = bindings_json(report.identity);
  return fmt::format(
      R"({{"location":{{"uri":"{}"}},"roles":["analysisTarget"]{},"properties":{{"verdict":"{}"{}{}}}}})",
      uri_path(report.model), hashes, key_of(report.judgement()), counts, bindings.empty() ? "" : "," + bindings);
}

// The message holds all that a person needs, because most viewers show nothing else. A fix is also there as it is: a
// message doubles its braces.
std::string result(const Finding& finding, std::size_t rule, const std::string& place) {
  std::string text = sentence(finding.message);
  if (!finding.hint.empty()) (text += ' ') += sentence(finding.hint);
  if (!finding.fix.empty()) text += " In Python: " + finding.fix;
  const std::string fix =
      finding.fix.empty() ? "" : fmt::format(R"(,"properties":{{"fix":{}}})", json_string(finding.fix));
  return fmt::format(R"({{"ruleId":{},"ruleIndex":{},"level":"{}","message":{},"locations":[{}]{}}})",
                     json_string(finding.status.rule), rule, levels[static_cast<unsigned>(finding.severity)],
                     text_object(text), place, fix);
}

}  // namespace

std::string check_sarif(CheckReports reports) {
  const std::vector<Requirement> all = requirements(pages());
  std::map<std::string_view, std::size_t> rules;  // and their places in the list
  bool all_read = true;
  for (const CheckReport& report : reports) {
    all_read = all_read && report.graph != nullptr;
    for (const Finding& finding : report.findings) rules.emplace(finding.status.rule, 0);
  }
  std::size_t next = 0;
  for (auto& [tag, index] : rules) index = next++;

  const auto rule = [&](const auto& entry) { return rule_object(entry.first, find_requirement(all, entry.first)); };
  std::string results;
  for (std::size_t k = 0; k < reports.size(); ++k)
    for (const Finding& finding : reports[k].findings)
      results += (results.empty() ? "" : ",\n") +
                 result(finding, rules[finding.status.rule], location(finding, reports[k], k));
  return fmt::format(
      R"({{"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json","version":"2.1.0","runs":[{{
"tool":{{"driver":{{"name":"etalon","version":"{0}","semanticVersion":"{0}","fullName":{1},"rules":[
{2}
]}}}},
"invocations":[{{"executionSuccessful":{3}}}],
"artifacts":[
{4}
],
"properties":{{"profile":{5}}},
"results":[
{6}
]}}]}}
)",
      ETALON_VERSION, json_string(tool_text()), joined(rules, ",\n", rule), all_read, joined(reports, ",\n", artifact),
      json_string(reports[0].profile->id), results);
}

}  // namespace etalon::impl
