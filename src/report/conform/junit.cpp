// SPDX-License-Identifier: Apache-2.0
// Floor 9. See results.hpp: as JUnit XML, with a suite for each operator and a test for each case
// ("PEER-ALL-REPORT").
#include "report/page/junit.hpp"
#include "report/conform/outcomes.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {
namespace {

void add(JUnitSuite& suite, const ConformRow& row) {
  const std::string words = words_of(row);
  if (!is_failure(verdict_of(row)) && is_beyond_tolerance(row))
    return suite.fail(row.one.name, "tolerance", "farther from the expected outputs than required", words);
  switch (verdict_of(row)) {
    case CaseVerdict::conforms:
    case CaseVerdict::refused:
      return suite.pass(row.one.name, words);
    case CaseVerdict::violates:
      return suite.fail(row.one.name, "violates", "an element that no admissible evaluation gives", words);
    case CaseVerdict::fault:
      return suite.fail(row.one.name, name_of(row.result.ended),
                        outcome_texts[static_cast<std::size_t>(outcome_of(row))].meaning, words);
    case CaseVerdict::unsupported:
      return suite.skip(row.one.name, words);
    case CaseVerdict::partly_judged:
    case CaseVerdict::not_judged:
      return suite.skip(row.one.name,
                        (row.result.judged ? row.result.judged->claim.headline() : "not judged") + "; " + words);
  }
}

}  // namespace

std::string conform_junit(const ConformResults& results) {
  const ConformRun& run = results.run;
  JUnitProperties properties{{"etalon", tool_text()},
                             {"run by", run.tool},
                             {"peer", run.peer},
                             {"greeting of the peer", run.greeting},
                             {"sha256 of the vectors", run.vectors}};
  if (!run.tolerance.empty()) properties.emplace_back("tolerance", run.tolerance);
  std::map<std::string, JUnitSuite> by_operator;
  for (const ConformRow& row : results.rows) {
    const std::string name = short_operator(row.one.operation);
    const auto [found, is_new] = by_operator.try_emplace(name, JUnitSuite{name, "etalon.conform." + name, properties});
    add(found->second, row);
  }
  std::vector<JUnitSuite> suites;
  for (auto& [name, suite] : by_operator) suites.push_back(std::move(suite));
  return junit_xml("etalon conform", suites);
}

}  // namespace etalon::impl
