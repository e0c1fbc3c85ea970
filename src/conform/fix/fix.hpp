// SPDX-License-Identifier: Apache-2.0
// Floor 8. A model brought into a profile ("FIX-ALL-EDITS"): the edit, and what was done to each node. Whether the new
// model has the same bits is for conform/equal to prove.
#pragma once

#include <string>
#include <vector>

#include "check/check.hpp"
#include "graph/edit.hpp"

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
  std::size_t nodes = 0;  // that stand for it
  std::string why = {};
};

struct ModelFix {
  ModelEdit edit;
  std::vector<NodeFix> nodes;  // one for each
};

// Every row of the SONNX profiles holds at this operator set and version of the IR.
inline constexpr int fixed_opset = 15;
inline constexpr std::int64_t fixed_ir = 8;

// Of a model that conforms to `onnx`. A finding where the file has parts that no edit can name yet.
Result<ModelFix> fix_model(const CheckedModel& model, const Profile& target);

}  // namespace etalon::impl
