// SPDX-License-Identifier: Apache-2.0
// Floor 8. A model brought into a profile ("FIX-ALL-EDITS"): the edit, and what was done to each node. Whether the new
// model has the same bits is for conform/equal to prove.
#pragma once

#include <string>
#include <vector>

#include "conform/fix/correct.hpp"

namespace etalon::impl {

struct NodeFix {
  enum class Kind : std::uint8_t {
    kept,       // as it is, to the byte
    completed,  // the same operator, with attributes or operands given
    rewritten,  // other nodes
    folded,     // its results are constants
    removed,    // no output depends on it
    left,       // it cannot be written in the profile; `why` says so
  };

  std::uint32_t node;
  Kind kind;
  const char* tag = "";        // of the edit ("FIX-EDIT-…")
  std::string condition = {};  // what its bits rest on beside its operands
  std::string why = {};        // it is left
};

struct ModelFix {
  ModelEdit edit;
  std::vector<NodeFix> nodes;  // one for each
};

// Every row of the SONNX profiles holds at this operator set and version of the IR.
inline constexpr int fixed_opset = 15;
inline constexpr std::int64_t fixed_ir = 8;

struct FixTask {
  const Profile& target;
  bool is_bound = false;                     // not everything that the graph declares stands in the file
  std::uint64_t most = UINT64_MAX / 8;       // bytes, about, of the constants and nodes that are made
  const Corrections* corrections = nullptr;  // of the graph, which the file does not have
};

// Of a model that conforms to `onnx`. A finding where a node can neither be written in the profile nor stay as it is.
Result<ModelFix> fix_model(const CheckedModel& model, const FixTask& task);

}  // namespace etalon::impl
