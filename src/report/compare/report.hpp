// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon compare` reports: both verdicts with their reasons, output by output and node by node.
#pragma once

#include <optional>
#include <string>

#include "conform/compare/compare.hpp"
#include "conform/judge/tolerance.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {

// One input of several, by the name of its folder.
struct ComparedInput {
  std::string name;
  const Comparison* comparison;

  // Of all outputs.
  std::uint64_t elements() const;
  std::uint64_t differing() const;
  std::uint64_t farthest() const;  // in ulp
};

struct CompareReport {
  std::string model;             // the base name of the file
  const Comparison* comparison;  // whose nodes are shown: the only one, or the first of those that decide
  Identity identity = {};
  std::optional<Tolerance> tolerance = {};
  std::vector<ComparedInput> inputs = {};  // all, where there are several ("CON-ALL-INPUTS")

  // Of all inputs.
  Claim claim() const;
  std::vector<Accumulation> replicates() const;
  bool within_tolerance() const;
};

// A report on one or more inputs; `names` are those of their folders.
CompareReport report_on(std::string model, std::span<const Comparison> comparisons, std::span<const std::string> names,
                        Identity identity, std::optional<Tolerance> tolerance);

std::string compare_summary(const CompareReport& report);  // the verdict, and what is required
std::string compare_text(const CompareReport& report);
std::string compare_json(const CompareReport& report);
std::string compare_html(const CompareReport& report);
std::string compare_junit(const CompareReport& report);

// "elements":{…}, and "conforms":…,"verdict":…,"elements":{…},"reason":…: members of a JSON object.
void write_elements(JsonWriter& json, const ElementCounts& counts);
void write_claim(JsonWriter& json, const Claim& claim);
// Why the candidate replicates what it does: how many outputs have the bits of the reference.
std::string replication_of(const CompareReport& report);
// Final outputs of the deployed model, over all inputs, against those of the runs whose nodes were judged.
struct DeployedCount {
  std::uint64_t elements = 0, differing = 0, farthest = 0;  // in ulp
};
std::optional<DeployedCount> deployed_count(const CompareReport& report);  // nothing where they are not given
std::string deployed_text(const DeployedCount& count);
// "sequential, fused"; "none".
std::string policies_text(const std::vector<Accumulation>& policies);
// "products are fused into the sum (policy fused)", or what is known instead.
std::string cause_text(const Explanation& why);
// The same of a node; where ONNX is silent and Etalon has decided what is specified, it says so ("CON-ALL-DECIDED").
std::string cause_text(const Comparison& comparison, const ComparedNode& node);
// "40 differing elements that can tell 450 alternatives apart"; "" where no computation was found.
std::string chance_text(const Explanation& why);
std::string stretch_text(const Graph& graph, const ComparedStretch& stretch);  // which nodes are compared together
std::string ulp_text(std::uint64_t ulp);

// What is said of a node in one word. It replicates if a policy gives its bits on the candidate's own operands.
enum class NodeVerdict : std::uint8_t { replicates, conforms, deviates, partly_judged, not_judged, violates };
inline constexpr const char* node_verdict_names[] = {"replicates",    "conforms",   "deviates",
                                                     "partly judged", "not judged", "violates"};
inline const char* name_of(NodeVerdict verdict) { return node_verdict_names[static_cast<std::size_t>(verdict)]; }
NodeVerdict verdict_of(const JudgedCall& judged);
std::string standings_text(const JudgedOutput& out);  // "3 specified, 1 violates"

}  // namespace etalon::impl
