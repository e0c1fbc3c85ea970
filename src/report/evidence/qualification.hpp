// SPDX-License-Identifier: Apache-2.0
// Floor 9. Tool operational requirements and the classification of each verb under DO-330, as data
// (spec/tool_requirements.json), with what was done for each of them here ("EVI-ALL-QUALIFICATION").
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/evidence/trace.hpp"

namespace etalon::impl {

struct ToolRequirement {
  std::string id, text;
  std::vector<std::string> tags;       // requirements of the pages that state it
  std::size_t tested = 0, proved = 0;  // of these tags, by the evidence that was given
};

struct ToolUse {
  std::string use, argument;
  std::optional<unsigned> criterion;  // nothing: no qualification of a tool
  std::vector<std::string> levels;    // for software levels A to D
};

struct ToolVerb {
  std::string verb;
  std::vector<ToolRequirement> requirements;
  std::vector<ToolUse> uses;
  std::vector<std::string> user;  // what only the user can do
  std::string done;               // what was run here, in words
};

struct Qualification {
  std::string claim;
  std::vector<ToolVerb> verbs;
  std::vector<std::string> user;
};

Result<Qualification> read_qualification();

// Counts what backs the tags; `whole` is the matrix of all requirements.
void count_evidence(Qualification& qualification, const Trace& whole);

// "TQL-5", or "TQL-4 (A, B), TQL-5 (C, D)"; "none" where there is no criterion.
std::string levels_text(const ToolUse& use);

// `shown` is the matrix that the counts are from.
std::string qualification_json(const Qualification& qualification, bool tests_given, const Trace& shown);

}  // namespace etalon::impl
