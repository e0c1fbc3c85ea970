// SPDX-License-Identifier: Apache-2.0
// Floor 8. What an operator's facet `alternatives` says: what other implementations compute instead of it, beyond what
// follows from its types and its bound ("CON-ALL-CAUSE").
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "conform/cause/changes.hpp"
#include "conform/requantise/channel.hpp"

namespace etalon::impl {

// Operands that the results of a call are linear in: weights, whose first axis is that of the features, and a bias.
struct LinearOperands {
  std::size_t weights, bias;
};

// Two calls of which the second alone takes the results of the first, and multiplies and shifts each feature.
struct FoldablePair {
  const Call& first;
  LinearOperands at;  // of the first
  const Call& second;
};
// The weights and the bias with which the first call does what both do.
struct FoldedOperands {
  Tensor weights, bias;
};

// How a call is computed on integers, where its operands are dequantised and its result is quantised: an operator with
// the operands of QLinearConv, which takes x and w in these shapes.
struct IntegerForm {
  const char* name;
  Shape x, w;
  unsigned channel_axis;          // of the second operand: along it each channel may have a scale of its own
  bool transposes = false;        // the second operand is a matrix, whose transpose it takes
  bool keeps_attributes = false;  // they are those of the call
};

struct OperatorAlternatives {
  void (*add_changes)(const Call& call, std::vector<Change>& changes) = nullptr;
  // Of an operator into which another one can be folded.
  std::optional<LinearOperands> linear = {};
  // Of an operator that can be folded into the one before it: whether it can be into this one, and what comes of the
  // operands of both, computed in the given type and with an alternative.
  bool (*can_fold)(const FoldablePair& pair) = nullptr;
  FoldedOperands (*fold)(const FoldablePair& pair, std::span<const TensorView> of_first,
                         std::span<const TensorView> of_second, DType in, const Alternative& alternative) = nullptr;
  // Of an operator that multiplies its first operand by weights.
  const SumFacet* sums = nullptr;
  // Of an operator that can be computed on integers; nothing where the call cannot.
  std::optional<IntegerForm> (*on_integers)(const Call& call) = nullptr;
};
const OperatorAlternatives& alternatives_of(const Operator& op);

}  // namespace etalon::impl
