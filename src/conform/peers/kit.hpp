// SPDX-License-Identifier: Apache-2.0
// Floor 8. Conformance cases run by a peer: each ends in exactly one outcome, also where the peer's process does not
// survive it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "conform/compare/claim.hpp"
#include "conform/judge/difference.hpp"
#include "conform/judge/tolerance.hpp"
#include "conform/peers/cases.hpp"
#include "conform/peers/peer.hpp"

namespace etalon::impl {

enum class Ended : std::uint8_t { ok, unsupported, error, no_output, other_form, garbled, crashed, timed_out };
inline constexpr unsigned ended_count = 8;

struct EndedText {
  const char *name, *meaning;
};
// In the order of Ended.
inline constexpr EndedText ended_texts[ended_count] = {
    {"ok", "gave outputs"},
    {"unsupported", "does not have the operator, type or version"},
    {"error", "refused the operands"},
    {"no output", "gave no output that can be read"},
    {"other form", "gave an output of another type or shape"},
    {"garbled", "did not answer as the protocol says"},
    {"crashed", "its process ended"},
    {"timed out", "gave no answer in time"},
};
inline const char* name_of(Ended ended) { return ended_texts[static_cast<unsigned>(ended)].name; }

// What is a fault of any implementation, whatever the operands are.
inline bool is_fault(Ended ended) { return ended >= Ended::no_output; }

// What a judge says of a case: always why, where not every element was judged.
struct Judged {
  Claim claim;
  std::string standings = {};  // how many elements are what
  std::string cause = {};      // where bits differ from those of the reference
};

struct CaseResult {
  std::string name;  // of the case
  Ended ended = Ended::ok;
  std::string words = {};                     // why, where it did not end with outputs
  std::string note = {};                      // what else should be known
  std::optional<Difference> difference = {};  // from the expected outputs, where there are both
  std::optional<bool> within_tolerance = {};  // of the expected outputs, where a tolerance is required
  std::optional<Judged> judged = {};          // where there were outputs to judge
  std::string digest = {};                    // SHA-256 of the elements of all outputs, where there are any
};

// Whether each result is one that the profile allows; called with the operands and the peer's outputs. This is the one
// place where the verdict "conforms" comes in.
using Judge = std::function<Judged(const Case& one, const std::string& folder, std::span<const Tensor> operands,
                                   std::span<const Tensor> outputs)>;

struct KitOrder {
  PeerOrder peer;
  unsigned jobs = 1;      // peers at a time
  std::string keep = {};  // a folder where the outputs stay, as CASE/output_N.pb; "": they are removed
  Judge judge = {};       // none: there is no verdict
  std::optional<Tolerance> tolerance = {};
};

// Called with each result, by one thread at a time; a finding ends the run.
using Record = std::function<std::optional<Finding>(const CaseResult&)>;

// Runs the cases with these numbers. A finding where the peer does not start, or a result cannot be kept.
std::optional<Finding> run_cases(const CaseList& list, std::span<const std::size_t> numbers, const KitOrder& order,
                                 const Record& record);

}  // namespace etalon::impl
