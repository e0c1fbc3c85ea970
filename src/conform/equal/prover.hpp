// SPDX-License-Identifier: Apache-2.0
// Floor 8. The two models side by side: which values are proved to be the same. See equal.hpp.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "conform/equal/draw.hpp"
#include "conform/equal/equal.hpp"
#include "trace/trace.hpp"

namespace etalon::impl {

// Values that have the same bits for every input are one class.
struct ValueClass {
  struct Made {
    std::uint32_t node, output;
  };

  Argument argument;
  std::shared_ptr<const Tensor> constant = {};  // where it does not depend on inputs
  bool is_input = false;
  bool is_quiet = false;             // no element is a NaN with a payload
  bool in[2] = {false, false};       // which models have a value of it
  std::optional<Made> made[2] = {};  // by which node of each, if by one

  bool is_shared() const { return in[0] && in[1]; }
};

// One of the models.
struct ModelSide {
  explicit ModelSide(const CheckedModel& one) : model(one), classes(one.graph->values.size(), none) {}

  static constexpr std::uint32_t none = ~0u;
  const CheckedModel& model;
  std::vector<std::uint32_t> classes;  // by value
  std::vector<DrawnRun> runs = {};     // by draw
};

class Prover {
 public:
  Prover(const CheckedModel& first, const CheckedModel& second, const EqualitySettings& settings);

  Equality prove();

 private:
  enum Which : unsigned { first, second };
  using Place = std::pair<std::uint32_t, unsigned>;  // a value, and how many shared ones are still looked through
  using TermsOf = std::map<Place, TermList>;

  void run_draws();
  void take_inputs();
  void take_nodes(Which which);
  std::uint32_t constant_class(Which which, std::shared_ptr<const Tensor> tensor);
  std::uint32_t new_class(Which which, const Argument& argument);
  void name_class(Which which, std::uint32_t value, std::uint32_t number, std::optional<ValueClass::Made> made);
  bool fold(Which which, std::uint32_t node);
  bool keeps_its_operand(Which which, std::uint32_t node);
  bool can_end_without_result(Which which, std::uint32_t n) const;
  void compare_conditions();
  std::vector<bool> settled_values() const;
  std::vector<std::uint32_t> operands_of(std::uint32_t value) const;  // of the second model
  bool is_same(std::uint32_t a, std::uint32_t b);                     // by the expressions of the two
  const TermList& terms_of_root(Which which, std::uint32_t value, unsigned through, TermsOf& known);
  std::string key_of(Which which, std::uint32_t node) const;
  bool prove_by_expression(std::uint32_t value, std::uint32_t node, std::uint32_t output);
  std::vector<std::uint32_t> candidates_of(std::uint32_t value) const;
  bool same_expressions(std::uint32_t a, std::uint32_t b, unsigned through, Joiner::Use use);
  bool is_cut(const ValueClass& one) const;
  std::optional<std::uint32_t> origin_of(const ValueClass& one) const;
  bool is_end(Which which, const ValueClass& one, unsigned through) const;
  std::uint64_t operations_below(Which which, std::uint32_t value, unsigned through, bool is_root,
                                 std::set<Place>& seen) const;
  TermList terms_of_class(std::uint32_t number) const;
  const TermList& terms_of(Which which, std::uint32_t value, unsigned through, bool is_root, TermsOf& known);
  std::string drawn_bits(Which which, std::uint32_t value) const;
  std::uint64_t number_of(const Call& call);
  std::vector<std::uint32_t> matched_outputs() const;  // numbers of the second model's, by the first's
  void judge_outputs();
  void find_not_shown(std::vector<std::uint32_t> open);
  void compare_runs();

  EqualitySettings settings_;
  ModelSide sides_[2];
  std::vector<ValueClass> classes_;
  std::map<std::string, std::vector<std::uint32_t>> by_key_;  // classes of the results of a node
  std::map<std::string, std::uint32_t> constants_;            // by content
  std::map<std::string, std::uint64_t> functions_;            // calls without their operands
  std::map<std::string, std::vector<std::uint32_t>>
      by_bits_;                              // values of the first model, by what they were when drawn
  std::vector<std::vector<Tensor>> inputs_;  // by draw, in the order of the first model's free inputs
  std::vector<bool> too_large_, failed_;     // by value of the second model: expressions were too long, or not the same
  std::uint64_t operations_ = 0, compared_ = 0;  // of expressions so far; pairs of terms
  std::optional<std::uint32_t> beside_;  // the node of the first model that computes the value at hand and others
  Joiner joiner_;
  Equality result_;
};

}  // namespace etalon::impl
