// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: the report as one HTML page. Severities are switched on and off by style alone.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/check/report.hpp"
#include "report/evidence/requirements.hpp"
#include "report/page/escape.hpp"
#include "report/page/findings.hpp"
#include "report/page/html.hpp"
#include "report/page/joined.hpp"
#include "report/page/network_svg.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t values_shown = 200;  // of each list of the model's values

constexpr std::string_view check_style =
    R"(h1 { font-size: 1.2rem; margin: 0 0 .3rem; overflow-wrap: anywhere } h2 { margin: 2rem 0 .5rem; font-size: 1.15rem }
h3 { margin: 0; font-size: 1rem } h3 small { font-weight: normal }
.verdict { border-left: .4rem solid var(--tone); background: var(--soft); padding: .8rem 1rem }
.verdict strong { font-size: 1.5rem; color: var(--tone) } .verdict p { margin: .2rem 0 0 }
.conformant { --tone: var(--good) } .error, .not_conformant { --tone: var(--bad) } .not_judged { --tone: var(--warn) } .notice { --tone: var(--note) }
.rule { border-left: .25rem solid var(--tone); padding: .1rem 0 .1rem .9rem; margin: 1.2rem 0 }
.badge { color: var(--tone); border: 1px solid var(--tone); border-radius: .3rem; padding: 0 .4rem; font-size: .85rem }
.rule > p { margin: .3rem 0 } details { margin: .3rem 0 } summary { cursor: pointer; color: var(--faint) }
details > div { background: var(--soft); padding: .6rem .9rem; margin-top: .3rem } pre { overflow-x: auto }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0 } dt { color: var(--faint) } dd { margin: 0; overflow-wrap: anywhere }
.findings th:first-child { width: 55% } .findings td:nth-child(2) { width: 45% } bdi { font-family: ui-monospace, monospace; font-size: .93em; display: inline-block; max-width: 100%; max-height: 6em; overflow-y: auto; vertical-align: top }
a { color: inherit } input { margin-left: 1rem } input:first-of-type { margin-left: 0 }
#show-error:not(:checked) ~ .model .error, #show-not_judged:not(:checked) ~ .model .rule.not_judged, #show-notice:not(:checked) ~ .model .notice { display: none }
.model + .model { border-top: 2px solid var(--line); margin-top: 3rem; padding-top: 2rem } .fix { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--soft); padding: .2rem .5rem; margin: .3rem 0; display: block }
.model { margin-top: .8rem } .models { margin-bottom: 1.5rem } .number { white-space: nowrap }
@media (max-width: 50rem) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: .4rem } .findings td:nth-child(2) { width: auto } }
)";

// A name from the model: isolated, so that its direction of writing ends where it ends.
std::string name_html(std::string_view name) { return fmt::format("<bdi>\"{}\"</bdi>", html_text(name)); }

// The remarks of a requirement: paragraphs, and tables as they were typed.
std::string remarks_html(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view block = text.substr(0, text.find("\n\n"));
    text.remove_prefix(std::min(block.size() + 2, text.size()));
    const bool table = block.starts_with('|');
    std::string lines;
    for (std::string_view rest = block; !rest.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      (lines += table ? html_text(line) : line_html(line)) += '\n';
    }
    out += fmt::format("<{0}>{1}</{0}>\n", table ? "pre" : "p", lines);
  }
  return out;
}

std::string requirement_html(const Requirement& requirement) {
  std::string fields;
  for (const char* name : {"Origin", "Passes", "Fails"})
    if (const std::string_view field = field_of(requirement, name); !field.empty())
      fields += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, line_html(field));
  return fmt::format(
      "<p>{}</p>\n<details><summary>What the rule says</summary><div><dl>\n{}<dt>Defined in</dt><dd>{}, line "
      "{}</dd></dl>\n{}"
      "</div></details>\n",
      line_html(requirement.title), fields, html_text(requirement.page), requirement.line,
      remarks_html(remarks_of(requirement)));
}

std::string fix_html(const Finding& finding) {
  return finding.fix.empty() ? "" : fmt::format("<code class=\"fix\">{}</code>", html_text(finding.fix));
}

