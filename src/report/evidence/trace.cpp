// SPDX-License-Identifier: Apache-2.0
// Floor 9. See trace.hpp; what it is made from is read in trace_read.cpp, and how it looks is in trace_views.cpp.
#include "report/evidence/trace.hpp"

#include <algorithm>
#include <set>

namespace etalon::impl {
namespace {

// Evidence of a proof names its file with dots in place of slashes.
bool is_of(const Evidence& item, const Proof& proof) {
  std::string name = "Proof." + proof.file;
  std::ranges::replace(name, '/', '.');
  return item.test == name;
}

std::vector<Proof> proofs_of(std::string_view tag, std::span<const Proof> known, std::span<const Evidence> evidence) {
  std::vector<Proof> found;
  for (const Proof& proof : known)
    if (proof.tag == tag) found.push_back(proof);
  for (const Evidence& item : evidence) {
    if (item.tag != tag || !item.is_proof() || !item.current) continue;
    auto place = std::ranges::find_if(found, [&](const Proof& proof) { return is_of(item, proof); });
    if (place == found.end())
      place =
          found.insert(found.end(), {std::string(tag), item.test.substr(std::string_view("Proof.").size()), {}, {}});
    if (!place->proved) place->proved = item.passed;
  }
  return found;
}

}  // namespace

std::string_view TraceRow::backing() const {
  const bool proof = std::ranges::any_of(proofs, [](const Proof& item) { return item.proved.value_or(false); });
  const bool test = std::ranges::any_of(tests, &Evidence::passed);
  return proof && test ? "proof and test" : proof ? "proof" : test ? "test" : "nothing";
}

Trace make_trace(std::span<const Requirement> requirements, std::span<const Citation> code,
                 std::span<const Evidence> evidence, std::span<const Proof> proofs,
                 std::span<const VectorCase> vectors) {
  Trace trace;
  std::set<std::string> outdated, tests, proved;
  for (const Evidence& item : evidence) {
    if (!item.current) outdated.insert(item.test);
    if (item.current && !item.is_proof()) tests.insert(item.test);
  }
  trace.outdated.assign(outdated.begin(), outdated.end());
  trace.tests = tests.size();
  trace.vectors = vectors.size();
  std::set<std::string_view> known;
  for (const Requirement& requirement : requirements) known.insert(requirement.tag);
  // A proof is about a theory or a scalar; that the whole program does what it says is for a test to show.
  const auto shows = [](const Evidence& item) { return item.passed && !item.is_proof(); };
  std::size_t only_outdated = 0;
  for (const Requirement& requirement : requirements) {
    if (!trace.rows.empty() && trace.rows.back().requirement.tag == requirement.tag)
      trace.gaps.push_back(std::string(requirement.tag) + " is defined twice");
    TraceRow row{requirement, {}, {}, proofs_of(requirement.tag, proofs, evidence)};
    for (const Citation& cited : code)
      if (cited.tag == requirement.tag) row.code.push_back(cited);
    bool shown_before = false;
    for (const Evidence& item : evidence) {
      if (item.tag != requirement.tag || item.is_proof()) continue;
      if (item.current)
        row.tests.push_back(item);
      else
        shown_before |= shows(item);
    }
    for (const VectorCase& item : vectors)
      if (std::ranges::find(item.tags, requirement.tag) != item.tags.end()) row.vectors.push_back(item.name);
    for (const Proof& proof : row.proofs)
      if (proof.proved.value_or(false)) proved.insert(proof.file);
    if (std::any_of(row.tests.begin(), row.tests.end(), shows)) {
      // nothing is missing
    } else if (shown_before) {
      ++only_outdated;
    } else {
      trace.gaps.push_back(std::string(requirement.tag) + " (" + place(requirement.page, requirement.line) +
                           ") has no test that passed");
    }
    trace.rows.push_back(std::move(row));
  }
  trace.proofs = proved.size();
  if (only_outdated > 0)
    trace.gaps.push_back(
        std::to_string(only_outdated) + (only_outdated == 1 ? " requirement has" : " requirements have") +
        " only evidence from before the last build (" + std::to_string(outdated.size()) + " test" +
        (outdated.size() == 1 ? "" : "s") + ", the first is " + *outdated.begin() + "): run ctest again");
  for (const Evidence& test : evidence) {
    if (!test.current) continue;
    if (!known.contains(test.tag))
      trace.gaps.push_back("test " + test.test + " cites " + test.tag + ", which no page defines");
    if (!test.passed) trace.gaps.push_back("test " + test.test + ", evidence of " + test.tag + ", failed");
  }
  for (const Citation& cited : code)
    if (!known.contains(cited.tag))
      trace.gaps.push_back(place(cited.file, cited.line) + " cites " + std::string(cited.tag) +
                           ", which no page defines");
  std::set<std::string> unknown;  // once each: a tag may be that of a thousand cases
  for (const VectorCase& item : vectors)
    for (const std::string& tag : item.tags)
      if (!known.contains(tag) && unknown.insert(tag).second)
        trace.gaps.push_back("vector " + item.name + " cites " + tag + ", which no page defines");
  return trace;
}

}  // namespace etalon::impl
