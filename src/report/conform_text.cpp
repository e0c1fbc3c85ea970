// SPDX-License-Identifier: Apache-2.0
// Floor 9. What a peer made of the cases, counted by operator and outcome: as text and as JSON.
#include <fmt/format.h>

#include "report/compare_report.hpp"
#include "report/conform_outcomes.hpp"
#include "report/escape.hpp"
#include "report/findings.hpp"
#include "report/identity.hpp"

namespace etalon::impl {

std::string conform_text(const ConformResults& results) {
  const Tallies found = tallies_of(results);
  std::string out = results.run.tool + "\n";
  out += fmt::format("peer {}\n{}, sha256 {}\n", printable(results.run.greeting), counted(results.run.cases, "case"),
                     results.run.vectors);
  if (results.run.part.of > 1) out += fmt::format("part {} of {}\n", results.run.part.index, results.run.part.of);
  out += counts_text(found.all) + "\n";
  if (!found.all.is_judged()) out += "no case was judged wholly\n";
  if (results.judged_share) out += share_text(found.all, *results.judged_share) + "\n";
  if (!results.run.tolerance.empty())
    out += fmt::format("tolerance {}: exceeded in {}\n", printable(results.run.tolerance),
                       counted(found.all.beyond_tolerance, "case"));
  std::vector<std::size_t> shown;  // columns with something in them
  for (std::size_t k = 0; k < outcome_count; ++k)
    if (found.all.outcomes[k] > 0) shown.push_back(k);
  const auto line = [&](const std::string& name, const Tally& tally) {
    // By characters, of which … is one and three bytes.
    const std::size_t extra = name.ends_with("…") ? 2 : 0;
    out +=
        fmt::format("{:<{}} {:>6}  {:>8}  {:>8}  {:>8}", name, 25 + extra, tally.cases, tally.of(CaseVerdict::conforms),
                    tally.of(CaseVerdict::violates), tally.of(CaseVerdict::partly_judged));
    for (const std::size_t k : shown)
      out += fmt::format("  {:>{}}", tally.outcomes[k] > 0 ? std::to_string(tally.outcomes[k]) : ".",
                         std::string_view(outcome_texts[k].name).size());
    out += fmt::format("  {:>20}\n", tally.ulp > 0 ? std::to_string(tally.ulp) : ".");
  };
  out += fmt::format("\n{:<25} {:>6}  {:>8}  {:>8}  {:>8}", "operator", "cases", "conform", "violate", "in part");
  for (const std::size_t k : shown) out += fmt::format("  {}", outcome_texts[k].name);
  out += fmt::format("  {:>20}\n", "largest ulp");
  std::map<std::string, Tally> rows;  // those whose short names are one are one row
  for (const auto& [name, tally] : found.by_operator) rows[short_operator(name)].add(tally);
  for (const auto& [name, tally] : rows) line(name, tally);
  line("all", found.all);
  const std::vector<CauseCount> causes = causes_of(results);
  if (!causes.empty()) out += "\nCauses of other bits, by cases:\n";
  for (const CauseCount& one : causes) out += fmt::format("{:>6}  {}\n", one.cases, one.cause);
  const std::vector<CauseCount> reasons = reasons_of(results);
  if (!reasons.empty()) out += "\nNot judged, or only in part, by cases:\n";
  for (const CauseCount& one : reasons) out += fmt::format("{:>6}  {}\n", one.cases, printable(one.cause));
  bool first = true;
  for (const ConformRow& row : results.rows) {
    if (!is_listed(row)) continue;
    out += fmt::format("{}{}  {}\n", first ? "\n" : "", printable(row.one.name), words_of(row));
    first = false;
  }
  return out;
}

std::string conform_json(const ConformResults& results) {
  const Tallies found = tallies_of(results);
  const auto tally_json = [](const Tally& tally) {
    std::string out =
        fmt::format(R"("cases":{},"ulp":{},"conforming":{},"violating":{},"partly_judged":{},{},"outcomes":{{)",
                    tally.cases, tally.ulp, tally.of(CaseVerdict::conforms), tally.of(CaseVerdict::violates),
                    tally.of(CaseVerdict::partly_judged), elements_json(tally.elements));
    for (std::size_t k = 0; k < outcome_count; ++k)
      if (tally.outcomes[k] > 0)
        out += fmt::format(R"({}"{}":{})", out.back() == '{' ? "" : ",", outcome_texts[k].name, tally.outcomes[k]);
    return out + "}";
  };
  const ConformRun& run = results.run;
  std::string out = fmt::format(
      "{{{},\n\"vectors\":\"{}\",\"peer\":{},\"greeting\":{},\"part\":\"{}/{}\",\n\"judged\":{{\"cases\":{},"
      "\"required_share\":{}}}",
      tool_json("etalon-conform-2"), run.vectors, json_string(run.peer), json_string(run.greeting), run.part.index,
      run.part.of, found.all.judged(), results.judged_share ? fmt::format("{}", *results.judged_share) : "null");
  if (!run.tolerance.empty())
    out += fmt::format(",\"tolerance\":{{\"required\":{},\"exceeded\":{}}}", json_string(run.tolerance),
                       found.all.beyond_tolerance);
  out += fmt::format(",\n\"all\":{{{}}},\n\"operators\":[", tally_json(found.all));
  for (const auto& [name, tally] : found.by_operator)
    out +=
        fmt::format("{}\n{{\"operator\":{},{}}}", out.back() == '[' ? "" : ",", json_string(name), tally_json(tally));
  out += "],\n\"results\":[";
  for (const ConformRow& row : results.rows) out += (out.back() == '[' ? "\n" : ",\n") + row_json(row);
  return out + "]}\n";
}

}  // namespace etalon::impl
