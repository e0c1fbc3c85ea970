// SPDX-License-Identifier: Apache-2.0
// Floor 5. See check.hpp. Nodes are taken in the order listed, which must be an order in which they can be computed.
#include "check/check.hpp"

#include <string>

namespace etalon::impl {
namespace {

class Checker {
 public:
  Checker(const Graph& graph, const Profile& profile)
      : graph_(graph), profile_(profile), state_(graph.values.size()), arguments_(graph.values.size()) {}

  void check_values() {
    for (std::uint32_t i = 0; i < graph_.values.size(); ++i) {
      const Value& value = graph_.values[i];
      if (value.sparse && profile_.rules.no_sparse)
        report(value, "GEN-ALL-SPARSE", "is a sparse tensor", "store it as a dense tensor");
      if (!profile_.rules.explicit_values) continue;
      if (!value.type) report(value, "GEN-ALL-TYPES", "declares no element type", "declare its type in value_info");
      if (!value.shape) report(value, "GEN-ALL-SHAPES", "declares no shape", "declare every dimension in value_info");
    }
  }

  void take_inputs() {
    for (std::uint32_t i : graph_.inputs) {
      const Value& value = graph_.values[i];
      if (state_[i] != State::unset)
        report(value, "GEN-GRAPH-SINGLE", "is an input of the graph twice", "list it once");
      state_[i] = value.type && value.shape ? State::known : State::unclear;
      if (value.type && value.shape)
        arguments_[i] = {*value.type, *value.shape};
      else if (!profile_.rules.explicit_values)  // else it has been reported among the values
        report(value, "GEN-ALL-SHAPES", "is a graph input without type or shape", "declare both");
    }
  }

  void take_node(std::uint32_t number) {
    node_ = number;
    const Node& node = graph_.nodes[number];
    const std::optional<Call> call = call_of(node);
    for (std::size_t k = 0; k < node.outputs.size(); ++k)
      take_output(node.outputs[k], call ? &call->outputs[k] : nullptr);
    if (call) calls.push_back(*call);
  }

  void check_outputs() {
    node_ = no_node;
    for (std::uint32_t i : graph_.outputs)
      if (state_[i] == State::unset)
        report(graph_.values[i], "GEN-GRAPH-ORDER", "is an output of the graph that no node computes",
               "remove it, or add the node that computes it");
  }

  std::vector<Finding> findings;
  std::vector<Call> calls;  // one a node, while nothing is wrong

 private:
  // `unclear`: what it should be was reported already, so that nothing that depends on it is reported again.
  enum class State : std::uint8_t { unset, unclear, known };

  std::optional<Call> call_of(const Node& node) {
    std::vector<Argument> inputs;
    bool clear = true;
    for (std::uint32_t i : node.inputs) {
      if (state_[i] == State::unset)
        report(graph_.values[i], "GEN-GRAPH-ORDER", "is used before it is computed",
               "list the nodes so that each comes after those it takes values from");
      clear = clear && state_[i] == State::known;
      inputs.push_back(arguments_[i]);
    }
    if (!clear) return std::nullopt;
    Result<Resolution> resolution = resolve(profile_, graph_.opset, node, inputs);
    if (!resolution) {
      findings.push_back(resolution.finding());
      findings.back().status.node = node_;
      return std::nullopt;
    }
    for (Finding& notice : resolution->notices) {
      notice.status.node = node_;
      findings.push_back(std::move(notice));
    }
    if (node.outputs.size() == resolution->call.outputs.size()) return std::move(resolution->call);
    Finding finding = error(Code::not_conformant, "GEN-ALL-ARITY",
                            node.operation + ": " + std::to_string(node.outputs.size()) + " outputs are given",
                            node.operation + " has " + std::to_string(resolution->call.outputs.size()));
    finding.status.node = node_;
    findings.push_back(std::move(finding));
    return std::nullopt;
  }

  void take_output(std::uint32_t i, const Argument* computed) {
    const Value& value = graph_.values[i];
    if (state_[i] != State::unset) {
      report(value, "GEN-GRAPH-SINGLE", "is computed twice", "give each result a name of its own");
      return;
    }
    state_[i] = computed != nullptr ? State::known : State::unclear;
    if (computed == nullptr) return;
    arguments_[i] = *computed;
    if (value.type && *value.type != computed->type)
      report(value, "GEN-ALL-ONETYPE", std::string("is declared ") + info(*value.type).name,
             "declare it " + std::string(info(computed->type).name));
    if (value.shape && *value.shape != computed->shape)
      report(value, "GEN-ALL-SHAPES",
             "is declared with shape " + to_string(*value.shape) + " but computed with shape " +
                 to_string(computed->shape),
             "correct the declaration");
  }

  void report(const Value& value, const char* rule, const std::string& what, std::string hint) {
    Finding finding = error(Code::not_conformant, rule, "value " + value.name + " " + what, std::move(hint));
    finding.status.node = node_;
    finding.value = value.name;
    findings.push_back(std::move(finding));
  }

  const Graph& graph_;
  const Profile& profile_;
  std::uint32_t node_ = no_node;     // the one at hand
  std::vector<State> state_;         // of each value
  std::vector<Argument> arguments_;  // what each known value has turned out to be
};

}  // namespace

Verdict check(Graph graph, const Profile& profile) {
  Checker checker(graph, profile);
  checker.check_values();
  checker.take_inputs();
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) checker.take_node(i);
  checker.check_outputs();
  Verdict verdict{std::move(checker.findings), std::nullopt};
  for (const Finding& finding : verdict.findings)
    if (finding.severity == Severity::error) return verdict;
  verdict.model = CheckedModel{std::move(graph), &profile, std::move(checker.calls)};
  return verdict;
}

}  // namespace etalon::impl
