// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: the report as SARIF 2.1.0 ("CHECK-ALL-SARIF"). A model is a binary file: places in it
// are bytes, nodes and values.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/check/report.hpp"
#include "report/evidence/requirements.hpp"
#include "report/page/escape.hpp"
#include "report/page/findings.hpp"

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
  return out;
}

std::string sentence(std::string_view text) {
  std::string out(text);
  if (!out.empty() && out.back() != '.') out += '.';
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

void write_text(JsonWriter& json, const char* name, std::string_view text) {
  json.object(name, [&] { json.member("text", message_text(text)); });
}

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

void write_rule(JsonWriter& json, std::string_view tag, const Requirement* requirement) {
  json.member("id", tag);
  if (requirement == nullptr) return;
  const std::string_view remarks = remarks_of(*requirement);
  std::string full(requirement->title), help;
  if (!remarks.empty()) (full += ' ') += remarks;
  for (const char* name : {"Origin", "Passes", "Fails"})
    if (const std::string_view field = field_of(*requirement, name); !field.empty())
      help += fmt::format("{}: {}\n", name, field);
  help +=
      fmt::format("Defined in {}, line {}; `etalon explain {}` prints it.", requirement->page, requirement->line, tag);
  write_text(json, "shortDescription", requirement->title);
  write_text(json, "fullDescription", full);
  write_text(json, "help", help);
  if (const std::string uri = help_uri(*requirement); !uri.empty()) json.member("helpUri", uri);
}

void write_logical_locations(JsonWriter& json, const Finding& finding, const Graph* graph) {
  const Node* const node = node_of(finding, graph);
  if (node == nullptr && finding.value.empty()) return;
  const auto add = [&](std::string_view name, const std::string& full, const char* kind) {
    json.object([&] { json.member("name", name).member("fullyQualifiedName", full).member("kind", kind); });
  };
  json.array("logicalLocations", [&] {
    if (node != nullptr)
      add(node->name.empty() ? node->operation : node->name, fmt::format("node {}", finding.status.node), "node");
    if (!finding.value.empty()) add(finding.value, fmt::format("value {}", finding.value), "value");
  });
}

void write_location(JsonWriter& json, const Finding& finding, const CheckReport& report, std::size_t artifact) {
  json.object("physicalLocation", [&] {
    json.object("artifactLocation", [&] { json.member("uri", uri_path(report.model)).member("index", artifact); });
    // Of a thing in a model the first byte is known, not how long it is. Of a file that ended too early there is none.
    if (finding.offset)
      json.object("region", [&] {
        json.member("byteOffset", *finding.offset).member("byteLength", report.graph != nullptr ? 1 : 0);
      });
  });
  write_logical_locations(json, finding, report.graph);
}

void write_artifact(JsonWriter& json, const CheckReport& report) {
  json.object("location", [&] { json.member("uri", uri_path(report.model)); });
  json.array("roles", [&] { json.item("analysisTarget"); });
  if (!report.identity.files.empty())
    json.object("hashes", [&] { json.member("sha-256", report.identity.files[0].sha256); });
  json.object("properties", [&] {
    json.member("verdict", key_of(report.judgement()));
    if (report.graph != nullptr) json.member("nodes", report.graph->nodes.size()).member("judged", report.judged);
    write_bindings(json, report.identity);
  });
}

// The message holds all that a person needs, because most viewers show nothing else. A fix is also there as it is: a
// message doubles its braces.
void write_result(JsonWriter& json, const Finding& finding, std::size_t rule, const CheckReport& report,
                  std::size_t artifact) {
  std::string text = sentence(finding.message);
  if (!finding.hint.empty()) (text += ' ') += sentence(finding.hint);
  if (!finding.fix.empty()) text += " In Python: " + finding.fix;
  json.member("ruleId", finding.status.rule).member("ruleIndex", rule);
  json.member("level", levels[static_cast<unsigned>(finding.severity)]);
  write_text(json, "message", text);
  json.array("locations", [&] { json.object([&] { write_location(json, finding, report, artifact); }); });
  if (!finding.fix.empty()) json.object("properties", [&] { json.member("fix", finding.fix); });
}

using Rules = std::map<std::string_view, std::size_t>;  // and their places in the list

void write_driver(JsonWriter& json, const Rules& rules) {
  const std::vector<Requirement> all = requirements(pages());
  json.member("name", "etalon").member("version", ETALON_VERSION).member("semanticVersion", ETALON_VERSION);
  json.member("fullName", tool_text()).array("rules", [&] {
    for (const auto& [tag, index] : rules)
      json.line().object([&] { write_rule(json, tag, find_requirement(all, tag)); });
    json.line();
  });
}

void write_run(JsonWriter& json, CheckReports reports, const Rules& rules) {
  const bool all_read = std::ranges::all_of(reports, [](const CheckReport& one) { return one.graph != nullptr; });
  json.line().object("tool", [&] { json.object("driver", [&] { write_driver(json, rules); }); });
  json.line().array("invocations", [&] { json.object([&] { json.member("executionSuccessful", all_read); }); });
  json.line().array("artifacts", [&] {
    for (const CheckReport& report : reports) json.line().object([&] { write_artifact(json, report); });
    json.line();
  });
  json.line().object("properties", [&] { json.member("profile", reports[0].profile->id); });
  json.line().array("results", [&] {
    for (std::size_t k = 0; k < reports.size(); ++k)
      for (const Finding& finding : reports[k].findings)
        json.line().object([&] { write_result(json, finding, rules.at(finding.status.rule), reports[k], k); });
    json.line();
  });
}

}  // namespace

std::string check_sarif(CheckReports reports) {
  Rules rules;
  for (const CheckReport& report : reports)
    for (const Finding& finding : report.findings) rules.emplace(finding.status.rule, 0);
  std::size_t next = 0;
  for (auto& [tag, index] : rules) index = next++;
  return json_document([&](JsonWriter& json) {
    json.member("$schema",
                "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
    json.member("version", "2.1.0").array("runs", [&] { json.object([&] { write_run(json, reports, rules); }); });
  });
}

}  // namespace etalon::impl
