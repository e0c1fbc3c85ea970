// SPDX-License-Identifier: Apache-2.0
// Floor 9. What a peer made of the cases, counted by operator and outcome: as text and as JSON.
#include <fmt/format.h>

#include "report/compare/report.hpp"
#include "report/conform/outcomes.hpp"
#include "report/page/escape.hpp"
#include "report/page/findings.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {

std::string conform_summary(const ConformResults& results) {
  const Tally all = tallies_of(results).all;
  std::string out = counts_text(all) + "\n";
  if (!all.is_judged()) out += "no case was judged wholly\n";
  if (results.judged_share) out += share_text(all, *results.judged_share) + "\n";
  if (!results.run.tolerance.empty())
    out += fmt::format("tolerance {}: exceeded in {}\n", printable(results.run.tolerance),
                       counted(all.beyond_tolerance, "case"));
  return out;
}

std::string conform_text(const ConformResults& results) {
  const Tallies found = tallies_of(results);
  std::string out = results.run.tool + "\n";
  out += fmt::format("peer {}\n{}, sha256 {}\n", printable(results.run.greeting), counted(results.run.cases, "case"),
                     results.run.vectors);
  if (results.run.part.of > 1) out += fmt::format("part {} of {}\n", results.run.part.index, results.run.part.of);
  out += conform_summary(results);
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

namespace {

void write_tally(JsonWriter& json, const Tally& tally) {
  json.member("cases", tally.cases).member("ulp", tally.ulp).member("conforming", tally.of(CaseVerdict::conforms));
  json.member("violating", tally.of(CaseVerdict::violates))
      .member("partly_judged", tally.of(CaseVerdict::partly_judged));
  write_elements(json, tally.elements);
  json.object("outcomes", [&] {
    for (std::size_t k = 0; k < outcome_count; ++k)
      if (tally.outcomes[k] > 0) json.member(outcome_texts[k].name, tally.outcomes[k]);
  });
}

}  // namespace

std::string conform_json(const ConformResults& results) {
  const Tallies found = tallies_of(results);
  const ConformRun& run = results.run;
  return json_document([&](JsonWriter& json) {
    write_tool(json, "etalon-conform-2");
    json.line().member("vectors", run.vectors).member("peer", run.peer).member("greeting", run.greeting);
    json.member("part", fmt::format("{}/{}", run.part.index, run.part.of));
    json.line().object(
        "judged", [&] { json.member("cases", found.all.judged()).member("required_share", results.judged_share); });
    if (!run.tolerance.empty())
      json.object("tolerance",
                  [&] { json.member("required", run.tolerance).member("exceeded", found.all.beyond_tolerance); });
    json.line().object("all", [&] { write_tally(json, found.all); });
    json.line().lines("operators", found.by_operator, [&](const auto& one) {
      json.member("operator", one.first);
      write_tally(json, one.second);
    });
    json.line().lines("results", results.rows, [&](const ConformRow& row) { write_row(json, row); });
  });
}

}  // namespace etalon::impl
