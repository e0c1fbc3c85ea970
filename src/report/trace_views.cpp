// SPDX-License-Identifier: Apache-2.0
// Floor 9. The trace matrix as text, JSON and one HTML page.
#include <fmt/format.h>

#include "report/escape.hpp"
#include "report/findings.hpp"
#include "report/html.hpp"
#include "report/identity.hpp"
#include "report/joined.hpp"
#include "report/trace.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t few = 6;  // of a list that is shown unfolded

std::string outdated(const Trace& trace) {
  const std::size_t count = trace.outdated.size();
  return count == 0 ? ""
                    : fmt::format("Evidence of {} {} is from before the last build and does not count.", count,
                                  count == 1 ? "test or proof" : "tests and proofs");
}

std::string goals_text(const Proof& proof) {
  return proof.goals.empty() ? "" : fmt::format(" ({})", fmt::join(proof.goals, ", "));
}

const char* verdict_text(const Proof& proof) {
  return !proof.proved ? "no result at hand" : *proof.proved ? "proved" : "NOT proved";
}

std::string proof_json(const Proof& proof) {
  return fmt::format(R"({{"file":{},"goals":[{}],"proved":{}}})", json_string(proof.file),
                     joined(proof.goals, ",", json_string),
                     !proof.proved   ? "null"
                     : *proof.proved ? "true"
                                     : "false");
}

// A list of lines under a heading, if it has one, folded where it is long; nothing where it is empty.
std::string list_html(const char* heading, const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  const std::string all = fmt::format("{}", fmt::join(lines, "<br>"));
  if (lines.size() <= few && *heading == '\0') return all;
  if (lines.size() <= few) return fmt::format("<p><small>{}</small><br>{}</p>", heading, all);
  return fmt::format("<details><summary>{}: {}</summary>{}</details>", *heading == '\0' ? "Places" : heading,
                     lines.size(), all);
}

std::string evidence_html(const TraceRow& row) {
  std::vector<std::string> tests, proofs, vectors;
  for (const Evidence& test : row.tests)
    tests.push_back(fmt::format("<span class=\"{}\">{}</span>", test.passed ? "good" : "bad", html_text(test.test)));
  for (const Proof& proof : row.proofs)
    proofs.push_back(fmt::format("<span class=\"{}\">{}{}: {}</span>",
                                 !proof.proved   ? "open"
                                 : *proof.proved ? "good"
                                                 : "bad",
                                 html_text(proof.file), html_text(goals_text(proof)), verdict_text(proof)));
  for (const std::string& name : row.vectors) vectors.push_back(html_text(name));
  return list_html("Tests", tests) + list_html("Proofs", proofs) + list_html("Vectors", vectors);
}

// What the page says of it, folded; the title stands before.
std::string text_html(const Requirement& requirement) {
  return requirement.text.empty()
             ? ""
             : fmt::format("<details><summary>{}</summary><pre>{}</pre></details>",
                           html_text(place(requirement.page, requirement.line)), html_text(requirement.text));
}

std::string row_html(const TraceRow& row) {
  std::vector<std::string> code;
  for (const Citation& cited : row.code) code.push_back(html_text(place(cited.file, cited.line)));
  return fmt::format(
      "<tr><td><code id=\"{0}\">{0}</code>{1}</td><td>{2}{3}</td><td "
      "class=\"by\">{4}</td><td>{5}</td><td>{6}</td></tr>\n",
      html_text(row.requirement.tag), row.because.empty() ? "" : "<br><small>" + html_text(row.because) + "</small>",
      line_html(row.requirement.title), text_html(row.requirement), row.backing(), evidence_html(row),
      list_html("", code));
}

constexpr std::string_view style =
    R"(td p { margin: 0 0 .4rem } summary { cursor: pointer; color: var(--faint) } pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .3rem 0 }
