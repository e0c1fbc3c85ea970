// SPDX-License-Identifier: Apache-2.0
// Floor 7. The errors of a whole model: node by node what is introduced and what is propagated, measured where the
// inputs are known, bounded always.
#pragma once

#include "accuracy/affine/form.hpp"
#include "accuracy/bounds.hpp"
#include "accuracy/contributions.hpp"
#include "accuracy/search.hpp"
#include "accuracy/shadow.hpp"

namespace etalon::impl {

// What is known of one value of the model, element by element.
struct ValueErrors {
  std::optional<Tensor> low, high;      // the computed element lies between them; they are the same where it is known
  std::vector<double> bound;            // of |computed - real|; infinite where none can be given; empty: none is wrong
  std::vector<bool> rounded_once = {};  // the computed element is the real value, rounded once; empty: none is
};

// Without an error.
ValueErrors known_value(const Tensor& tensor);
// A NaN or an infinity has no real value that it could be near to.
void unbind_what_is_not_a_number(ValueErrors& given);

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
  bool any_order = false;           // ranges and bounds are those of every admissible evaluation
  bool shadowed = false;            // the real values of the whole model were computed as rationals, and measured with
                                    // them: what each node introduces, and the errors of all values
  std::optional<CertifiedRun> run;  // of known inputs. Without a shadow there are errors of outputs only, and no bounds
  std::optional<Contributions> contributions;  // to the largest error of the run, where they were asked for
  std::optional<Reached> reached;              // over ranges, where a search was asked for
  std::vector<ValueErrors> values;             // by index into Graph::values
  std::vector<double> seen;       // likewise: the largest magnitude of a computed number, over ranges at points
  std::uint64_t points_seen = 0;  // of them; 0 where there was no run at all
  std::vector<std::vector<Error>> errors;  // likewise, of the whole model up to there; empty where not measured
  Shadow shadow;                           // likewise
  std::vector<NodeErrors> results;         // of all nodes, in their order

  bool has_bounds() const { return shadowed || !run; }  // otherwise `results` is empty, and values are outputs only
  bool has_errors() const { return shadowed || run; }   // of one run
  Enclosure real(std::uint32_t value, std::uint64_t i) const {  // where there are errors
    if (shadowed) return shadow.values[value][i];
    const RealBalls& balls = run->real[value];  // none of an input, or of a constant
    return enclosure_of(balls.empty() ? ball_of(values[value].low->view(), i) : balls[i]);
  }
};

// What may be computed instead of what the reference computes, on the same operands ("CON-ALL-WHOLE"): how far it can
// be from the real result, and from the reference's.
struct Admitted {
  double introduced, apart;
};
// Of an element of a result of that type, with number i over the reals; `own` bounds what the reference introduces, and
// may be infinite.
using AdmittedErrors = Admitted (*)(const Call& call, DType result, const OverReals& real, std::size_t i, double own);

// What is known of an input: a tensor, or a range for each of its elements.
struct InputKnowledge {
  std::optional<Tensor> low, high;     // the same twice where it is known
  std::vector<double> tolerance = {};  // how far each element's real value may be from it; empty: all are exact
};

// So many points of ranges are computed at most: a range grows with the errors, so that it does not tell whether they
// are large. One point of a large model has as many numbers as four of a small one.
inline constexpr unsigned points_of_ranges = 4;

// How many elementary operations a model may have. Real values as rationals grow from node to node, so that an
// operation of a shadow costs about a microsecond; as balls of a few words it costs some 15 ns. `looked` is for the
// points of ranges together, of which there is at least one.
struct Effort {
  std::uint64_t shadowed = std::uint64_t{1} << 25, certified = std::uint64_t{1} << 34, looked = std::uint64_t{1} << 22;
  KernelTable kernels = nullptr;  // of a certified run, with the bits of the references; none: the references
  unsigned groups = 0;            // of nodes whose contributions to the error of a certified run are computed
  FormLimits forms = {};          // over ranges and tolerances, in which errors are affine forms as far as they reach
  AdmittedErrors admitted = nullptr;     // then ranges and bounds are those of every admissible evaluation
  std::uint64_t searched = 0, seed = 1;  // inputs that are tried over ranges, for a large error
  Team* team = nullptr;                  // for them, and for a certified run
};

// Whether real values of one run can be computed: as balls at least.
bool is_certified(const CheckedModel& model, const Effort& effort);

// A model of more elements than this, in all its values together, is not analysed: each takes some hundred bytes. A
// certified run frees values after their last use, so that it is one value that may have so many.
inline constexpr std::uint64_t most_analysed = std::uint64_t{1} << 26;
std::optional<Finding> too_large(const CheckedModel& model);

// How values are bounded: `admitted` as in Effort; without limits there are no affine forms and no lengths of errors.
struct BoundSettings {
  AdmittedErrors admitted = nullptr;
  const FormLimits* forms = nullptr;
};
// The bounds of every value, in turn, from those of inputs and constants in analysis.values. `reference` has the values
// of a run on known inputs; it is empty over ranges. A finding where the elements of a result are not known to be
// these.
std::optional<Finding> bound_all(Analysis& analysis, const Trail& reference, const BoundSettings& settings,
                                 const Limits& limits, const Progress& on_node_done);

// `inputs` are by index into Graph::values; those of the model's inputs that have no initializer are there.
// `on_node_done` is called with the operations of each node for the certified run, again for its bound, for what it
// introduces, and for the shadow, where these are computed.
Result<Analysis> analyse(const std::shared_ptr<const CheckedModel>& model, std::vector<InputKnowledge> inputs,
                         const Limits& limits, const Progress& on_node_done = {}, const Effort& effort = {});

}  // namespace etalon::impl
