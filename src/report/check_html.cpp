// SPDX-License-Identifier: Apache-2.0
// Floor 9. See check_report.hpp: the report as one HTML page. Severities are switched on and off by style alone.
#include <fmt/format.h>

#include <algorithm>

#include "report/check_report.hpp"
#include "report/escape.hpp"
#include "report/findings.hpp"
#include "report/html.hpp"
#include "report/joined.hpp"
#include "report/requirements.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t values_shown = 200;  // of each list of the model's values

constexpr std::string_view style =
    R"(h1 { font-size: 1.2rem; margin: 0 0 .3rem; overflow-wrap: anywhere } h2 { margin: 2rem 0 .5rem; font-size: 1.15rem }
h3 { margin: 0; font-size: 1rem } h3 small { font-weight: normal }
.verdict { border-left: .4rem solid var(--tone); background: var(--soft); padding: .8rem 1rem }
.verdict strong { font-size: 1.5rem; color: var(--tone) } .verdict p { margin: .2rem 0 0 }
.is-good { --tone: var(--good) } .error, .is-bad { --tone: var(--bad) } .warning { --tone: var(--warn) } .notice { --tone: var(--note) }
.rule { border-left: .25rem solid var(--tone); padding: .1rem 0 .1rem .9rem; margin: 1.2rem 0 }
.badge { color: var(--tone); border: 1px solid var(--tone); border-radius: .3rem; padding: 0 .4rem; font-size: .85rem }
.rule > p { margin: .3rem 0 } details { margin: .3rem 0 } summary { cursor: pointer; color: var(--faint) }
details > div { background: var(--soft); padding: .6rem .9rem; margin-top: .3rem } pre { overflow-x: auto }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0 } dt { color: var(--faint) } dd { margin: 0; overflow-wrap: anywhere }
.findings th:first-child { width: 55% } .findings td:nth-child(2) { width: 45% } bdi { font-family: ui-monospace, monospace; font-size: .93em; display: inline-block; max-width: 100%; max-height: 6em; overflow-y: auto; vertical-align: top }
a { color: inherit } input { margin-left: 1rem } input:first-of-type { margin-left: 0 }
#show-error:not(:checked) ~ .error, #show-warning:not(:checked) ~ .warning, #show-notice:not(:checked) ~ .notice { display: none }
@media (max-width: 50rem) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: .4rem } .findings td:nth-child(2) { width: auto } }
)";

// A name from the model: isolated, so that its direction of writing ends where it ends.
std::string name_html(std::string_view name) { return fmt::format("<bdi>\"{}\"</bdi>", html_text(name)); }

// A line of a spec page, or a hint: what stands in backticks is code.
std::string line_html(std::string_view line) {
  std::string out;
  for (bool code = false; !line.empty(); code = !code) {
    const std::string_view piece = line.substr(0, line.find('`'));
    const std::string text = html_text(piece);
    out += code ? fmt::format("<code>{}</code>", text) : text;
    line.remove_prefix(std::min(piece.size() + 1, line.size()));
  }
  return out;
}

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

std::string group_html(const FindingGroup& group, const Graph* graph, std::span<const Requirement> all) {
  const Requirement* requirement = find_requirement(all, group.rule);
  const std::size_t shown = std::min(group.findings.size(), html_findings_shown), left = group.findings.size() - shown;
  const auto row = [&](const Finding* finding) {
    return fmt::format("<tr><td>{}<br><small>{}</small></td><td>{}</td></tr>\n", html_text(finding->message),
                       line_html(finding->hint), place_of(*finding, graph, name_html));
  };
  const char* severity = name_of(group.severity);
  return fmt::format(
      R"(<section class="rule {0}" id="{0}-{1}"><h3><span class="badge">{0}</span> <code>{1}</code> <small>{2}</small></h3>
{3}<table class="findings"><thead><tr><th>What, and what to do</th><th>Where</th></tr></thead><tbody>
{4}</tbody></table>
{5}</section>
)",
      severity, html_text(group.rule), counted(group.findings.size(), "finding"),
      requirement != nullptr ? requirement_html(*requirement) : "",
      joined(std::span(group.findings).first(shown), "", row),
      left == 0 ? "" : fmt::format("<p>And {} more; JSON and SARIF reports list all.</p>\n", left));
}