td:first-child { width: 17% } td:nth-child(2) { width: 32% } .by { width: 7% } td:nth-child(4) { width: 26% }
.open { color: var(--faint) } .open::before { content: "?\00a0" }
@media (max-width: 50rem) { td, td:first-child, td:nth-child(2), td:nth-child(4), .by { width: auto } .by::before { content: "Backed by: "; color: var(--faint) } }
)";

}  // namespace

std::string trace_summary(const Trace& trace) {
  std::size_t proved = 0;
  for (const TraceRow& row : trace.rows) proved += row.backing().starts_with("proof");
  return fmt::format(
      "{}, evidence of {} and {} of proofs, {} with a proof{}, {}", counted(trace.rows.size(), "requirement"),
      counted(trace.tests, "test"), counted(trace.proofs, "file"), proved,
      trace.vectors == 0 ? "" : ", " + counted(trace.vectors, "vector"), counted(trace.gaps.size(), "gap"));
}

std::string trace_text(const Trace& trace) {
  std::string out;
  for (const TraceRow& row : trace.rows) {
    const Requirement& requirement = row.requirement;
    out += fmt::format("{}\n  {}\n  spec  {}\n  by    {}\n", requirement.tag, requirement.title,
                       place(requirement.page, requirement.line), row.backing());
    for (const Citation& code : row.code) out += fmt::format("  code  {}\n", place(code.file, code.line));
    for (const Evidence& test : row.tests)
      out += fmt::format("  test  {}{}\n", test.test, test.passed ? "" : "  FAILED");
    for (const Proof& proof : row.proofs)
      out += fmt::format("  proof {}{}: {}\n", proof.file, goals_text(proof), verdict_text(proof));
    if (!row.vectors.empty())
      out += fmt::format("  {}, the first is {}\n", counted(row.vectors.size(), "vector"), row.vectors.front());
  }
  for (const std::string& gap : trace.gaps) out += "gap: " + gap + "\n";
  if (!trace.outdated.empty()) out += "note: " + outdated(trace) + "\n";
  return out + identity_text({}) + trace_summary(trace) + "\n";
}

std::string trace_json(const Trace& trace, const Identity& identity) {
  const auto requirement = [](const TraceRow& row) {
    return fmt::format(
        R"({{"tag":{},"title":{},"spec":{},"text":{},{}"by":{},"code":[{}],"tests":[{}],"proofs":[{}],"vectors":[{}]}})",
        json_string(row.requirement.tag), json_string(row.requirement.title),
        json_string(place(row.requirement.page, row.requirement.line)), json_string(row.requirement.text),
        row.because.empty() ? "" : fmt::format("\"because\":{},", json_string(row.because)), json_string(row.backing()),
        joined(row.code, ",", [](const Citation& code) { return json_string(place(code.file, code.line)); }),
        joined(row.tests, ",",
               [](const Evidence& test) {
                 return fmt::format(R"({{"name":{},"passed":{}}})", json_string(test.test), test.passed);
               }),
        joined(row.proofs, ",", proof_json), joined(row.vectors, ",", json_string));
  };
  return fmt::format("{{{},\n\"requirements\":[\n{}\n],\"outdated\":[{}],\"gaps\":[{}]}}\n",
                     identity_json("etalon-trace-1", identity), joined(trace.rows, ",\n", requirement),
                     joined(trace.outdated, ",", json_string), joined(trace.gaps, ",", json_string));
}

std::string trace_html(const Trace& trace, const Identity& identity) {
  const auto gap = [](const std::string& text) { return "<li class=\"bad\">" + html_text(text) + "</li>\n"; };
  const std::string body = fmt::format(
      R"(<h1>Requirements and their evidence</h1>
<p>{}</p>
<p>{}</p>
<ul>{}</ul>
<table><thead><tr><th>Requirement</th><th>Statement</th><th>Backed by</th><th>Evidence</th><th>Code</th></tr></thead><tbody>
{}</tbody></table>
{})",
      trace_summary(trace), outdated(trace), joined(trace.gaps, "", gap), joined(trace.rows, "", row_html),
      identity_html(identity));
  return html_page("Etalon trace", style, body);
}

}  // namespace etalon::impl
