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
  std::vector<Error> measured;                 // of the operator alone, on the node's computed operands
  double a_priori = 0;                         // of every element, from shapes and magnitudes; 0 for integers
  Risks risks;
};

struct Analysis {
  std::shared_ptr<const CheckedModel> model;
  bool points = true;                      // every input is known: values are computed, errors measured
  bool shadowed = false;                   // the real values were computed
  std::vector<ValueErrors> values;         // by index into Graph::values
  std::vector<std::vector<Error>> errors;  // likewise, of the whole model up to there; empty where not measured
  Shadow shadow;                           // likewise
  std::vector<NodeErrors> results;         // of all nodes, in their order
};

// What is known of an input: a tensor, or a range for each of its elements.
struct InputKnowledge {
  std::optional<Tensor> low, high;     // the same twice where it is known
  std::vector<double> tolerance = {};  // how far each element's real value may be from it; empty: all are exact
};

// A model of more elementary operations than this is not shadowed: each costs about a microsecond in exact numbers.
inline constexpr std::uint64_t most_shadowed = std::uint64_t{1} << 25;

// A model of more elements than this, in all its values together, is not analysed: each takes some hundred bytes.
inline constexpr std::uint64_t most_analysed = std::uint64_t{1} << 25;
std::optional<Finding> too_large(const CheckedModel& model);

// `inputs` are by index into Graph::values; those of the model's inputs that have no initializer are there. If the
// model is shadowed, `on_node_done` is called with twice its operations in total.
Result<Analysis> analyse(const std::shared_ptr<const CheckedModel>& model, std::vector<InputKnowledge> inputs,
                         const Limits& limits, const Progress& on_node_done = {});

}  // namespace etalon::impl
