// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: the configuration index, the list of checksums, and the text for the terminal.
#include <fmt/format.h>

#include <algorithm>

#include "base/sha256.hpp"
#include "report/evidence/release.hpp"
#include "report/evidence/report.hpp"
#include "report/page/findings.hpp"

namespace etalon::impl {
namespace {

const char* key_of(EvidencePart::Standing standing) {
  static constexpr const char* keys[] = {"good", "bad", "open", "not_done"};
  return keys[static_cast<unsigned>(standing)];
}

void write_part(JsonWriter& json, const EvidencePart& part) {
  json.member("verb", part.verb).member("title", part.title).member("standing", key_of(part.standing));
  json.member("verdict", part.verdict).member("detail", known(part.detail));
  if (!part.digest.empty()) json.member("digest", part.digest);
  json.member("files", part.files);
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
  if (!report.trace.release.empty()) out += " (the release's own results)";
  return out;
}

std::size_t open_problems(const EvidenceReport& report) {
  return static_cast<std::size_t>(std::ranges::count_if(
      report.problems, [](const KnownProblem& problem) { return problem.is_open(ETALON_VERSION); }));
}

std::string evidence_json(const EvidenceReport& report, const std::vector<EvidenceFile>& files) {
  const TraceCounts counts = counts_of(report.trace);
  const auto if_given = [&](std::size_t count) { return report.tests_given ? std::optional(count) : std::nullopt; };
  const std::size_t open = open_problems(report);
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-evidence-1", report.identity);
    write_release(json, report.trace);
    json.line().member("model", report.model);
    json.line().member("profile_sha256", report.profile_sha256);
    json.line().member("specification_sha256", report.specification_sha256);
    json.line().array("program", [&] { write_files(json, report.program); });
    json.line().member("operators", report.operators).member("other_operators", report.other_operators);
    json.line().array("parts", [&] {
      for (const EvidencePart& part : report.parts) json.line(1).object([&] { write_part(json, part); });
    });
    json.line().object("trace", [&] {
      json.member("requirements", counts.requirements).member("tested", if_given(counts.tested));
      json.member("proved", counts.proved).member("with_vectors", counts.with_vectors);
      json.member("gaps", if_given(report.trace.gaps.size()));
    });
    json.line().object("problems",
                       [&] { json.member("open", open).member("corrected", report.problems.size() - open); });
    json.line().array("written", [&] {
      for (const EvidenceFile& file : files)
        json.wrap().object(
            [&] { json.member("file", file.name).member("sha256", file.sha256()).member("what", file.what); });
    });
  });
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
