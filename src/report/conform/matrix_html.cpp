// SPDX-License-Identifier: Apache-2.0
// Floor 9. See html.hpp: operators by types, and requirements.
#include <fmt/format.h>

#include <span>

#include "report/conform/html.hpp"
#include "report/evidence/requirements.hpp"
#include "report/page/escape.hpp"
#include "report/page/figures.hpp"
#include "report/page/findings.hpp"
#include "report/page/html.hpp"
#include "report/page/joined.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t matrix_rows = 500;  // so that a page stays below some megabytes

constexpr CaseVerdict matrix_verdicts[] = {CaseVerdict::conforms,  CaseVerdict::refused,     CaseVerdict::violates,
                                           CaseVerdict::fault,     CaseVerdict::unsupported, CaseVerdict::partly_judged,
                                           CaseVerdict::not_judged};

std::string cell_html(const Tally& tally) {
  if (tally.cases == 0) return "<td></td>";
  std::string inside;
  for (const CaseVerdict verdict : matrix_verdicts)
    if (const std::uint64_t count = tally.of(verdict); count > 0)
      inside += fmt::format("<span class=\"{}\" title=\"{}\">{}{}</span> ", look_of(verdict).tone,
                            look_of(verdict).name, look_of(verdict).sign, count);
  return fmt::format("<td class=\"{}\">{}</td>", look_of(gravest(tally)).tone, inside);
}

std::string legend_html() {
  return fmt::format(
      "<table class=\"legend\"><thead><tr><th scope=\"col\">Sign</th><th scope=\"col\">Meaning</th></tr></thead>"
      "<tbody>\n{}</tbody></table>\n",
      joined(matrix_verdicts, "", [](CaseVerdict verdict) {
        const CaseLook& look = look_of(verdict);
        return fmt::format("<tr><td class=\"{}\">{} {}</td><td>{}</td></tr>\n", look.tone, look.sign, look.name,
                           look.meaning);
      }));
}

// What the cases of a requirement come to.
enum class TagVerdict : std::uint8_t { violated, partly, met, open };
constexpr struct {
  const char *words, *tone;
} tag_looks[] = {{"✗ violated", "is-bad"},
                 {"◐ met where it was judged", "is-note"},
                 {"✓ met", "is-good"},
                 {"? not judged", "is-warn"}};

TagVerdict verdict_on(const Tally& tally) {
  const std::uint64_t good = tally.of(CaseVerdict::conforms) + tally.of(CaseVerdict::refused);
  if (is_failure(gravest(tally))) return TagVerdict::violated;
  return good == 0 ? TagVerdict::open : good < tally.cases ? TagVerdict::partly : TagVerdict::met;
}

std::string requirement_row(const std::string& tag, const Tally& tally, std::span<const Requirement> known) {
  const Requirement* requirement = find_requirement(known, tag);
  const auto& look = tag_looks[static_cast<std::size_t>(verdict_on(tally))];
  std::string counts;
  for (const CaseVerdict verdict : matrix_verdicts) counts += count_cell(look_of(verdict).name, tally.of(verdict));
  return fmt::format("<tr><th scope=\"row\"><code>{}</code>{}</th><td data-h=\"Verdict\" class=\"{}\">{}</td>{}</tr>\n",
                     html_text(tag),
                     requirement == nullptr ? "" : fmt::format("<p>{}</p>", line_html(requirement->title)), look.tone,
                     look.words, counts);
}

}  // namespace

std::string matrix_html(const ConformResults& results) {
  constexpr std::size_t unknown = dtype_count;  // the column of cases whose types are not stated
  std::map<std::string, std::array<Tally, dtype_count + 1>> operators;
  std::array<bool, dtype_count + 1> shown{};
  for (unsigned k = 0; k < dtype_count; ++k) shown[k] = dtype_table[k].onnx != 0;
  for (const ConformRow& row : results.rows) {
    auto& tallies = operators[short_operator(row.one.operation)];
    bool known = false;
    for (const std::string& name : row.one.types)
      if (const DTypeInfo* type = find_dtype(name)) {
        tallies[static_cast<std::size_t>(type->id)].add(row);
        known = true;
      }
    if (known) continue;
    tallies[unknown].add(row);
    shown[unknown] = true;
  }
  std::string head, rows;
  for (std::size_t k = 0; k <= unknown; ++k)
    if (shown[k]) head += fmt::format("<th scope=\"col\">{}</th>", k == unknown ? "not stated" : dtype_table[k].name);
  std::size_t count = 0;
  for (const auto& [name, tallies] : operators) {
    if (count++ == matrix_rows) break;
    rows += fmt::format("<tr><th scope=\"row\">{}</th>", html_text(name));
    for (std::size_t k = 0; k <= unknown; ++k)
      if (shown[k]) rows += cell_html(tallies[k]);
    rows += "</tr>\n";
  }
  return fmt::format(
      "<h2 id=\"matrix\">Operators by type</h2>\n<p>Cases, each by what it says of the peer. A case with operands or "
      "results of several types counts for each of them. An empty cell has no case.</p>\n{}<div class=\"wide\" "
      "tabindex=\"0\" role=\"region\" aria-label=\"Operators by type\"><table class=\"matrix\"><thead><tr><th "
      "scope=\"col\">Operator</th>{}</tr></thead><tbody>\n{}</tbody></table></div>\n{}",
      legend_html(), head, rows,
      operators.size() > matrix_rows
          ? fmt::format("<p>And {} more.</p>\n", counted(operators.size() - matrix_rows, "operator"))
          : "");
}

std::string requirements_html(const ConformResults& results) {
  std::map<std::string, Tally> tallies;
  for (const ConformRow& row : results.rows)
    for (const std::string& tag : row.one.requirements) tallies[tag].add(row);
  std::string out = "<h2 id=\"requirements\">Requirements</h2>\n";
  if (tallies.empty()) return out + "<p>The cases do not state which requirements they are about.</p>\n";
  out +=
      "<p>By what their cases come to. A case is about several requirements, and one that fails counts against each of "
      "them: the list of cases says what is wrong.</p>\n";
  const std::vector<Requirement> known = requirements(pages());
  std::array<std::string, std::size(tag_looks)> rows;
  std::array<std::size_t, std::size(tag_looks)> counts{};
  for (const auto& [tag, tally] : tallies) {
    const auto verdict = static_cast<std::size_t>(verdict_on(tally));
    rows[verdict] += requirement_row(tag, tally, known);
    ++counts[verdict];
  }
  const std::string head = joined(matrix_verdicts, "", [](CaseVerdict verdict) {
    return fmt::format("<th scope=\"col\">{}</th>", look_of(verdict).name);
  });
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (counts[k] > 0)
      out += fmt::format(
          "<details{}><summary class=\"{}\">{}: {}</summary><table class=\"tags\"><thead><tr><th "
          "scope=\"col\">Requirement</th><th scope=\"col\">Verdict</th>{}</tr></thead><tbody>\n{}</tbody></table>"
          "</details>\n",
          static_cast<TagVerdict>(k) == TagVerdict::violated ? " open" : "", tag_looks[k].tone, tag_looks[k].words,
          counts[k], head, rows[k]);
  return out;
}

}  // namespace etalon::impl
