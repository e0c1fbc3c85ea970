// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: as JUnit XML.
#include <fmt/format.h>

#include "report/compare/report.hpp"
#include "report/page/findings.hpp"
#include "report/page/junit.hpp"

namespace etalon::impl {
namespace {

// What is known of a node, a line for each of its outputs.
std::string facts_of(const Comparison& comparison, const ComparedNode& one) {
  const Graph& graph = *comparison.model->graph;
  std::string text = fmt::format("replicates: {}", policies_text(one.judged.replicates));
  for (std::size_t k = 0; k < one.judged.outputs.size(); ++k) {
    const JudgedOutput& out = one.judged.outputs[k];
    if (out.elements.empty()) continue;
    const Shape& shape = comparison.model->calls[one.node].outputs[k]->shape;
    text += fmt::format("; {}: {}", graph.values[graph.nodes[one.node].outputs[k]].name, standings_text(out));
    if (out.count(Standing::violates) != 0)
      text += fmt::format(", first violation at {}",
                          index_string(shape, out.first[static_cast<std::size_t>(Standing::violates)]));
    if (out.differing != 0)
      text += fmt::format(", {} of {} with other bits, first at {}, at most {} ulp", out.differing, shape.count,
                          index_string(shape, out.first_differing), ulp_text(out.farthest.ulp));
  }
  if (one.judged.differs()) text += "; cause: " + cause_text(comparison, one);
  return text;
}

JUnitSuite nodes_of(const Comparison& comparison) {
  JUnitSuite suite{"conforms", "etalon.compare.conforms"};
  const Claim claim = comparison.claim();
  if (claim.is_open())
    suite.skip("model", claim.headline() + ": " + claim.reason);
  else if (claim.is == Conformance::conforms)
    suite.pass("model", claim.reason);
  else
    suite.fail("model", "conforms", claim.headline(), claim.reason);
  auto next = comparison.nodes.begin();
  for (std::uint32_t n = 0; n < comparison.model->calls.size(); ++n) {
    const std::string test = node_name(*comparison.model->graph, n);
    if (next == comparison.nodes.end() || next->node != n) {
      suite.skip(test, "the candidate does not give its operands and results");
      continue;
    }
    const ComparedNode& one = *next++;
    const NodeVerdict verdict = verdict_of(one.judged);
    if (verdict == NodeVerdict::violates)
      suite.fail(test, "conforms", "an element that no admissible evaluation gives", facts_of(comparison, one));
    else if (verdict == NodeVerdict::not_judged || verdict == NodeVerdict::partly_judged)
      suite.skip(test, fmt::format("{}: {}", name_of(verdict), facts_of(comparison, one)));
    else
      suite.pass(test, facts_of(comparison, one));
  }
  return suite;
}

JUnitSuite outputs_of(const CompareReport& report) {
  const Comparison& comparison = *report.comparison;
  JUnitSuite suite{"tolerance", "etalon.compare.tolerance"};
  for (const ComparedValue& out : comparison.outputs) {
    const std::string& name = comparison.model->graph->values[out.value].name;
    const std::string words =
        fmt::format("{} of {} elements differ bitwise from the reference, at most {} ulp, {:.3g} absolute",
                    out.differing, out.elements, ulp_text(out.farthest.ulp), out.farthest.absolute);
    if (report.tolerance && !report.tolerance->holds(out.distances))
      suite.fail(name, "tolerance", "farther from the reference than required", words);
    else
      suite.pass(name, report.tolerance ? words : words + "; no tolerance is required");
  }
  return suite;
}

JUnitSuite deployed_of(const CompareReport& report) {
  const Comparison& comparison = *report.comparison;
  JUnitSuite suite{"deployed", "etalon.compare.deployed"};
  for (const DeployedValue& one : comparison.deployed) {
    const std::string& name = comparison.model->graph->values[one.held.value].name;
    const std::string words =
        fmt::format("{} of {} elements differ from the run whose nodes were judged; {} of them could not be judged",
                    one.to_candidate.differing, one.to_candidate.elements, one.held.not_judged);
    if (one.held.beyond != 0)
      suite.fail(name, "conforms", "an element that no admissible evaluation of the model gives", words);
    else if (report.tolerance && !report.tolerance->holds(one.to_reference.distances))
      suite.fail(name, "tolerance", "farther from the reference than required", words);
    else if (one.held.not_judged != 0)
      suite.skip(name, words);
    else
      suite.pass(name, words);
  }
  return suite;
}

}  // namespace

std::string compare_junit(const CompareReport& report) {
  JUnitProperties properties{{"etalon", tool_text()},
                             {"replicates", policies_text(report.replicates())},
                             {"profile", report.identity.profile}};
  for (const HashedFile& file : report.identity.files)
    properties.emplace_back(fmt::format("sha256 of {} {}", file.role, file.name), file.sha256);
  std::vector<JUnitSuite> suites;
  const auto add = [&](const CompareReport& one, const std::string& name) {
    std::vector<JUnitSuite> some = {nodes_of(*one.comparison), outputs_of(one)};
    if (!one.comparison->deployed.empty()) some.push_back(deployed_of(one));
    for (JUnitSuite& suite : some) {
      suite.name = name + ": " + suite.name;
      suite.properties = properties;
      suites.push_back(std::move(suite));
    }
  };
  if (report.inputs.empty()) add(report, report.model);
  for (const ComparedInput& one : report.inputs)
    add({report.model, one.comparison, report.identity, report.tolerance}, report.model + ": " + one.name);
  return junit_xml("etalon compare", suites);
}

}  // namespace etalon::impl
