// SPDX-License-Identifier: Apache-2.0
// Floor 9. See evidence_report.hpp: the configuration index, the list of checksums, and the text for the terminal.
#include <fmt/format.h>

#include <algorithm>

#include "base/sha256.hpp"
#include "report/escape.hpp"
#include "report/evidence_report.hpp"
#include "report/findings.hpp"
#include "report/joined.hpp"

namespace etalon::impl {
namespace {

const char* key_of(EvidencePart::Standing standing) {
  static constexpr const char* keys[] = {"good", "bad", "open", "not_done"};
  return keys[static_cast<unsigned>(standing)];
}

std::string list_json(const std::vector<std::string>& list) {
  return fmt::format("[{}]", joined(list, ",", json_string));
}

std::string part_json(const EvidencePart& part) {
  return fmt::format("\n {{\"verb\":{},\"title\":{},\"standing\":\"{}\",\"verdict\":{},\"detail\":{},{}\"files\":{}}}",
                     json_string(part.verb), json_string(part.title), key_of(part.standing), json_string(part.verdict),
                     part.detail.empty() ? "null" : json_string(part.detail),
                     part.digest.empty() ? "" : fmt::format("\"digest\":\"{}\",", part.digest), list_json(part.files));
}

}  // namespace

std::string sha256_of(std::string_view text) { return sha256_of(std::as_bytes(std::span(text))); }

std::string EvidenceFile::sha256() const { return sha256_of(content); }

TraceCounts counts_of(const Trace& trace) {
  TraceCounts counts{trace.rows.size()};
  for (const TraceRow& row : trace.rows) {
    counts.tested += row.backing().ends_with("test");
    counts.proved += row.backing().starts_with("proof");
    counts.with_vectors += !row.vectors.empty();
  }
  return counts;
}

std::string trace_sentence(const EvidenceReport& report) {
  const TraceCounts counts = counts_of(report.trace);
  const auto have = [](std::size_t count) { return fmt::format("; {} {}", count, count == 1 ? "has" : "have"); };
  std::string out = counted(counts.requirements, "requirement") + (counts.requirements == 1 ? " applies" : " apply");
  out += report.tests_given ? have(counts.tested) + " a test that passed"
                            : "; no results of tests were given (--evidence)";
  if (counts.proved > 0) out += have(counts.proved) + " a proof";
  if (counts.with_vectors > 0) out += have(counts.with_vectors) + " vectors";
  return out;
}

std::size_t open_problems(const EvidenceReport& report) {
  return static_cast<std::size_t>(std::ranges::count_if(
      report.problems, [](const KnownProblem& problem) { return problem.is_open(ETALON_VERSION); }));
}

std::string evidence_json(const EvidenceReport& report, const std::vector<EvidenceFile>& files) {
  const TraceCounts counts = counts_of(report.trace);
  const auto given = [&](std::size_t count) { return report.tests_given ? std::to_string(count) : "null"; };
  const std::size_t open = open_problems(report);
  std::string out = fmt::format("{{{},\n\"model\":{},\n\"profile_sha256\":\"{}\",\n\"specification_sha256\":\"{}\",\n",
                                identity_json("etalon-evidence-1", report.identity), json_string(report.model),
                                report.profile_sha256, report.specification_sha256);
  out += fmt::format("\"program\":[{}],\n", joined(report.program, ",\n", [](const HashedFile& file) {
                       return fmt::format(R"({{"role":"{}","name":{},"sha256":"{}"}})", file.role,
                                          json_string(file.name), file.sha256);
                     }));
  out += fmt::format("\"operators\":{},\"other_operators\":{},\n\"parts\":[{}],\n", list_json(report.operators),
                     list_json(report.other_operators), joined(report.parts, ",", part_json));
  out += fmt::format(
      "\"trace\":{{\"requirements\":{},\"tested\":{},\"proved\":{},\"with_vectors\":{},\"gaps\":{}}},\n"
      "\"problems\":{{\"open\":{},\"corrected\":{}}},\n",
      counts.requirements, given(counts.tested), counts.proved, counts.with_vectors, given(report.trace.gaps.size()),
      open, report.problems.size() - open);
  return out + fmt::format("\"written\":[{}]}}\n", joined(files, ",\n", [](const EvidenceFile& file) {
                             return fmt::format(R"({{"file":{},"sha256":"{}","what":{}}})", json_string(file.name),
                                                file.sha256(), json_string(file.what));
                           }));
}

std::string evidence_text(const EvidenceReport& report) {
  std::string out;
  for (const EvidencePart& part : report.parts) out += fmt::format("{}: {}\n", part.title, part.verdict);
  return out + fmt::format("known problems: {} open, {} corrected\n", open_problems(report),
                           report.problems.size() - open_problems(report));
}

std::string checksums(const std::vector<EvidenceFile>& files) {
  std::vector<std::string> lines;
  for (const EvidenceFile& file : files) lines.push_back(file.sha256() + "  " + file.name + "\n");
  std::ranges::sort(lines, {}, [](const std::string& line) { return line.substr(64); });
  return fmt::format("{}", fmt::join(lines, ""));
}

}  // namespace etalon::impl