std::string findings_html(const CheckReport& report) {
  const std::vector<FindingGroup> groups = groups_of(report.findings);
  if (groups.empty()) return "<h2>Findings</h2>\n<p>None.</p>\n";
  const std::vector<Requirement> all = requirements(pages());
  const auto counts = counts_of(report.findings);
  std::string out = "<h2>Findings</h2>\n";
  for (const Severity severity : severities)
    if (const std::size_t count = counts[static_cast<std::size_t>(severity)]; count > 0)
      out += fmt::format("<input type=\"checkbox\" id=\"show-{0}\" checked><label for=\"show-{0}\"> {1}</label>\n",
                         name_of(severity), counted(count, name_of(severity)));
  if (groups.size() > 1)
    out += fmt::format("<ul>\n{}</ul>\n", joined(groups, "", [](const FindingGroup& group) {
                         return fmt::format("<li><a href=\"#{0}-{1}\"><code>{1}</code></a> {2}</li>\n",
                                            name_of(group.severity), html_text(group.rule),
                                            counted(group.findings.size(), name_of(group.severity)));
                       }));
  return out + joined(groups, "", [&](const FindingGroup& group) { return group_html(group, report.graph, all); });
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

std::string cells(const std::string& name, const std::optional<DType>& type, const std::optional<Shape>& shape) {
  return fmt::format("<td>{}</td><td>{}</td><td>{}</td>", name_html(name), type ? info(*type).name : "no type declared",
                     shape ? to_string(*shape) : "no shape declared");
}

std::string model_html(const CheckReport& report) {
  const std::string profile =
      fmt::format("<dt>Profile</dt><dd>{} ({})</dd>", html_text(report.profile->id), html_text(report.profile->title));
  if (report.graph == nullptr) return fmt::format("<h2>Model</h2>\n<dl>{}</dl>\n", profile);
  const Graph& graph = *report.graph;
  std::uint64_t bytes = 0;
  for (const Initializer& initializer : graph.initializers) bytes += initializer.constant.bytes.size();
  std::string out = fmt::format(
      "<h2>Model</h2>\n<dl>{}<dt>Operator set</dt><dd>{}</dd><dt>Nodes</dt><dd>{}</dd><dt>Values</dt><dd>{}</dd>"
      "<dt>Initializers</dt><dd>{}, {}</dd></dl>\n",
      profile, graph.opset, graph.nodes.size(), graph.values.size(), graph.initializers.size(), counted(bytes, "byte"));

  constexpr const char* header = "<th>Name</th><th>Type</th><th>Shape</th>";
  const auto declared = [&](const std::vector<std::uint32_t>& list) {
    return [&](std::size_t i) {
      const Value& value = graph.values[list[i]];
      return cells(value.name, value.type, value.shape);
    };
  };
  out += list_html("Inputs", header, graph.inputs.size(), declared(graph.inputs));
  out += list_html("Outputs", header, graph.outputs.size(), declared(graph.outputs));
  return out + list_html("Initializers", "<th>Name</th><th>Type</th><th>Shape</th><th>Bytes</th>",
                         graph.initializers.size(), [&](std::size_t i) {
                           const Initializer& item = graph.initializers[i];
                           return cells(graph.values[item.value].name, item.constant.type, item.constant.shape) +
                                  fmt::format("<td>{}</td>", counted(item.constant.bytes.size(), "byte"));
                         });
}

}  // namespace

std::string check_html(const CheckReport& report) {
  const std::string summary = check_summary(report);  // "… to PROFILE: counts"
  const std::size_t colon = summary.find(": ");
  const std::string body = fmt::format(
      "<header class=\"verdict {}\"><h1><bdi>{}</bdi></h1><strong>{}</strong><p>{}</p></header>\n{}{}<p><small>Made by "
      "etalon "
      "{}. <code>etalon explain TAG</code> tells more of a rule.</small></p>\n",
      report.conformant ? "is-good" : "is-bad", html_text(report.model), html_text(summary.substr(0, colon)),
      html_text(summary.substr(colon + 2)), findings_html(report), model_html(report), ETALON_VERSION);
  return html_page(fmt::format("{}: etalon check", report.model), style, body);
}

}  // namespace etalon::impl
