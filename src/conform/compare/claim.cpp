// SPDX-License-Identifier: Apache-2.0
// Floor 8. See claim.hpp.
#include "conform/compare/claim.hpp"

#include <algorithm>

#include "base/quote.hpp"
#include "conform/compare/compare.hpp"

namespace etalon::impl {
namespace {

std::string of_elements(std::uint64_t some, std::uint64_t all) {
  return std::to_string(some) + " of " + std::to_string(all) + (all == 1 ? " element" : " elements");
}

// What counts against a candidate.
std::string violations_of(const Comparison& comparison) {
  std::string text;
  const auto add = [&](const HeldValue& one, std::uint64_t elements, const char* of) {
    if (one.beyond == 0) return;
    text += (text.empty() ? "" : "; ") + of_elements(one.beyond, elements) + of +
            quoted(comparison.model->graph->values[one.value].name, 60) + (one.beyond == 1 ? " is" : " are") +
            " beyond what any admissible evaluation of the model gives";
  };
  for (const HeldValue& one : comparison.held) add(one, one.elements(), " of ");
  for (const DeployedValue& one : comparison.deployed)
    add(one.held, one.to_candidate.elements, " of the deployed model's ");
  const auto violates = [](const ComparedNode& n) { return !n.judged.conforms(); };
  if (const auto nodes = std::ranges::count_if(comparison.nodes, violates); nodes != 0)
    text += (text.empty() ? "" : "; ") + std::to_string(nodes) + " of " + std::to_string(comparison.nodes.size()) +
            " nodes that were judged have an element that no admissible evaluation gives";
  return text;
}

// Why elements were not judged, by what is in the way.
struct Obstacles {
  std::uint64_t nodes = 0, held = 0, missing = 0, deployed = 0;
};
std::string obstacles_text(const Obstacles& in, std::uint64_t all) {
  std::string text;
  const auto add = [&](std::uint64_t count, const char* why) {
    if (count == 0) return;
    text += (text.empty() ? "" : "; ") + (count == all ? "" : std::to_string(count) + " because ") + why;
  };
  add(in.nodes, "the admissible interval is too wide");
  add(in.held, "the candidate gives too few intermediate values, and the bound of the whole model is too wide");
  add(in.deployed, "the deployed model gives other bits, and the bound of the whole model is too wide");
  add(in.missing, "the candidate does not give the output");
  return text;
}

std::string basis_of(const Comparison& comparison) {
  const std::uint64_t held = comparison.held.size();
  if (comparison.nodes.empty() && !comparison.replicates.empty())
    return "every output has the bits of the reference under a policy";
  if (held == 0) return "each node on the candidate's own operands";
  return comparison.nodes.empty() ? "against the bound of the whole model; nodes were not judged one by one"
                                  : "nodes on the candidate's own operands, and the nodes between its values against "
                                    "the bound of the whole model";
}

}  // namespace

Claim Comparison::claim() const {
  Claim claim;
  Obstacles obstacles{.missing = missing};
  std::uint64_t farthest = 0;  // of functions whose accuracy is left open
  for (const ComparedNode& one : nodes) {
    const ElementCounts counts = counts_of(one.judged);
    claim.counts += counts;
    obstacles.nodes += counts.not_judged;
    farthest = std::max(farthest, one.judged.deviation().ulp);
  }
  for (const HeldValue& one : held) {
    claim.counts += {one.within + one.beyond, one.not_judged, 0, one.beyond, 0};
    obstacles.held += one.not_judged;
  }
  for (const DeployedValue& one : deployed) {
    claim.counts += {one.held.within + one.held.beyond, one.held.not_judged, 0, one.held.beyond, 0};
    obstacles.deployed += one.held.not_judged;
  }
  claim.counts.not_judged += missing;
  claim.is = conformance_of(claim.counts);

  const ElementCounts& counts = claim.counts;
  const std::string open = of_elements(counts.not_judged, counts.due()) +
                           (counts.not_judged == 1 ? " was not judged: " : " were not judged: ") +
                           obstacles_text(obstacles, counts.not_judged);
  if (claim.is == Conformance::violates)
    claim.reason = violations_of(*this) + (counts.not_judged != 0 ? "; " + open : "");
  else if (counts.not_judged != 0)
    claim.reason = open;
  else if (counts.judged != 0)
    claim.reason = "every element was judged (" + std::to_string(counts.judged) + "): " + basis_of(*this);
  else
    claim.reason = counts.recorded != 0 ? "no element was judged" : "there is no element to judge";
  if (counts.deviating != 0)
    claim.reason += "; " + std::to_string(counts.deviating) + " deviate from the nearest number, by up to " +
                    (farthest == UINT64_MAX ? "a NaN" : std::to_string(farthest) + " ulp");
  if (counts.recorded != 0)
    claim.reason += "; " + std::to_string(counts.recorded) + " are left undefined by the sources and do not count";
  return claim;
}

ElementCounts& ElementCounts::operator+=(const ElementCounts& more) {
  judged += more.judged, not_judged += more.not_judged, recorded += more.recorded;
  violating += more.violating, deviating += more.deviating;
  return *this;
}

ElementCounts counts_of(const JudgedCall& judged) {
  ElementCounts counts{0, judged.count(Standing::not_judged), judged.count(Standing::recorded),
                       judged.count(Standing::violates), judged.count(Standing::deviates)};
  for (const JudgedOutput& out : judged.outputs) counts.judged += out.elements.size();
  counts.judged -= counts.not_judged + counts.recorded;
  return counts;
}

Conformance conformance_of(const ElementCounts& counts) {
  if (counts.violating != 0) return Conformance::violates;
  if (counts.not_judged != 0) return counts.judged != 0 ? Conformance::partly_judged : Conformance::not_judged;
  // A tensor without elements has nothing that could be wrong; one whose elements are all recorded says nothing.
  return counts.judged == 0 && counts.recorded != 0 ? Conformance::not_judged : Conformance::conforms;
}

std::optional<bool> Claim::conforms() const {
  if (is_open()) return std::nullopt;
  return is == Conformance::conforms;
}

std::string Claim::headline() const {
  std::string text = name();
  if (counts.not_judged != 0)
    text += " (" + std::to_string(counts.not_judged) + " of " + std::to_string(counts.due()) + " elements not judged)";
  return text;
}

}  // namespace etalon::impl
