// SPDX-License-Identifier: Apache-2.0
// Floor 9. See trace.hpp; how it looks is in trace_views.cpp.
#include "report/trace.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace etalon::impl {

std::vector<Evidence> read_evidence(const std::string& folder) {
  std::vector<Evidence> found;
  std::error_code ignored;  // a folder that cannot be read holds no evidence, and every requirement becomes a gap
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    std::ifstream file(entry.path());
    std::string tag, verdict;
    while (file >> tag >> verdict) found.push_back({tag, entry.path().filename().string(), verdict == "passed"});
  }
  std::sort(found.begin(), found.end(),
            [](const Evidence& a, const Evidence& b) { return std::tie(a.tag, a.test) < std::tie(b.tag, b.test); });
  return found;
}

std::string_view TraceRow::backing() const {
  bool proof = false, test = false;
  for (const Evidence& item : tests) (item.is_proof() ? proof : test) |= item.passed;
  return proof && test ? "proof and test" : proof ? "proof" : test ? "test" : "nothing";
}

Trace make_trace(std::span<const Requirement> requirements, std::span<const Citation> code,
                 std::span<const Evidence> evidence) {
  Trace trace;
  const auto known = [&](std::string_view tag) {
    return std::any_of(requirements.begin(), requirements.end(), [&](const Requirement& r) { return r.tag == tag; });
  };
  for (const Requirement& requirement : requirements) {
    if (!trace.rows.empty() && trace.rows.back().requirement.tag == requirement.tag)
      trace.gaps.push_back(std::string(requirement.tag) + " is defined twice");
    TraceRow row{requirement, {}, {}};
    for (const Citation& place : code)
      if (place.tag == requirement.tag) row.code.push_back(place);
    for (const Evidence& test : evidence)
      if (test.tag == requirement.tag) row.tests.push_back(test);
    // A proof is about a theory or a scalar; that the whole does it is for a test to show.
    if (std::none_of(row.tests.begin(), row.tests.end(),
                     [](const Evidence& test) { return test.passed && !test.is_proof(); }))
      trace.gaps.push_back(std::string(requirement.tag) + " (" + std::string(requirement.page) + ":" +
                           std::to_string(requirement.line) + ") has no test that passed");
    trace.rows.push_back(std::move(row));
  }
  for (const Evidence& test : evidence) {
    if (!known(test.tag)) trace.gaps.push_back("test " + test.test + " cites " + test.tag + ", which no page defines");
    if (!test.passed) trace.gaps.push_back("test " + test.test + ", evidence of " + test.tag + ", failed");
  }
  for (const Citation& place : code)
    if (!known(place.tag))
      trace.gaps.push_back(std::string(place.file) + ":" + std::to_string(place.line) + " cites " +
                           std::string(place.tag) + ", which no page defines");
  return trace;
}

}  // namespace etalon::impl
