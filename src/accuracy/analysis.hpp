// SPDX-License-Identifier: Apache-2.0
// Floor 7. The errors of a whole model: node by node what is introduced and what is propagated, measured where the
// inputs are known, bounded always.
#pragma once

#include "accuracy/bounds.hpp"
#include "accuracy/shadow.hpp"

namespace etalon::impl {

// What is known of one value of the model, element by element.
struct ValueErrors {
  std::optional<Tensor> low, high;      // the computed element lies between them; they are the same where it is known
  std::vector<double> bound;            // of |computed - real|; infinite where none can be given
  std::vector<bool> rounded_once = {};  // the computed element is the real value, rounded once; empty: none is
};

// What is known of one output of a node, element by element.
struct NodeErrors {
  std::uint32_t node = 0, output = 0;
  std::vector<double> introduced, propagated;  // bounds
  std::vector<Error> measured;                 // of the operator alone, on the node's computed operands; may be empty
  double a_priori = 0;                         // of every element, from shapes and magnitudes; 0 for integers
  Risks risks;
};

struct Analysis {
  std::shared_ptr<const CheckedModel> model;
  bool points = true;               // every input is known: values are computed, errors measured
  bool measured = false;            // so was what each node introduces, on its computed operands
  bool shadowed = false;            // the real values of the whole model were computed
  std::vector<ValueErrors> values;  // by index into Graph::values
  std::vector<double> seen;         // likewise: the largest magnitude of a computed number, over ranges at points
  std::uint64_t points_seen = 0;    // of them; 0 where there was no run at all
  std::vector<std::vector<Error>> errors;  // likewise, of the whole model up to there; empty where not measured
  Shadow shadow;                           // likewise
  std::vector<NodeErrors> results;         // of all nodes, in their order
};

// What is known of an input: a tensor, or a range for each of its elements.
struct InputKnowledge {
  std::optional<Tensor> low, high;     // the same twice where it is known
  std::vector<double> tolerance = {};  // how far each element's real value may be from it; empty: all are exact
};

// So many points of ranges are computed at most: a range grows with the errors, so that it does not tell whether they
// are large. One point of a large model has as many numbers as four of a small one.
inline constexpr unsigned points_of_ranges = 4;

// How many elementary operations a model may have. Real values grow from node to node, so that an operation of a shadow
// costs about a microsecond; what one node introduces is measured against exact sums of stored numbers, at a tenth of
// it. `looked` is for the points of ranges together, of which there is at least one.
struct Effort {
  std::uint64_t shadowed = std::uint64_t{1} << 25, measured = std::uint64_t{1} << 32, looked = std::uint64_t{1} << 22;
};

// A model of more elements than this, in all its values together, is not analysed: each takes some hundred bytes.
inline constexpr std::uint64_t most_analysed = std::uint64_t{1} << 26;
std::optional<Finding> too_large(const CheckedModel& model);

// `inputs` are by index into Graph::values; those of the model's inputs that have no initializer are there.
// `on_node_done` is called with the operations of each node for its bound, again for what it introduces, and again for
// the shadow, where these are computed.
Result<Analysis> analyse(const std::shared_ptr<const CheckedModel>& model, std::vector<InputKnowledge> inputs,
                         const Limits& limits, const Progress& on_node_done = {}, const Effort& effort = {});

}  // namespace etalon::impl
