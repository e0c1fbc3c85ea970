// SPDX-License-Identifier: Apache-2.0
// Floor 9. Findings arranged for reports: counted, grouped by rule, and with their places in words.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check/check.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {

// As reports list them: what is not judged comes first, because it limits what the rest means.
inline constexpr Severity severities[] = {Severity::unjudged, Severity::error, Severity::notice};

std::array<std::size_t, std::size(severities)> counts_of(std::span<const Finding> findings);

// The findings of one rule and severity, in the order they were found.
struct FindingGroup {
  Severity severity;
  std::string_view rule;
  std::vector<const Finding*> findings;
};

// In the order of `severities`; within a severity the rule that was found first.
std::vector<FindingGroup> groups_of(std::span<const Finding> findings);

// "1 error", "2 errors"
std::string counted(std::size_t count, std::string_view what);
std::string counted(std::size_t count, Severity severity);  // "1 part not judged"

const char* key_of(Severity severity);  // "not_judged": for programs

// The node that a finding is about; null where it is about none.
const Node* node_of(const Finding& finding, const Graph* graph);

using ShowName = std::string(std::string_view);  // how a name from the model is written

std::string node_text(const Graph& graph, std::uint32_t number, ShowName* show);  // node 3 (Mul "first")

std::string node_name(const Graph& graph, std::uint32_t number);  // the same, the name in quotes and not too long

// "node 3 (Mul "first"), value "x", byte 20": what of it is known.
std::string place_of(const Finding& finding, const Graph* graph, ShowName* show);

// A finding as members of a JSON object: rule, message, hint and fix, then its place; null where a member is not known
// or does not apply. The operator is that of the finding's node; `operation` names it where there is no graph.
void write_finding(JsonWriter& json, const Finding& finding, const Graph* graph, std::string_view operation = {});

// Why a model that is not conformant is not "run" or "analysed": the finding that the report of `etalon check` has
// first, with the same exit code.
Finding refusal_of(const Verdict& verdict, const char* done);

// What replaces a JSON report where there is no result ("REPORT-ALL-FAILURE").
std::string failure_json(const Identity& identity, const Finding& finding, const Graph* graph,
                         std::string_view operation = {});

}  // namespace etalon::impl
