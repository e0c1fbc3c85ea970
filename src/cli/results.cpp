// SPDX-License-Identifier: Apache-2.0
// Floor 10. See results.hpp.
#include "cli/results.hpp"

#include <filesystem>

#include "base/quote.hpp"
#include "cli/model.hpp"
#include "report/evidence/release.hpp"

namespace etalon::impl::cli {

namespace fs = std::filesystem;

std::string program_prefix() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path().string();
}

Trace Results::trace() const {
  Trace matrix = make_trace(requirements(pages()), citations(), tests, proofs, vectors);
  matrix.release = release;
  return matrix;
}

EvidenceOptions or_installed(EvidenceOptions places) {
  std::error_code ignored;
  const fs::path installed = fs::path(program_prefix()) / "share" / "etalon" / "evidence";
  if (places.empty() && fs::exists(installed / bundle::list, ignored)) places.release = installed.string();
  return places;
}

Result<Results> read_results(EvidenceOptions places) {
  std::error_code ignored;
  Results results;
  if (!places.release.empty()) {
    const Result<std::string> verified = verify_bundle(places.release);
    if (!verified) return verified.finding();
    results.release = *verified;
    const fs::path root(places.release);
    places.evidence = (root / bundle::tests).string();
    for (auto [place, name] : {std::pair{&places.proofs, bundle::proofs}, {&places.vectors, bundle::vectors}})
      if (fs::exists(root / name, ignored)) *place = (root / name).string();
  }
  if (!places.evidence.empty()) {
    Result<std::vector<Evidence>> tests = read_evidence(places.evidence);
    if (!tests) return tests.finding();
    if (tests->empty())
      return misuse(impl::quoted(places.evidence) + " holds no evidence",
                    "run the tests first (ctest --preset release), name their folder with --evidence DIR, or install "
                    "the evidence "
                    "of the release (package etalon-evidence)");
    results.tests = std::move(*tests);
  }
  Result<std::vector<Proof>> proofs = read_proofs(places.proofs);
  if (!proofs) return proofs.finding();
  results.proofs = std::move(*proofs);
  if (places.vectors.empty()) return results;
  Result<std::vector<VectorCase>> vectors = read_vectors(places.vectors);
  if (!vectors) return vectors.finding();
  results.vectors = std::move(*vectors);
  return results;
}

}  // namespace etalon::impl::cli