// Anchors on a page of several models are distinguished by the number of the model.
std::string group_html(const FindingGroup& group, const Graph* graph, std::size_t model,
                       std::span<const Requirement> all) {
  const Requirement* requirement = find_requirement(all, group.rule);
  const std::size_t shown = std::min(group.findings.size(), html_findings_shown), left = group.findings.size() - shown;
  const auto row = [&](const Finding* finding) {
    return fmt::format("<tr><td>{}<br><small>{}</small>{}</td><td>{}</td></tr>\n", html_text(finding->message),
                       line_html(finding->hint), fix_html(*finding), place_of(*finding, graph, name_html));
  };
  return fmt::format(
      R"(<section class="rule {0}" id="{0}-{1}-{6}"><h3><span class="badge">{7}</span> <code>{1}</code> <small>{2}</small></h3>
{3}<table class="findings"><thead><tr><th>Finding, and what to do</th><th>Where</th></tr></thead><tbody>
{4}</tbody></table>
{5}</section>
)",
      key_of(group.severity), html_text(group.rule), counted(group.findings.size(), "finding"),
      requirement != nullptr ? requirement_html(*requirement) : "",
      joined(std::span(group.findings).first(shown), "", row),
      left == 0 ? "" : fmt::format("<p>And {} more; JSON and SARIF reports list all.</p>\n", left), model,
      name_of(group.severity));
}

std::string findings_html(const CheckReport& report, std::size_t model, std::span<const Requirement> all) {
  const std::vector<FindingGroup> groups = groups_of(report.findings);
  if (groups.empty()) return "<h2>Findings</h2>\n<p>None.</p>\n";
  std::string out = "<h2>Findings</h2>\n";
  if (groups.size() > 1)
    out += fmt::format("<ul>\n{}</ul>\n", joined(groups, "", [&](const FindingGroup& group) {
                         return fmt::format("<li><a href=\"#{0}-{1}-{2}\"><code>{1}</code></a> {3}</li>\n",
                                            key_of(group.severity), html_text(group.rule), model,
                                            counted(group.findings.size(), group.severity));
                       }));
  return out +
         joined(groups, "", [&](const FindingGroup& group) { return group_html(group, report.graph, model, all); });
}

// A list of the model, folded where it is long. `row` gives the cells of item i.
template <class Row> std::string list_html(const char* title, const char* header, std::size_t count, Row row) {
  if (count == 0) return {};
  std::string rows;
  for (std::size_t i = 0; i < std::min(count, values_shown); ++i) rows += fmt::format("<tr>{}</tr>\n", row(i));
  return fmt::format(
      "<details{}><summary>{}: "
      "{}</summary><table><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table>\n{}</details>\n",
      count <= 20 ? " open" : "", title, count, header, rows,
      count <= values_shown ? "" : fmt::format("<p>And {} more.</p>\n", count - values_shown));
}

std::string cells(const std::string& name, const std::string& type, const std::string& shape) {
  return fmt::format("<td>{}</td><td>{}</td><td class=\"number\">{}</td>", name_html(name),
                     type.empty() ? "no type declared" : html_text(type),
                     shape.empty() ? "no shape declared" : html_text(shape));
}

std::string model_html(const CheckReport& report) {
  const std::string profile =
      fmt::format("<dt>Profile</dt><dd>{} ({})</dd>", html_text(report.profile->id), html_text(report.profile->title));
  if (report.graph == nullptr) return fmt::format("<h2>Model</h2>\n<dl>{}</dl>\n", profile);
  const Graph& graph = *report.graph;
  const auto opset = graph.operator_set();
  std::uint64_t bytes = 0;
  for (const Initializer& initializer : graph.initializers) bytes += initializer.constant.bytes.size();
  std::string out = fmt::format(
      "<h2>Model</h2>\n<dl>{}<dt>IR version</dt><dd>{}</dd><dt>Operator set</dt><dd>{}</dd><dt>Nodes</dt><dd>{}, {} "
      "judged</dd><dt>Values</dt><dd>{}</dd><dt>Initializers</dt><dd>{}, {}</dd></dl>\n",
      profile, graph.ir_version, opset ? std::to_string(*opset) : "not given", graph.nodes.size(), report.judged,
      graph.values.size(), graph.initializers.size(), counted(bytes, "byte"));

  constexpr const char* header = "<th>Name</th><th>Type</th><th>Shape</th>";
  const auto declared = [&](const std::vector<std::uint32_t>& list) {
    return [&](std::size_t i) {
      const Value& value = graph.values[list[i]];
      return cells(value.name, type_text(value), shape_text(value));
    };
  };
  out += list_html("Inputs", header, graph.inputs.size(), declared(graph.inputs));
  out += list_html("Outputs", header, graph.outputs.size(), declared(graph.outputs));
  return out +
         list_html("Initializers", "<th>Name</th><th>Type</th><th>Shape</th><th>Bytes</th>", graph.initializers.size(),
                   [&](std::size_t i) {
                     const Initializer& item = graph.initializers[i];
                     return cells(graph.values[item.value].name, info(item.constant.type).name,
                                  to_string(item.constant.shape)) +
                            fmt::format("<td class=\"number\">{}</td>", counted(item.constant.bytes.size(), "byte"));
                   });
}

