// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon evidence` gathers about a model: its configuration index and the cover page. They contain no
// time and no path ("EVI-ALL-SAME").
#pragma once

#include <string>
#include <vector>

#include "report/evidence/problems.hpp"
#include "report/evidence/qualification.hpp"
#include "report/evidence/trace.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {

// What one verb gave, or why it gave nothing.
struct EvidencePart {
  enum class Standing : std::uint8_t { good, bad, open, not_done };

  std::string verb, title;
  Standing standing = Standing::not_done;
  std::string verdict;      // one sentence
  std::string detail = {};  // another one, where there is more to say
  std::string digest = {};  // of a run
  std::vector<std::string> files = {};
};

// A file of the folder. Files are made in memory, so that nothing is written where something cannot be made.
struct EvidenceFile {
  std::string name, what, content;

  std::string sha256() const;
};

struct EvidenceReport {
  std::string model;  // the base name of the file
  std::string profile_title, profile_sha256, specification_sha256;
  std::vector<HashedFile> program;  // the executable, then the libraries that it is linked with
  Identity identity;                // with every file that was read
  std::vector<std::string> operators, other_operators;
  std::vector<EvidencePart> parts;
  Trace trace;               // of what applies
  bool tests_given = false;  // otherwise nothing can be said about tests
  std::vector<KnownProblem> problems;
  Qualification qualification;
};

std::string sha256_of(std::string_view text);

// How many requirements of a trace are backed by what.
struct TraceCounts {
  std::size_t requirements = 0, tested = 0, proved = 0, with_vectors = 0;
};
TraceCounts counts_of(const Trace& trace);
std::string trace_sentence(const EvidenceReport& report);
std::size_t open_problems(const EvidenceReport& report);

// `files` are those already made; the index cannot name itself.
std::string evidence_json(const EvidenceReport& report, const std::vector<EvidenceFile>& files);
std::string evidence_html(const EvidenceReport& report, const std::vector<EvidenceFile>& files);
std::string evidence_text(const EvidenceReport& report);

// What `sha256sum -c` reads.
std::string checksums(const std::vector<EvidenceFile>& files);

}  // namespace etalon::impl
