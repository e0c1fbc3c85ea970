// SPDX-License-Identifier: Apache-2.0
// Floor 9. See trace.hpp; how it looks is in trace_views.cpp.
#include "report/trace.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/quote.hpp"

namespace etalon::impl {

namespace {

namespace files = std::filesystem;

// When the newest program was built; the beginning of time where there is none.
files::file_time_type last_build(const files::path& programs) {
  files::file_time_type newest = files::file_time_type::min();
  std::error_code failed;
  for (const auto& program : files::directory_iterator(programs, failed))
    if (const auto built = program.last_write_time(failed); !failed) newest = std::max(newest, built);
  return newest;
}

}  // namespace

Result<std::vector<Evidence>> read_evidence(const std::string& folder) {
  std::vector<Evidence> found;
  std::error_code failed;  // a folder that cannot be read holds no evidence, and every requirement becomes a gap
  const auto built = last_build(files::absolute(folder, failed).lexically_normal().parent_path() / "bin");
  for (const auto& entry : files::recursive_directory_iterator(folder, failed)) {
    if (!entry.is_regular_file(failed)) continue;
    const bool current = entry.last_write_time(failed) >= built;
    std::ifstream file(entry.path());
    const std::string test = entry.path().filename().string();
    std::string tag, verdict;
    while (file >> tag) {
      if (!(file >> verdict) || (verdict != "passed" && verdict != "failed"))
        return error(Code::usage, "",
                     impl::quoted(folder) + " is not a folder of evidence: it has the file " + impl::quoted(test, 60) +
                         ", which is not what a test writes",
                     "name the folder that the tests wrote");
      found.push_back({tag, test, verdict == "passed", current});
    }
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
  std::set<std::string> outdated, tests, proofs;
  for (const Evidence& item : evidence) (!item.current ? outdated : item.is_proof() ? proofs : tests).insert(item.test);
  trace.outdated.assign(outdated.begin(), outdated.end());
  trace.tests = tests.size();
  trace.proofs = proofs.size();
  const auto known = [&](std::string_view tag) {
    return std::any_of(requirements.begin(), requirements.end(), [&](const Requirement& r) { return r.tag == tag; });
  };
  // A proof is about a theory or a scalar; that the whole program does what it says is for a test to show.
  const auto shows = [](const Evidence& item) { return item.passed && !item.is_proof(); };
  std::size_t only_outdated = 0;
  for (const Requirement& requirement : requirements) {
    if (!trace.rows.empty() && trace.rows.back().requirement.tag == requirement.tag)
      trace.gaps.push_back(std::string(requirement.tag) + " is defined twice");
    TraceRow row{requirement, {}, {}};
    for (const Citation& place : code)
      if (place.tag == requirement.tag) row.code.push_back(place);
    bool shown_before = false;
    for (const Evidence& item : evidence) {
      if (item.tag != requirement.tag) continue;
      if (item.current)
        row.tests.push_back(item);
      else
        shown_before |= shows(item);
    }
    if (std::any_of(row.tests.begin(), row.tests.end(), shows)) {
      // nothing is missing
    } else if (shown_before) {
      ++only_outdated;
    } else {
      trace.gaps.push_back(std::string(requirement.tag) + " (" + std::string(requirement.page) + ":" +
                           std::to_string(requirement.line) + ") has no test that passed");
    }
    trace.rows.push_back(std::move(row));
  }
  if (only_outdated > 0)
    trace.gaps.push_back(
        std::to_string(only_outdated) + (only_outdated == 1 ? " requirement has" : " requirements have") +
        " only evidence from before the last build (" + std::to_string(outdated.size()) + " test" +
        (outdated.size() == 1 ? "" : "s") + ", the first is " + *outdated.begin() + "): run ctest again");
  for (const Evidence& test : evidence) {
    if (!test.current) continue;
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
