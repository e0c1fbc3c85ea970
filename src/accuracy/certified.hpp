// SPDX-License-Identifier: Apache-2.0
// Floor 7. The certified error of one run of a large model ("ACC-ALL-RUN"): real values as balls of a few words beside
// what the reference computes, node by node; values are freed after their last use.
#pragma once

#include "accuracy/balls.hpp"
#include "accuracy/shadow.hpp"

namespace etalon::impl {

// Comparisons, maxima and the like of a node: how many there were, for how many the run's operands lead to another
// outcome than the real ones, and for how many that is not known.
struct DecisionCounts {
  std::uint64_t all = 0, otherwise = 0, unsettled = 0;
  DecisionCounts& operator+=(const DecisionCounts& other);
};

// The errors of all elements of one value together.
struct ValueError {
  Error largest;         // each number by itself is the largest of any element; tight if all are
  std::uint64_t at = 0;  // the element with the largest absolute error
  double radius = 0;     // the largest of the real values
  double size = 0;       // the largest magnitude computed
  std::uint64_t elements = 0, without_value = 0;  // of these the real value, or the computed one, is no number

  void take(const TensorView& computed, std::uint64_t i, const WordBall& real);
  ValueError& operator+=(const ValueError& later);  // of later elements
  double relative_to_size() const;                  // the largest absolute error in parts of the largest magnitude
};

struct CertifiedRun {
  unsigned words = 0;                      // of the balls
  std::vector<ValueError> values;          // by index into Graph::values; of those that nodes compute
  std::vector<DecisionCounts> decisions;   // by node
  Trail outputs;                           // computed, by index into Graph::values
  std::vector<std::vector<Error>> errors;  // likewise: of the outputs
  std::vector<RealBalls> real;             // likewise

  DecisionCounts all_decisions() const;
  bool is_tight(const Graph& graph) const;  // every error of an output
};

struct CertifySettings {
  KernelTable kernels = nullptr;  // of the run, with the bits of the references; none: the references
  unsigned words = 4, most_words = WordBall::most_words;
  std::uint32_t first_real = 0;  // nodes before this one are taken as computed, without an error
  bool with_decisions = true;
  Team* team = nullptr;        // with any number of threads the results are the same
  Progress on_node_done = {};  // with its operations
};

// An error of a computed element; see shadow.hpp.
Error error_of(const TensorView& computed, std::uint64_t i, const WordBall& real);
// At least so far is a computed element from the real one, which has a value.
double error_below(const TensorView& computed, std::uint64_t i, const WordBall& real);

// `inputs` by index into Graph::values. Words are added until the errors of all outputs are tight, or there are most.
Result<CertifiedRun> certify(const CheckedModel& model, const Trail& inputs, const Limits& limits,
                             const CertifySettings& settings = {});

}  // namespace etalon::impl
