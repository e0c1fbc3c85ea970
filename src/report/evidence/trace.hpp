// SPDX-License-Identifier: Apache-2.0
// Floor 9. The trace matrix: requirement ↔ line of the spec ↔ code that cites it ↔ tests, proofs and vectors, and every
// gap.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.hpp"
#include "report/evidence/requirements.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {

// A test that ran and said which requirement it is evidence of, or a file of proofs that names it (tools/prove).
struct Evidence {
  std::string tag;
  std::string test;
  bool passed;
  bool current = true;  // not from before the last build

  bool is_proof() const { return test.starts_with("Proof."); }
};

// The goals of a file that state a requirement, as proofs/requirements.txt has it.
struct Proof {
  std::string tag;
  std::string file;
  std::vector<std::string> goals;
  std::optional<bool> proved;  // nothing: no result is at hand that is about this text
};

// A conformance case (`etalon vectors`): a model with operands and the result that an oracle gives. It is there to be
// run against any implementation; that it exists shows nothing yet.
struct VectorCase {
  std::string name;
  std::vector<std::string> tags;
};

struct TraceRow {
  Requirement requirement;
  std::vector<Citation> code;
  std::vector<Evidence> tests;
  std::vector<Proof> proofs;
  std::vector<std::string> vectors = {};  // names of cases
  std::string because = {};               // of a matrix for one model: why the requirement applies

  // Which evidence of it passed: "test", "proof", "proof and test", or "nothing".
  std::string_view backing() const;
};

struct Trace {
  std::vector<TraceRow> rows;
  std::size_t tests = 0, proofs = 0, vectors = 0;  // tests of this build, files with something proved, cases
  std::vector<std::string>
      outdated;                   // tests and proofs whose evidence is from before the last build: it does not count
  std::vector<std::string> gaps;  // sentences; empty when there is none
  std::string release = {};       // SHA-256 of the bundle whose results these are; empty: they are the user's own
};

// Reads what tests left in a folder and in folders below it: one file per test, a line "TAG passed" or "TAG failed" for
// each tag it cites. A file that is older than a program of the build (in the folder bin beside) is about another
// build. A file with anything else means that the folder is not one of evidence.
Result<std::vector<Evidence>> read_evidence(const std::string& folder);

// Every line of proofs/requirements.txt. What became of it is in the file that tools/prove wrote, which counts only if
// it is about the text that this program was built from; no file: nothing is known.
Result<std::vector<Proof>> read_proofs(const std::string& file);

// The cases of a folder that `etalon vectors` wrote.
Result<std::vector<VectorCase>> read_vectors(const std::string& folder);

Trace make_trace(std::span<const Requirement> requirements, std::span<const Citation> code,
                 std::span<const Evidence> evidence, std::span<const Proof> proofs = {},
                 std::span<const VectorCase> vectors = {});

inline std::string place(std::string_view file, unsigned line) {
  return std::string(file) + ":" + std::to_string(line);
}
std::string trace_summary(const Trace& trace);  // one line, in numbers
std::string trace_text(const Trace& trace);
std::string trace_json(const Trace& trace, const Identity& identity = {});
std::string trace_html(const Trace& trace, const Identity& identity = {});

}  // namespace etalon::impl