// One box for each severity that there is; it hides and shows the findings of all models.
std::string boxes_html(CheckReports reports) {
  std::array<std::size_t, std::size(severities)> counts{};
  for (const CheckReport& report : reports)
    for (const Finding& finding : report.findings) ++counts[static_cast<std::size_t>(finding.severity)];
  std::string out;
  for (const Severity severity : severities)
    if (const std::size_t count = counts[static_cast<std::size_t>(severity)]; count > 0)
      out += fmt::format("<input type=\"checkbox\" id=\"show-{0}\" checked><label for=\"show-{0}\"> {1}</label>\n",
                         key_of(severity), counted(count, severity));
  return out;
}

// Colour is never the only sign.
const char* mark_of(Judgement judgement) {
  static constexpr const char* marks[] = {"\u2713", "\u2717", "?"};
  return marks[static_cast<unsigned>(judgement)];
}

// Of several models, what became of each.
std::string overview_html(CheckReports reports) {
  if (reports.size() == 1) return {};
  std::string rows;
  for (std::size_t k = 0; k < reports.size(); ++k)
    rows += fmt::format(
        "<tr class=\"{}\"><td><a href=\"#model-{}\"><bdi>{}</bdi></a></td><td><span "
        "class=\"badge\">{} {}</span></td><td>{}</td></tr>\n",
        key_of(reports[k].judgement()), k, html_text(reports[k].model), mark_of(reports[k].judgement()),
        html_text(verdict_text(reports[k])), html_text(counts_text(reports[k])));
  return fmt::format(
      "<h1>{}</h1>\n<table "
      "class=\"models\"><thead><tr><th>Model</th><th>Verdict</th><th>Counts</th></tr></thead><tbody>\n{}"
      "</tbody></table>\n",
      html_text(check_summary(reports)), rows);
}

// What was found at a node, the gravest in colour.
std::string drawing_html(const CheckReport& report, std::size_t model) {
  if (report.graph == nullptr) return {};
  using Tone = DrawnNode::Tone;
  std::vector<std::array<std::size_t, std::size(severities)>> counts(report.graph->nodes.size());
  std::vector<const Finding*> gravest(counts.size(), nullptr);
  for (const Finding& finding : report.findings) {
    if (finding.status.node >= counts.size()) continue;
    ++counts[finding.status.node][static_cast<std::size_t>(finding.severity)];
    const Finding*& most = gravest[finding.status.node];
    const auto grave = [](const Finding& f) {
      return f.severity == Severity::error ? 2 : f.severity == Severity::unjudged;
    };
    if (most == nullptr || grave(finding) > grave(*most)) most = &finding;
  }
  std::vector<DrawnNode> nodes;
  for (std::size_t n = 0; n < counts.size(); ++n) {
    if (gravest[n] == nullptr) {
      nodes.push_back({report.judged == counts.size() ? Tone::good : Tone::plain,
                       report.judged == counts.size() ? "✓ no finding" : "no finding"});
      continue;
    }
    const Severity severity = gravest[n]->severity;
    const std::size_t count = counts[n][static_cast<std::size_t>(severity)];
    nodes.push_back({severity == Severity::error      ? Tone::bad
                     : severity == Severity::unjudged ? Tone::warn
                                                      : Tone::note,
                     severity == Severity::error      ? "✗ " + counted(count, severity)
                     : severity == Severity::unjudged ? "? not judged"
                                                      : "! " + counted(count, severity),
                     gravest[n]->message, fmt::format("{}-{}-{}", key_of(severity), gravest[n]->status.rule, model)});
  }
  return "<h2>Network</h2>\n" + network_svg(*report.graph, nodes, "The network, each node with what was found at it");
}

std::string article_html(const CheckReport& report, std::size_t model, std::span<const Requirement> all) {
  return fmt::format(
      "<article class=\"model\" id=\"model-{}\"><header class=\"verdict {}\"><h1><bdi>{}</bdi></h1><strong>{} "
      "{}</strong>"
      "<p>{}</p></header>\n{}{}{}{}</article>\n",
      model, key_of(report.judgement()), html_text(report.model), mark_of(report.judgement()),
      html_text(verdict_text(report)), html_text(counts_text(report)), findings_html(report, model, all),
      drawing_html(report, model), model_html(report), identity_html(report.identity));
}

}  // namespace

std::string check_html(CheckReports reports) {
  const std::vector<Requirement> all = requirements(pages());
  std::string body = overview_html(reports) + boxes_html(reports);
  for (std::size_t k = 0; k < reports.size(); ++k) body += article_html(reports[k], k, all);
  body += "<p><small><code>etalon explain TAG</code> describes a rule.</small></p>\n";
  return html_page(
      fmt::format("{}: etalon check", reports.size() == 1 ? reports[0].model : counted(reports.size(), "model")),
      std::string(check_style) + std::string(network_style), body);
}

}  // namespace etalon::impl
