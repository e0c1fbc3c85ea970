// SPDX-License-Identifier: Apache-2.0
// Floor 9. See conform_outcomes.hpp.
#include "report/conform_outcomes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/escape.hpp"

namespace etalon::impl {
namespace {

constexpr const EndedText& text_of(Ended ended) noexcept { return ended_texts[static_cast<std::size_t>(ended)]; }
constexpr OutcomeText outcome_text(Ended ended) noexcept { return {text_of(ended).name, text_of(ended).meaning}; }

}  // namespace

const OutcomeText outcome_texts[] = {
    {"same bits", "every element has the expected bits"},
    {"other NaN", "elements that are NaN in both have other bits, and all others the expected ones"},
    {"other bits", "an element is another number, or a NaN on one side only"},
    {"not compared", "gave outputs, but the case has none that are expected"},
    {"refused as specified", "refused the operands, and an error condition is specified"},
    {"not refused", "gave outputs, but an error condition is specified"},
    outcome_text(Ended::unsupported),
    outcome_text(Ended::error),
    outcome_text(Ended::no_output),
    outcome_text(Ended::other_form),
    outcome_text(Ended::garbled),
    outcome_text(Ended::crashed),
    outcome_text(Ended::timed_out),
};

CaseOutcome outcome_of(const ConformRow& row) {
  const CaseResult& result = row.result;
  if (!row.one.has_result() && result.ended == Ended::error) return CaseOutcome::refused;
  if (result.ended != Ended::ok)
    return static_cast<CaseOutcome>(static_cast<unsigned>(CaseOutcome::unsupported) +
                                    static_cast<unsigned>(result.ended) - static_cast<unsigned>(Ended::unsupported));
  if (!row.one.has_result()) return CaseOutcome::not_refused;
  if (!result.difference) return CaseOutcome::not_compared;
  return result.difference->other_bits == 0     ? CaseOutcome::same_bits
         : result.difference->other_values == 0 ? CaseOutcome::other_nan
                                                : CaseOutcome::other_bits;
}

CaseVerdict verdict_of(const ConformRow& row) {
  if (is_fault(row.result.ended)) return CaseVerdict::fault;
  if (row.result.judged) return row.result.judged->conforms ? CaseVerdict::conforms : CaseVerdict::violates;
  const CaseOutcome outcome = outcome_of(row);
  return outcome == CaseOutcome::refused       ? CaseVerdict::refused
         : outcome == CaseOutcome::unsupported ? CaseVerdict::unsupported
                                               : CaseVerdict::not_judged;
}

bool is_listed(const ConformRow& row) {
  switch (outcome_of(row)) {
    case CaseOutcome::same_bits:
      return !row.result.note.empty();
    case CaseOutcome::not_compared:
    case CaseOutcome::refused:
    case CaseOutcome::unsupported:
      return false;
    default:
      return true;
  }
}

void Tally::add(const ConformRow& row) {
  ++outcomes[static_cast<std::size_t>(outcome_of(row))];
  ++verdicts[static_cast<std::size_t>(verdict_of(row))];
  ++cases;
  if (row.result.difference) ulp = std::max(ulp, row.result.difference->ulp);
}

void Tally::add(const Tally& more) {
  for (std::size_t k = 0; k < outcome_count; ++k) outcomes[k] += more.outcomes[k];
  for (std::size_t k = 0; k < case_verdict_count; ++k) verdicts[k] += more.verdicts[k];
  cases += more.cases;
  ulp = std::max(ulp, more.ulp);
}

Tallies tallies_of(const ConformResults& results) {
  Tallies found;
  for (const ConformRow& row : results.rows) {
    found.by_operator[row.one.operation].add(row);
    found.all.add(row);
  }
  return found;
}

std::vector<CauseCount> causes_of(const ConformResults& results) {
  std::map<std::string, CauseCount> found;
  for (const ConformRow& row : results.rows) {
    if (!row.result.judged || row.result.judged->cause.empty()) continue;
    CauseCount& one = found[row.result.judged->cause];
    one.cause = row.result.judged->cause;
    ++one.cases;
    ++one.operators[short_operator(row.one.operation)];
  }
  std::vector<CauseCount> causes;
  for (const auto& [cause, one] : found) causes.push_back(one);
  std::ranges::sort(causes, [](const CauseCount& a, const CauseCount& b) {
    return a.cases != b.cases ? a.cases > b.cases : a.cause < b.cause;
  });
  return causes;
}

std::string short_operator(const std::string& name) {
  return name.empty() ? "(not read)" : name.size() <= 24 ? name : name.substr(0, name.find('+')) + "+…";
}

std::string outcome_words(const ConformRow& row) {
  std::string out = outcome_texts[static_cast<std::size_t>(outcome_of(row))].name;
  if (const auto& is = row.result.difference; is && is->other_bits > 0) {
    out += fmt::format(": {} of {} elements", is->other_bits, is->elements);
    if (is->other_values > is->other_kinds) out += fmt::format(", up to {} ulp", is->ulp);
    if (is->other_kinds > 0) out += fmt::format(", {} NaN where the other is a number", is->other_kinds);
    if (is->output && is->first) out += fmt::format(", first at element {} of output {}", *is->first, *is->output);
  }
  return out;
}

std::string verdict_words(const ConformRow& row) {
  const auto& judged = row.result.judged;
  return !judged ? "" : fmt::format("{} ({})", judged->conforms ? "conforms" : "does not conform", judged->words);
}

std::string peer_words(const ConformRow& row) {
  const std::string &words = row.result.words, &note = row.result.note;
  return words + (words.empty() || note.empty() ? "" : "; ") + note;
}

std::string words_of(const ConformRow& row) {
  std::string out = outcome_words(row);
  if (row.result.judged) out += "; " + verdict_words(row);
  if (row.result.judged && !row.result.judged->cause.empty()) out += "; cause: " + row.result.judged->cause;
  const std::string said = peer_words(row);
  return said.empty() ? out : out + ": " + printable(said);
}

}  // namespace etalon::impl
