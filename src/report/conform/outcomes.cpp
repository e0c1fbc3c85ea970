// SPDX-License-Identifier: Apache-2.0
// Floor 9. See outcomes.hpp.
#include "report/conform/outcomes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/page/escape.hpp"
#include "report/page/findings.hpp"

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
  static constexpr CaseVerdict verdicts[] = {CaseVerdict::conforms, CaseVerdict::partly_judged, CaseVerdict::not_judged,
                                             CaseVerdict::violates};  // in the order of Conformance
  if (row.result.judged) return verdicts[static_cast<std::size_t>(row.result.judged->claim.is)];
  const CaseOutcome outcome = outcome_of(row);
  return outcome == CaseOutcome::refused       ? CaseVerdict::refused
         : outcome == CaseOutcome::unsupported ? CaseVerdict::unsupported
                                               : CaseVerdict::not_judged;
}

bool is_listed(const ConformRow& row) {
  const CaseVerdict verdict = verdict_of(row);
  if (is_failure(row) || verdict == CaseVerdict::partly_judged) return true;
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
  with_result += row.one.has_result();
  beyond_tolerance += is_beyond_tolerance(row);
  if (row.result.judged) elements += row.result.judged->claim.counts;
  if (row.result.difference) ulp = std::max(ulp, row.result.difference->ulp);
}

void Tally::add(const Tally& more) {
  for (std::size_t k = 0; k < outcome_count; ++k) outcomes[k] += more.outcomes[k];
  for (std::size_t k = 0; k < case_verdict_count; ++k) verdicts[k] += more.verdicts[k];
  cases += more.cases;
  with_result += more.with_result, beyond_tolerance += more.beyond_tolerance;
  elements += more.elements;
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

Code code_of(const ConformResults& results) {
  if (std::ranges::any_of(results.rows, [](const ConformRow& row) { return is_failure(row); }))
    return Code::not_conformant;
  if (results.rows.empty()) return Code::ok;  // a part without cases
  const Tally all = tallies_of(results).all;
  const bool enough = !results.judged_share || is_reached(all, *results.judged_share);
  return all.is_judged() && enough ? Code::ok : Code::not_judged;
}

bool is_reached(const Tally& tally, double required) {
  return static_cast<double>(tally.judged()) / static_cast<double>(tally.cases) >= required;
}

std::string share_text(const Tally& tally, double required) {
  return fmt::format("{} of {} cases were judged wholly; the share that is required is {}", tally.judged(), tally.cases,
                     required);
}

std::string counts_text(const Tally& tally) {
  static constexpr struct {
    CaseVerdict verdict;
    const char *one, *many;
    bool always;
  } words[] = {{CaseVerdict::violates, "violates", "violate", true},
               {CaseVerdict::partly_judged, "was judged in part", "were judged in part", true},
               {CaseVerdict::not_judged, "was not judged", "were not judged", true},
               {CaseVerdict::refused, "was refused as specified", "were refused as specified", false},
               {CaseVerdict::unsupported, "is not supported", "are not supported", false},
               {CaseVerdict::fault, "is a fault", "are faults", false}};
  const std::uint64_t conform = tally.of(CaseVerdict::conforms);
  std::string text = counted(conform, "case") + (conform == 1 ? " conforms" : " conform");
  for (const auto& [verdict, one, many, always] : words)
    if (const std::uint64_t count = tally.of(verdict); always || count > 0)
      text += fmt::format(", {} {}", count, count == 1 ? one : many);
  if (const ElementCounts& elements = tally.elements; elements.not_judged > 0)
    text += fmt::format("; of {} {} not judged", counted(elements.due(), "element"),
                        elements.not_judged == 1 ? "1 was" : fmt::format("{} were", elements.not_judged));
  return text;
}

namespace {

using Said = std::string(const Judged&);

std::vector<CauseCount> counted_by(const ConformResults& results, Said* said) {
  std::map<std::string, CauseCount> found;
  for (const ConformRow& row : results.rows) {
    const std::string words = row.result.judged ? said(*row.result.judged) : "";
    if (words.empty()) continue;
    CauseCount& one = found[words];
    one.cause = words;
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

}  // namespace

std::vector<CauseCount> causes_of(const ConformResults& results) {
  return counted_by(results, [](const Judged& judged) { return judged.cause; });
}

std::vector<CauseCount> reasons_of(const ConformResults& results) {
  return counted_by(results, [](const Judged& judged) { return judged.claim.is_open() ? judged.claim.reason : ""; });
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
  if (!judged) return is_beyond_tolerance(row) ? "beyond the tolerance" : "";
  std::string text = judged->claim.headline();
  if (judged->claim.is_open()) text += ": " + judged->claim.reason;
  if (!judged->standings.empty()) text += " (" + judged->standings + ")";
  return is_beyond_tolerance(row) ? text + "; beyond the tolerance" : text;
}

std::string peer_words(const ConformRow& row) {
  const std::string &words = row.result.words, &note = row.result.note;
  return words + (words.empty() || note.empty() ? "" : "; ") + note;
}

std::string words_of(const ConformRow& row) {
  std::string out = outcome_words(row);
  if (const std::string verdict = verdict_words(row); !verdict.empty()) out += "; " + printable(verdict);
  if (row.result.judged && !row.result.judged->cause.empty()) out += "; cause: " + row.result.judged->cause;
  const std::string said = peer_words(row);
  return said.empty() ? out : out + ": " + printable(said);
}

}  // namespace etalon::impl
