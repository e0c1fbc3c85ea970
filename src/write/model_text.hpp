// SPDX-License-Identifier: Apache-2.0
// Floor 8. The parts of a project that compute: what its nodes are in C, where its values lie, and the text of model.h,
// model.c and weights.c, with the bytes that lie beside them.
#pragma once

#include <map>
#include <set>

#include "run/layout.hpp"
#include "write/project.hpp"

namespace etalon::impl {

struct WrittenNode {
  std::uint32_t node;
  WrittenFunction function;
};

struct Weight {
  std::string name;
  TensorView elements;
  std::uint32_t value;  // the first that has them
};

class ModelText {
 public:
  // Writes all nodes and lays out their values.
  static Result<ModelText> make(const Plan& plan, const ProjectSettings& settings);

  std::string header() const;           // model.h
  std::string code();                   // model.c
  Result<std::string> weights() const;  // weights.c: tables, or what loads them
  bool has_weights_apart() const { return settings_.weights_apart && !weights_.empty(); }
  const std::string& stored_weights() const { return stored_; }  // weights.bin
  std::vector<std::string> headers() const;                      // of scalar/ that model.h includes
  const std::vector<WrittenNode>& nodes() const { return nodes_; }
  ProjectNeeds needs() const;
  std::string signature() const;                               // of the entry point
  std::string loader_signature() const;                        // of what loads the weights that lie apart
  std::string ok() const { return settings_.prefix + "_ok"; }  // enumerators of model.h
  std::string other_weights() const { return settings_.prefix + "_other_weights"; }
  std::string refused(std::uint32_t node, const std::string& rule) const;
  // Lines of model.c that belong to each of the nodes, from 1; known when the code has been made.
  const std::vector<std::pair<std::size_t, std::size_t>>& lines() const { return lines_; }

 private:
  ModelText(const Plan& plan, const ProjectSettings& settings)
      : plan_(plan), settings_(settings), model_(plan.model()), graph_(*model_.graph) {}

  std::optional<Finding> write_nodes();
  std::optional<Finding> write_node(std::uint32_t n);
  static bool can_be_refused(const Call& call, std::span<const TensorView> known);
  std::string comment_of(std::uint32_t n) const;
  void drop_unused();
  void add_copies();
  bool is_constant(std::uint32_t value) const { return layout_.places[value].region == ValuePlace::constant; }
  TensorView constant(std::uint32_t value) const;
  std::string place_of(std::uint32_t value) const;  // as an argument of a call
  std::string entry_contract() const;
  std::string entry() const;
  std::vector<std::string> statuses() const;
  const Weight& weight_of(std::uint32_t value);
  std::optional<Finding> store_weights();
  Result<std::string> tables() const;
  std::string loader() const;

  const Plan& plan_;
  const ProjectSettings& settings_;
  const CheckedModel& model_;
  const Graph& graph_;
  Layout layout_;
  std::vector<WrittenNode> nodes_;
  struct Copy {
    WrittenFunction function;
    std::uint32_t output;
  };
  std::vector<Copy> copies_;
  std::vector<Weight> weights_;
  std::string stored_, checksum_;  // of weights that lie apart; the latter as C has it
  std::map<std::uint32_t, std::size_t> weight_of_value_;
  std::vector<std::pair<std::uint32_t, std::string>> refusals_;  // node and rule
  std::vector<std::pair<std::size_t, std::size_t>> lines_;
};

Finding not_written(const std::string& what, const std::string& hint);

// Tags of the requirements that a call was checked against.
std::set<std::string> requirements_of(const Call& call);

std::string capitals(std::string text);

// A name of the model in a comment: letters, digits and few signs; others as %XX.
std::string in_comment(std::string_view name);

}  // namespace etalon::impl
