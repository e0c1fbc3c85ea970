// SPDX-License-Identifier: Apache-2.0
// Floor 7. Affine forms beside the bounds of an analysis: those of each value from the node that computes it to the
// last one that uses it.
#pragma once

#include "accuracy/affine/run.hpp"
#include "accuracy/analysis.hpp"

namespace etalon::impl {

// Values as affine forms, as far as these are used.
struct NodeForms {
  AffineRun* run = nullptr;
  std::vector<const AffineRun::Values*> operands = {};  // null: a constant, or omitted
  std::vector<AffineRun::Values> results = {};
};

// The smaller of both propagated errors counts. Whether all of them have a bound.
bool lower_by_forms(const Call& call, std::span<const RealOperand> reals, NodeForms& forms,
                    std::vector<OverReals>& outputs);

// The affine forms of all values while they are in use.
class FormsOfValues {
 public:
  FormsOfValues(const Analysis& analysis, const FormLimits* limits, AffineRun::Of of);  // null: no forms at all
  NodeForms begin(std::uint32_t node);
  // With the bounds of the node's results, which may become smaller. Where the node was beyond the limits, no forms are
  // used any more.
  void end(std::uint32_t node, NodeForms& forms, std::span<const NodeErrors> nodes, std::span<ValueErrors> results);

 private:
  const Graph& graph_;
  const std::vector<Call>& calls_;
  std::optional<AffineRun> run_;
  std::vector<AffineRun::Values> values_;  // by number; none of a constant
  std::vector<std::uint32_t> uses_;
};

}  // namespace etalon::impl
