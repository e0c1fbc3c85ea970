// SPDX-License-Identifier: Apache-2.0
// Floor 8. A candidate's values held against a model: node by node where the candidate gives the operands of a node and
// its results, and as a whole ("CON-ALL-MODEL").
#pragma once

#include <array>
#include <functional>
#include <memory>

#include "accuracy/shadow.hpp"
#include "check/check.hpp"
#include "conform/cause/explain.hpp"
#include "conform/cause/stretch.hpp"
#include "conform/compare/claim.hpp"
#include "conform/judge/judge.hpp"

namespace etalon::impl {

// A node that was judged on the candidate's own operands.
struct ComparedNode {
  std::uint32_t node;
  JudgedCall judged;
  Explanation why;  // where bits differ from the reference
};

// An output of the model, held against the reference's own run.
struct ComparedValue {
  std::uint32_t value;
  std::uint64_t elements = 0, differing = 0, first_differing = 0, farthest_at = 0;
  Distance farthest = {};
  std::vector<Distance> distances = {};  // of the elements that differ, in their order
};

// A value whose node cannot be judged, since the candidate does not give its operands: it is held against what any
// admissible evaluation of the whole model can give ("CON-ALL-WHOLE").
struct HeldValue {
  std::uint32_t value;
  std::uint64_t within = 0, beyond = 0, not_judged = 0, first_beyond = 0;

  std::uint64_t elements() const { return within + beyond + not_judged; }
};

// An output of the deployed model, beside the run of a model that was changed to give intermediate values. Elements
// with the same bits are judged by the nodes of that run, others against the whole model ("CON-ALL-DEPLOYED").
struct DeployedValue {
  ComparedValue to_candidate, to_reference;
  HeldValue held = {};  // of elements that differ from the candidate's
};

// An output of the model: how far the candidate and the reference are from its real value ("CON-ALL-REAL"). Elements
// are counted by which of the two is nearer; a NaN or an infinity has no distance.
struct RealDistances {
  enum Nearer : std::uint8_t { by_candidate, by_reference, neither, not_told };

  std::uint32_t value;
  Error candidate = {}, reference = {};  // the largest distance, in each measure
  std::array<std::uint64_t, 4> nearer = {};
};

struct Comparison {
  std::shared_ptr<const CheckedModel> model;
  Trail reference = {};                         // by index into Graph::values
  Trail candidate = {};                         // likewise: its own values, inputs and constants
  std::vector<ComparedNode> nodes = {};         // in the graph's order
  std::vector<ComparedStretch> stretches = {};  // nodes that are not seen one by one
  std::vector<ComparedValue> outputs = {};      // of the model
  std::vector<HeldValue> held = {};             // given, but not by a node that was judged
  std::vector<DeployedValue> deployed = {};     // where that run is given, too
  std::vector<RealDistances> reals = {};        // of outputs, where real values were computed
  std::vector<Accumulation> replicates = {};
  std::uint64_t unseen = 0;   // nodes that the candidate's values do not reach
  std::uint64_t missing = 0;  // elements of outputs that the candidate does not give

  Claim claim() const;
  const ComparedNode* first_divergence() const;  // the first node that differs on the same operands
  const Explanation* first_explanation() const;  // of that node, or else of the first stretch that differs
};

// What a value that a node computes is; nothing for any other value.
std::optional<Argument> argument_of(const CheckedModel& model, std::uint32_t value);

// `inputs` are those of the model and `candidate` what the candidate computed, both by index into Graph::values.
Result<Comparison> compare(const std::shared_ptr<const CheckedModel>& model, Trail inputs, const Trail& candidate,
                           Team* team = nullptr, const Progress& on_node_done = {});

// Adds the outputs of the deployed model, by index into Graph::values. A finding where the candidate lacks one of them.
std::optional<Finding> add_deployed(Comparison& comparison, const Trail& deployed);

}  // namespace etalon::impl
