// SPDX-License-Identifier: Apache-2.0
// Floor 9. What became of a case in one word, and cases counted by it: the same in every form of the report.
#pragma once

#include <array>
#include <map>
#include <string>

#include "report/conform/results.hpp"

namespace etalon::impl {

// Of what ended with outputs it says how they compare; of a case whose specified status is an error condition whether
// the peer refused it.
enum class CaseOutcome : std::uint8_t {
  same_bits,
  other_nan,
  other_bits,
  not_compared,
  refused,
  not_refused,
  unsupported,
  error,
  no_output,
  other_form,
  garbled,
  crashed,
  timed_out
};
inline constexpr std::size_t outcome_count = 13;
struct OutcomeText {
  const char *name, *meaning;
};
extern const OutcomeText outcome_texts[outcome_count];  // in the order of CaseOutcome
CaseOutcome outcome_of(const ConformRow& row);

// What a case says about the peer. A fault is one of any implementation.
enum class CaseVerdict : std::uint8_t { conforms, refused, violates, fault, unsupported, partly_judged, not_judged };
inline constexpr std::size_t case_verdict_count = 7;
CaseVerdict verdict_of(const ConformRow& row);

constexpr bool is_failure(CaseVerdict verdict) {
  return verdict == CaseVerdict::violates || verdict == CaseVerdict::fault;
}
inline bool is_beyond_tolerance(const ConformRow& row) { return !row.result.within_tolerance.value_or(true); }

// The exit code is 1 because of it.
inline bool is_failure(const ConformRow& row) { return is_failure(verdict_of(row)) || is_beyond_tolerance(row); }

struct Tally {
  std::array<std::uint64_t, outcome_count> outcomes{};
  std::array<std::uint64_t, case_verdict_count> verdicts{};
  std::uint64_t cases = 0, ulp = 0;
  std::uint64_t with_result = 0;       // cases that specify one, not an error condition
  std::uint64_t beyond_tolerance = 0;  // cases
  ElementCounts elements = {};         // of all cases

  // Cases that say something about the peer, whatever they say.
  std::uint64_t judged() const {
    return of(CaseVerdict::conforms) + of(CaseVerdict::violates) + of(CaseVerdict::refused);
  }
  // A peer that refuses whatever it is given has refused what it should have, too: that alone is no verdict.
  bool is_judged() const {
    return of(CaseVerdict::conforms) + of(CaseVerdict::violates) > 0 || (with_result == 0 && judged() > 0);
  }

  std::uint64_t of(CaseOutcome outcome) const { return outcomes[static_cast<std::size_t>(outcome)]; }
  std::uint64_t of(CaseVerdict verdict) const { return verdicts[static_cast<std::size_t>(verdict)]; }
  void add(const ConformRow& row);
  void add(const Tally& more);
};

struct Tallies {
  std::map<std::string, Tally> by_operator;
  Tally all;
};
Tallies tallies_of(const ConformResults& results);

// What a run ends with ("PEER-ALL-JUDGED"): 1 where a case fails, else 6 where no case was judged wholly, or fewer than
// the share that is required.
Code code_of(const ConformResults& results);
// "3 cases conform, 0 violate, 1 was judged in part, 2 were not judged; of 400 elements 99 were not judged"
std::string counts_text(const Tally& tally);
std::string share_text(const Tally& tally, double required);  // "5 of 10 cases were judged wholly; …"
bool is_reached(const Tally& tally, double required);

// How many cases have which cause of other bits, and of which operators they are; most cases first.
struct CauseCount {
  std::string cause;
  std::uint64_t cases = 0;
  std::map<std::string, std::uint64_t> operators = {};
};
std::vector<CauseCount> causes_of(const ConformResults& results);
// The same of the reasons why cases that have outputs were not judged, or only in part.
std::vector<CauseCount> reasons_of(const ConformResults& results);

// Reports have a line for it: it is neither as specified nor only a gap in what the peer has.
bool is_listed(const ConformRow& row);

// The name of an operator in a table; several nodes may make it long.
std::string short_operator(const std::string& name);

// "other bits: 3 of 10 elements, up to 1 ulp, first at element 0 of output 0"
std::string outcome_words(const ConformRow& row);
// "conforms (7 specified, 3 admissible)"; where not everything was judged also why; "" where there were no outputs
std::string verdict_words(const ConformRow& row);
// What the peer said, and what else should be known.
std::string peer_words(const ConformRow& row);
// All of it with the cause, in one line that a terminal can show.
std::string words_of(const ConformRow& row);

}  // namespace etalon::impl
