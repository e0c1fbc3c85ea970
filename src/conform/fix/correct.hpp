// SPDX-License-Identifier: Apache-2.0
// Floor 8. A model that breaks rules of ONNX has no meaning that could be kept. What it must mean is plain where a
// declaration contradicts what a node computes, and where an axis is counted from the end in a version that counts from
// the front: these are corrected first ("FIX-ALL-CORRECT"), and the corrected model is what the fixed one is held
// against.
#pragma once

#include "check/check.hpp"
#include "graph/edit.hpp"

namespace etalon::impl {

struct Corrections {
  ModelEdit edit;                 // attributes; and, as `undeclared`, values whose declarations do not hold
  std::vector<Finding> findings;  // that are corrected

  bool empty() const { return findings.empty(); }
};

// The verdict on the corrected graph, which may still break rules.
Verdict correct(Verdict verdict, const Profile& profile, Corrections& corrections);

}  // namespace etalon::impl
