// SPDX-License-Identifier: Apache-2.0
// Floor 9. The trace matrix: requirement ↔ line of the spec ↔ code that cites it ↔ tests that ran, and every gap.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/status.hpp"
#include "report/requirements.hpp"

namespace etalon::impl {

// A test that ran and said which requirement it is evidence of, or a file of proofs that names it (tools/prove).
struct Evidence {
  std::string tag;
  std::string test;
  bool passed;
  bool current = true;  // not from before the last build

  bool is_proof() const { return test.starts_with("Proof."); }
};

struct TraceRow {
  Requirement requirement;
  std::vector<Citation> code;
  std::vector<Evidence> tests;

  // Which evidence of it passed: "test", "proof", "proof and test", or "nothing".
  std::string_view backing() const;
};

struct Trace {
  std::vector<TraceRow> rows;
  std::size_t tests = 0, proofs = 0;  // that left evidence of this build
  std::vector<std::string>
      outdated;                   // tests and proofs whose evidence is from before the last build: it does not count
  std::vector<std::string> gaps;  // sentences; empty when there is none
};

// Reads what tests left in a folder and in folders below it: one file per test, a line "TAG passed" or "TAG failed" for
// each tag it cites. A file that is older than a program of the build (in the folder bin beside) is about another
// build. A file with anything else means that the folder is not one of evidence.
Result<std::vector<Evidence>> read_evidence(const std::string& folder);

Trace make_trace(std::span<const Requirement> requirements, std::span<const Citation> code,
                 std::span<const Evidence> evidence);

std::string trace_text(const Trace& trace);
std::string trace_json(const Trace& trace);
std::string trace_html(const Trace& trace);

}  // namespace etalon::impl
