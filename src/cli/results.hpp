// SPDX-License-Identifier: Apache-2.0
// Floor 10. Which results of tests, proofs and vectors `etalon trace` and `etalon evidence` show.
#pragma once

#include "cli/verbs.hpp"
#include "report/evidence/trace.hpp"

namespace etalon::impl::cli {

struct Results {
  std::vector<Evidence> tests;
  std::vector<Proof> proofs;
  std::vector<VectorCase> vectors;
  std::string release = {};  // SHA-256 of the bundle that they are from; empty: they are the user's own

  Trace trace() const;  // of all requirements
};

// If the options name nothing, the bundle that is installed with the program, where there is one.
EvidenceOptions or_installed(EvidenceOptions places);

// Reads what the options name. A bundle is verified first, and its results are never mixed with others.
Result<Results> read_results(EvidenceOptions places);

// The folder above that of the program: a build tree, or the prefix of an installation.
std::string program_prefix();

}  // namespace etalon::impl::cli
