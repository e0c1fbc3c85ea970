// SPDX-License-Identifier: Apache-2.0
// Floor 9. The trace matrix as text, JSON and one HTML page.
#include <fmt/format.h>

#include "report/evidence/release.hpp"
#include "report/page/escape.hpp"
#include "report/page/findings.hpp"
#include "report/page/html.hpp"
#include "report/page/identity.hpp"
#include "report/page/joined.hpp"

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

// A list of lines under a heading, if it has one, folded where it is long; nothing where it is empty.
std::string list_html(const char* heading, const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  std::string all = fmt::format("{}", fmt::join(lines, "<br>"));
  if (lines.size() <= few && *heading == '\0') return all;
  if (lines.size() <= few) return fmt::format("<p><small>{}</small><br>{}</p>", heading, all);
  return fmt::format("<details><summary>{}: {}</summary>{}</details>", *heading == '\0' ? "Places" : heading,
                     lines.size(), all);
}

std::string evidence_html(const TraceRow& row, bool of_release) {
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
  const auto listed = [&](const std::string& kind, const std::vector<std::string>& lines) {
    return list_html((kind + (of_release ? " of the release" : "")).c_str(), lines);
  };
  return listed("Tests", tests) + listed("Proofs", proofs) + listed("Vectors", vectors);
}

// What the page says of it, folded; the title stands before.
std::string text_html(const Requirement& requirement) {
  return requirement.text.empty()
             ? ""
             : fmt::format("<details><summary>{}</summary><pre>{}</pre></details>",
                           html_text(place(requirement.page, requirement.line)), html_text(requirement.text));
}

std::string row_html(const TraceRow& row, bool of_release) {
  std::vector<std::string> code;
  for (const Citation& cited : row.code) code.push_back(html_text(place(cited.file, cited.line)));
  return fmt::format(
      "<tr><td><code id=\"{0}\">{0}</code>{1}</td><td>{2}{3}</td><td "
      "class=\"by\">{4}</td><td>{5}</td><td>{6}</td></tr>\n",
      html_text(row.requirement.tag), row.because.empty() ? "" : "<br><small>" + html_text(row.because) + "</small>",
      line_html(row.requirement.title), text_html(row.requirement), row.backing(), evidence_html(row, of_release),
      list_html("", code));
}

constexpr std::string_view trace_style =
    R"(td p { margin: 0 0 .4rem } summary { cursor: pointer; color: var(--faint) } pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .3rem 0 }
td:first-child { width: 17% } td:nth-child(2) { width: 32% } .by { width: 7% } td:nth-child(4) { width: 26% }
.open { color: var(--faint) } .open::before { content: "?\00a0" }
@media (max-width: 50rem) { td, td:first-child, td:nth-child(2), td:nth-child(4), .by { width: auto } .by::before { content: "Backed by: "; color: var(--faint) } }
)";

}  // namespace

std::string trace_summary(const Trace& trace) {
  std::size_t proved = 0;
  for (const TraceRow& row : trace.rows) proved += row.backing().starts_with("proof");
  return fmt::format("{}, evidence of {} and {} of proofs, {} with a proof{}, {}{}",
                     counted(trace.rows.size(), "requirement"), counted(trace.tests, "test"),
                     counted(trace.proofs, "file"), proved,
                     trace.vectors == 0 ? "" : ", " + counted(trace.vectors, "vector"),
                     counted(trace.gaps.size(), "gap"), trace.release.empty() ? "" : "; the release's own results");
}

std::string trace_text(const Trace& trace) {
  std::string out;
  const char* whose = trace.release.empty() ? "" : "  (of the release)";
  for (const TraceRow& row : trace.rows) {
    const Requirement& requirement = row.requirement;
    out += fmt::format("{}\n  {}\n  spec  {}\n  by    {}\n", requirement.tag, requirement.title,
                       place(requirement.page, requirement.line), row.backing());
    for (const Citation& code : row.code) out += fmt::format("  code  {}\n", place(code.file, code.line));
    for (const Evidence& test : row.tests)
      out += fmt::format("  test  {}{}{}\n", test.test, test.passed ? "" : "  FAILED", whose);
    for (const Proof& proof : row.proofs)
      out += fmt::format("  proof {}{}: {}{}\n", proof.file, goals_text(proof), verdict_text(proof), whose);
    if (!row.vectors.empty())
      out +=
          fmt::format("  {}, the first is {}{}\n", counted(row.vectors.size(), "vector"), row.vectors.front(), whose);
  }
  for (const std::string& gap : trace.gaps) out += "gap: " + gap + "\n";
  if (!trace.outdated.empty()) out += "note: " + outdated(trace) + "\n";
  if (!trace.release.empty()) out += release_text(trace) + "\n";
  return out + identity_text({}) + trace_summary(trace) + "\n";
}

namespace {

void write_row(JsonWriter& json, const TraceRow& row) {
  const Requirement& requirement = row.requirement;
  json.member("tag", requirement.tag).member("title", requirement.title);
  json.member("spec", place(requirement.page, requirement.line)).member("text", requirement.text);
  if (!row.because.empty()) json.member("because", row.because);
  json.member("by", row.backing()).array("code", [&] {
    for (const Citation& code : row.code) json.item(place(code.file, code.line));
  });
  json.array("tests", [&] {
    for (const Evidence& test : row.tests)
      json.object([&] { json.member("name", test.test).member("passed", test.passed); });
  });
  json.array("proofs", [&] {
    for (const Proof& proof : row.proofs)
      json.object([&] { json.member("file", proof.file).member("goals", proof.goals).member("proved", proof.proved); });
  });
  json.member("vectors", row.vectors);
}

}  // namespace

std::string trace_json(const Trace& trace, const Identity& identity) {
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-trace-1", identity);
    write_release(json, trace);
    json.line().array("requirements", [&] {
      for (const TraceRow& row : trace.rows) json.line().object([&] { write_row(json, row); });
      json.line();
    });
    json.member("outdated", trace.outdated).member("gaps", trace.gaps);
  });
}

std::string trace_html(const Trace& trace, const Identity& identity) {
  const auto row = [&](const TraceRow& one) { return row_html(one, !trace.release.empty()); };
  const auto gap = [](const std::string& text) { return "<li class=\"bad\">" + html_text(text) + "</li>\n"; };
  const std::string body = fmt::format(
      R"(<h1>Requirements and their evidence</h1>
<p>{}</p>
{}<p>{}</p>
<ul>{}</ul>
<table><thead><tr><th>Requirement</th><th>Statement</th><th>Backed by</th><th>Evidence</th><th>Code</th></tr></thead><tbody>
{}</tbody></table>
{})",
      trace_summary(trace), release_html(trace), outdated(trace), joined(trace.gaps, "", gap),
      joined(trace.rows, "", row), identity_html(identity));
  return html_page("Etalon trace", trace_style, body);
}

}  // namespace etalon::impl
