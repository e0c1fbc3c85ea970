// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: the cover page, which is read first and leads to the other files.
#include <fmt/format.h>

#include <map>

#include "report/evidence/release.hpp"
#include "report/evidence/report.hpp"
#include "report/page/escape.hpp"
#include "report/page/findings.hpp"
#include "report/page/html.hpp"
#include "report/page/joined.hpp"

namespace etalon::impl {
namespace {

constexpr std::string_view style =
    R"(h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere } h2 { margin: 2.5rem 0 .6rem; font-size: 1.2rem; border-bottom: 2px solid var(--line); padding-bottom: .2rem }
h3 { margin: 1.4rem 0 .3rem; font-size: 1.05rem } a { color: var(--note) } .claim { background: var(--soft); border-left: .4rem solid var(--warn); padding: .6rem 1rem; margin: 1rem 0 }
p, li { overflow-wrap: anywhere } nav { margin: .8rem 0 } nav a { margin-right: 1rem; display: inline-block } .lead { color: var(--faint); margin: .2rem 0 0 }
.parts { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: .8rem; margin: 1rem 0 }
.part { border: 1px solid var(--line); border-top: .3rem solid var(--tone); padding: .6rem .8rem } .part h3 { margin: 0 } .part p { margin: .3rem 0; overflow-wrap: anywhere } .part strong { color: var(--tone) }
.t-good { --tone: var(--good) } .t-bad { --tone: var(--bad) } .t-open { --tone: var(--warn) } .t-none { --tone: var(--faint) }
.hash { font: .85em/1.35 ui-monospace, monospace; overflow-wrap: anywhere } .id { white-space: nowrap; width: 7rem } .num { text-align: right; width: 8.5rem }
.badge { border: 1px solid var(--tone); color: var(--tone); border-radius: .3rem; padding: 0 .4rem; font-size: .85rem; white-space: nowrap } td p { margin: 0 0 .35rem }
.verb th { white-space: nowrap } .crit { width: 6rem } .lvl { width: 10rem } .tested { width: 5.5rem } .verb { border-left: .25rem solid var(--line); padding-left: .9rem; margin: 1.2rem 0 } .verb h3 { margin-top: 0 } .verb table + table { margin-top: 1rem } details { margin: .5rem 0 } summary { cursor: pointer }
li { margin: .2rem 0 } .todo { list-style: none; padding-left: .2rem } .todo li::before { content: "\2610\00a0\00a0" }
@media (max-width: 50rem) { .id, .num, .crit, .lvl, .tested { width: auto; text-align: left } td[data-name]::before { content: attr(data-name) ": "; color: var(--faint) } }
@media print { details:not([open]) > * { display: block } nav { display: none } .part, tr { break-inside: avoid } }
)";

// Colour is never the only sign.
struct Look {
  const char *tone, *mark;
};
Look look_of(EvidencePart::Standing standing) {
  static constexpr Look looks[] = {{"t-good", "\u2713"}, {"t-bad", "\u2717"}, {"t-open", "?"}, {"t-none", "\u2013"}};
  return looks[static_cast<unsigned>(standing)];
}

std::string link_html(const std::string& file) { return fmt::format("<a href=\"{0}\">{0}</a>", html_text(file)); }

std::string part_html(const EvidencePart& part) {
  const Look look = look_of(part.standing);
  std::string out = fmt::format("<div class=\"part {}\"><h3>{}</h3><p><strong>{} {}</strong></p>", look.tone,
                                html_text(part.title), look.mark, html_text(part.verdict));
  if (!part.detail.empty()) out += "<p>" + html_text(part.detail) + "</p>";
  if (!part.digest.empty())
    out += fmt::format("<p>Digest of all outputs:<br><span class=\"hash\">{}</span></p>", part.digest);
  if (!part.files.empty()) out += "<p>" + joined(part.files, " ", link_html) + "</p>";
  return out + "</div>\n";
}

EvidencePart problems_part(const EvidenceReport& report) {
  const std::size_t open = open_problems(report);
  EvidencePart part{"", "Known problems", open == 0 ? EvidencePart::Standing::good : EvidencePart::Standing::open, {}};
  part.verdict =
      fmt::format("{} of this version {} the model", counted(open, "problem"), open == 1 ? "touches" : "touch");
  part.detail = "Assess each of them for your use.";
  part.files = {"known_problems.json"};
  return part;
}

std::string hash_row(const std::string& what, const std::string& name, const std::string& sha256) {
  return fmt::format("<tr><td>{}</td><td data-name=\"name\"><bdi>{}</bdi></td><td class=\"hash\">{}</td></tr>\n",
                     html_text(what), html_text(name), sha256);
}

std::string hashes_html(const std::string& rows) {
  return "<table><thead><tr><th>What</th><th>Name</th><th>SHA-256</th></tr></thead><tbody>\n" + rows +
         "</tbody></table>\n";
}

std::string configuration_html(const EvidenceReport& report) {
  std::string rows, libraries;
  for (const HashedFile& file : report.program)
    (file.role == "library" ? libraries : rows) += hash_row(file.role, file.name, file.sha256);
  rows += hash_row("specification", "all pages of this program", report.specification_sha256);
  rows += hash_row("profile", report.identity.profile + " (" + report.profile_title + ")", report.profile_sha256);
  for (const HashedFile& file : report.identity.files) rows += hash_row(file.role, file.name, file.sha256);
  if (!libraries.empty())
    libraries =
        fmt::format("<details><summary>Libraries that the executable is linked with: {}</summary>{}</details>\n",
                    report.program.size() - 1, hashes_html(libraries));
  std::string rules = fmt::format("profile {}", report.identity.profile);
  if (!report.identity.accumulation.empty()) rules += ", accumulation " + report.identity.accumulation;
  for (const BoundPart& part : report.identity.bindings)
    rules += fmt::format(", {} {} bound to {}", part.kind, part.name, part.value.empty() ? "a file" : part.value);
  std::string names = fmt::format("{}", fmt::join(report.operators, ", "));
  if (!report.other_operators.empty())
    names +=
        fmt::format("{}not known to Etalon: {}", names.empty() ? "" : "; ", fmt::join(report.other_operators, ", "));
  return fmt::format(
      "<h2 id=\"configuration\">Configuration index</h2>\n<p>{}; {}. Operators of the model: {}.</p>\n{}{}",
      html_text(tool_text()), html_text(rules), names.empty() ? "none" : html_text(names), hashes_html(rows),
      libraries);
}

// How far the requirements are backed, by what they apply for.
std::string trace_html(const EvidenceReport& report) {
  std::map<std::string, Trace> groups;
  for (const TraceRow& row : report.trace.rows) groups[row.because].rows.push_back(row);
  const auto tests = [&](const TraceCounts& counts) {
    return report.tests_given ? std::to_string(counts.tested) : "not given";
  };
  const auto row = [&](const std::string& name, const TraceCounts& counts) {
    return fmt::format(
        "<tr><td>{}</td><td class=\"num\" data-name=\"requirements\">{}</td><td class=\"num\" data-name=\"tested\">{}"
        "</td><td class=\"num\" data-name=\"proved\">{}</td><td class=\"num\" data-name=\"with "
        "vectors\">{}</td></tr>\n",
        html_text(name), counts.requirements, tests(counts), counts.proved, counts.with_vectors);
  };
  std::string rows;
  for (const auto& [name, trace] : groups) rows += row(name, counts_of(trace));
  std::string gaps;
  if (report.tests_given && !report.trace.gaps.empty())
    gaps = fmt::format(
        "<details><summary class=\"bad\">{}</summary><ul>{}</ul></details>\n", counted(report.trace.gaps.size(), "gap"),
        joined(report.trace.gaps, "", [](const auto& gap) { return "<li>" + html_text(gap) + "</li>\n"; }));
  return fmt::format(
      "<h2 id=\"trace\">Requirements that apply</h2>\n<p>{}. {} has each with its text, code, tests, proofs and "
      "vectors.</p>\n{}{}<table><thead><tr><th>Applies because of</th><th class=\"num\">Requirements</th><th "
      "class=\"num\">Tested</th><th class=\"num\">Proved</th><th class=\"num\">With vectors</th></tr></thead><tbody>\n"
      "{}{}</tbody></table>\n",
      html_text(trace_sentence(report)), link_html("trace.html"), release_html(report.trace), gaps, rows,
      row("all of them", counts_of(report.trace)));
}

std::string problem_html(const KnownProblem& problem) {
  const bool open = problem.is_open(ETALON_VERSION);
  return fmt::format(
      "<tr><td class=\"id\"><code>{}</code><br><span class=\"badge {}\">{}</span></td><td><p><b>{}</b></p><p>{}</p>"
      "<p><small>Workaround:</small> {}</p></td><td data-name=\"touches\">{}<br><small>{}; {}{}</small></td></tr>\n",
      html_text(problem.id), open ? "t-open" : "t-good", open ? html_text(problem.kind) : "\u2713 corrected",
      line_html(problem.title), line_html(problem.description), line_html(problem.workaround),
      problem.touches("*") ? "all operators" : html_text(fmt::format("{}", fmt::join(problem.operators, ", "))),
      html_text(fmt::format("{}", fmt::join(problem.verbs, ", "))), "from " + html_text(problem.from),
      problem.fixed.empty() ? "" : " until " + html_text(problem.fixed));
}

std::string problems_html(const EvidenceReport& report) {
  std::string open, corrected;
  for (const KnownProblem& problem : report.problems)
    (problem.is_open(ETALON_VERSION) ? open : corrected) += problem_html(problem);
  constexpr std::string_view head =
      "<table><thead><tr><th>Problem</th><th>What, and what to do</th><th>Touches</th></tr></thead><tbody>\n";
  const std::size_t count = open_problems(report);
  std::string out = fmt::format(
      "<h2 id=\"problems\">Known problems that touch this model</h2>\n<p>{} of this version, and {} of earlier ones "
      "that were corrected ({}). Assess each for your use.</p>\n",
      counted(count, "open problem"), report.problems.size() - count, link_html("known_problems.json"));
  if (!open.empty()) out += fmt::format("{}{}</tbody></table>\n", head, open);
  if (!corrected.empty())
    out += fmt::format("<details><summary>Corrected: {}</summary>{}{}</tbody></table></details>\n",
                       report.problems.size() - count, head, corrected);
  return out;
}

std::string verb_html(const ToolVerb& verb, bool tests_given) {
  const auto requirement = [&](const ToolRequirement& one) {
    return fmt::format(
        "<tr><td class=\"id\"><code>{}</code></td><td>{}<br><small>{}</small></td><td "
        "data-name=\"tested\">{}</td></tr>\n",
        html_text(one.id), line_html(one.text), html_text(fmt::format("{}", fmt::join(one.tags, ", "))),
        tests_given ? fmt::format("{} of {}", one.tested, one.tags.size()) : "not given");
  };
  const auto use = [](const ToolUse& one) {
    return fmt::format(
        "<tr><td>{}</td><td data-name=\"criterion\">{}</td><td data-name=\"level\">{}</td><td>{}</td></tr>\n",
        html_text(one.use), one.criterion ? std::to_string(*one.criterion) : "none", levels_text(one),
        html_text(one.argument));
  };
  return fmt::format(
      "<section class=\"verb\"><h3>etalon {}</h3><p>{}</p>\n<table><thead><tr><th>Requirement</th><th>What it "
      "promises, "
      "and the requirements that state it</th><th "
      "class=\"tested\">Tested</th></tr></thead><tbody>\n{}</tbody></table>\n"
      "<table><thead><tr><th>Use</th><th class=\"crit\">Criterion</th><th "
      "class=\"lvl\">Level</th><th>Argument</th></tr></thead><tbody>\n{}</tbody>"
      "</table>\n{}</section>\n",
      html_text(verb.verb), html_text(verb.done), joined(verb.requirements, "", requirement),
      joined(verb.uses, "", use),
      verb.user.empty()
          ? ""
          : "<p><small>Left to you:</small></p><ul class=\"todo\">" +
                joined(verb.user, "", [](const auto& item) { return "<li>" + html_text(item) + "</li>"; }) + "</ul>");
}

std::string qualification_html(const EvidenceReport& report) {
  return fmt::format(
      "<h2 id=\"qualification\">Tool operational requirements, criterion and level</h2>\n<p>What each verb promises, "
      "what "
      "was run here, and how it would be classified under DO-178C section 12.2 and DO-330 in typical uses ({}). Your "
      "use "
      "decides.</p>\n{}{}",
      link_html("tool_requirements.json"), release_html(report.trace),
      joined(report.qualification.verbs, "",
             [&](const ToolVerb& verb) { return verb_html(verb, report.tests_given); }));
}

std::string files_html(const std::vector<EvidenceFile>& files) {
  return fmt::format(
      "<h2 id=\"files\">Files</h2>\n<p>configuration.json is the index of all files as data, with the SHA-256 of this "
      "page. "
      "SHA256SUMS has the SHA-256 of every file but itself: <code>sha256sum -c SHA256SUMS</code> verifies the "
      "folder.</p>\n"
      "<table><thead><tr><th>File</th><th>What it is</th><th>SHA-256</th></tr></thead><tbody>\n{}</tbody></table>\n",
      joined(files, "", [](const EvidenceFile& file) {
        return fmt::format("<tr><td>{}</td><td>{}</td><td class=\"hash\">{}</td></tr>\n", link_html(file.name),
                           html_text(file.what), file.sha256());
      }));
}

}  // namespace

std::string evidence_html(const EvidenceReport& report, const std::vector<EvidenceFile>& files) {
  const auto item = [](const std::string& text) { return "<li>" + html_text(text) + "</li>\n"; };
  const std::string body = fmt::format(
      R"(<h1>Evidence on <bdi>{}</bdi></h1>
<p class="lead">Profile {}, {}</p>
<nav><a href="#configuration">Configuration</a><a href="#trace">Requirements</a><a href="#problems">Known problems</a><a href="#qualification">Tool requirements</a><a href="#user">Left to you</a><a href="#files">Files</a></nav>
<div class="parts">
{}</div>
<div class="claim">{}</div>
{}{}{}{}<h2 id="user">Left to you</h2>
<p>What a qualification file needs and no tool can give.</p>
<ul class="todo">
{}</ul>
{})",
      html_text(report.model), html_text(report.identity.profile), html_text(tool_text()),
      joined(report.parts, "", part_html) + part_html(problems_part(report)), html_text(report.qualification.claim),
      configuration_html(report), trace_html(report), problems_html(report), qualification_html(report),
      joined(report.qualification.user, "", item), files_html(files));
  return html_page(report.model + ": evidence", style, body);
}

}  // namespace etalon::impl
