// SPDX-License-Identifier: Apache-2.0
// Floor 8. See fix.hpp.
#include "conform/fix/fix.hpp"

#include <algorithm>
#include <set>

#include "conform/fix/rewriter.hpp"
#include "conform/judge/judge.hpp"

namespace etalon::impl {
namespace {

class Fixer {
 public:
  Fixer(const CheckedModel& model, const Profile& target)
      : model_(model),
        graph_(*model.graph),
        draft_(target, static_cast<int>(std::max<std::int64_t>(fixed_opset, graph_.operator_set().value_or(1)))) {}

  ModelFix fix() {
    take_constants();
    find_needed();
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) result_.nodes.push_back(fix_node(n));
    finish_constants();
    finish_declarations();
    if (graph_.operator_set() != draft_.opset) result_.edit.opset = draft_.opset;
    if (graph_.ir_version < fixed_ir) result_.edit.ir_version = fixed_ir;
    return std::move(result_);
  }

 private:
  const std::string& name_of(std::uint32_t value) const { return graph_.values[value].name; }

  void take_constants() {
    for (const std::uint32_t input : free_inputs(graph_))
      draft_.values[name_of(input)] = {{*graph_.values[input].type, *graph_.values[input].shape}, {}};
    for (const auto& [value, constant] : graph_.initializers) {
      auto tensor = std::make_shared<Tensor>(constant.type, constant.shape);
      decode(constant, tensor->view());
      draft_.values[name_of(value)] = {{constant.type, constant.shape}, std::move(tensor)};
      in_file_.insert(name_of(value));
    }
  }

  // Nodes that an output depends on.
  void find_needed() {
    std::vector<bool> values(graph_.values.size());
    for (const std::uint32_t output : graph_.outputs) values[output] = true;
    needed_.resize(graph_.nodes.size());
    for (std::size_t n = graph_.nodes.size(); n-- > 0;) {
      const Node& node = graph_.nodes[n];
      needed_[n] = std::ranges::any_of(node.outputs, [&](std::uint32_t value) { return values[value]; });
      if (needed_[n])
        for (const std::uint32_t value : node.inputs) values[value] = true;
    }
  }

  NodeFix fix_node(std::uint32_t n) {
    using enum NodeFix::Kind;
    const Node& node = graph_.nodes[n];
    const Call& call = model_.calls[n];
    Names inputs, outputs;
    for (std::size_t k = 0; k < call.inputs.size(); ++k)
      inputs.push_back(call.inputs[k] ? name_of(node.inputs[k]) : "");
    for (std::size_t k = 0; k < call.outputs.size(); ++k) {
      outputs.push_back(call.outputs[k] ? name_of(node.outputs[k]) : "");
      if (call.outputs[k]) draft_.values[outputs.back()] = {*call.outputs[k], {}};
    }
    std::vector<NewNode>& instead = result_.edit.nodes[n];
    if (!needed_[n]) return {n, removed};
    if (fold(call, inputs, outputs, instead)) return {n, folded, instead.size()};
    Rewriter rewriter(draft_, call, inputs, outputs);
    if (const auto why = rewrite_of(*call.op)(rewriter)) {
      result_.edit.nodes.erase(n);
      use(inputs);
      return {n, left, 1, *why};
    }
    instead = rewriter.take_nodes();
    for (const NewNode& one : instead) use(one.inputs);
    if (instead.size() == 1 && instead[0].operation == node.operation) {
      if (!node.name.empty() && names_.insert(node.name).second) instead[0].name = node.name;
      if (is_same(instead[0], node, inputs, outputs)) {
        result_.edit.nodes.erase(n);
        return {n, kept, 1};
      }
      return {n, completed, 1};
    }
    return {n, rewritten, instead.size()};
  }

  static bool is_same(const NewNode& one, const Node& node, const Names& inputs, const Names& outputs) {
    if (one.name != node.name || one.inputs != inputs || one.outputs != outputs) return false;
    if (node.inputs.size() != inputs.size() || node.outputs.size() != outputs.size()) return false;
    if (one.attributes.size() != node.attributes.size()) return false;
    return std::ranges::all_of(one.attributes, [&](const Attribute& wanted) {
      return std::ranges::any_of(node.attributes, [&](const Attribute& given) {
        return given.name == wanted.name && same_value(given.value, wanted.value);
      });
    });
  }
  static bool same_value(const AttributeValue& a, const AttributeValue& b) {
    if (a.index() != b.index()) return false;
    if (const auto* x = std::get_if<std::int64_t>(&a)) return *x == std::get<std::int64_t>(b);
    if (const auto* x = std::get_if<float>(&a)) return *x == std::get<float>(b);
    if (const auto* x = std::get_if<std::string>(&a)) return *x == std::get<std::string>(b);
    if (const auto* x = std::get_if<std::vector<std::int64_t>>(&a)) return *x == std::get<std::vector<std::int64_t>>(b);
    return false;
  }

  // Results that do not depend on inputs become constants, computed by the reference.
  bool fold(const Call& call, const Names& inputs, const Names& outputs, std::vector<NewNode>& instead) {
    std::vector<TensorView> operands;
    bool are_constant = true;
    for (const std::string& input : inputs) {
      const Tensor* known = input.empty() ? nullptr : draft_.value(input).constant.get();
      are_constant = are_constant && (input.empty() || known != nullptr);
      operands.push_back(known != nullptr ? known->view() : no_tensor);
    }
    std::vector<Tensor> results;
    if (are_constant) {
      Computed computed = compute(call, operands);
      if (!computed.status.ok()) return false;
      results = std::move(computed.outputs);
    } else if (call.op->writes()) {
      results.emplace_back(call.outputs[0]->type, call.outputs[0]->shape);
      call.op->write(call, results[0].data());
    } else {
      return false;
    }
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      if (outputs[k].empty()) continue;
      const bool is_output =
          std::ranges::any_of(graph_.outputs, [&](std::uint32_t output) { return name_of(output) == outputs[k]; });
      if (is_output) {  // which a node computes
        Rewriter rewriter(draft_, call, {}, {outputs[k]});
        rewriter.pass_on(rewriter.constant(std::move(results[k])));
        for (NewNode& one : rewriter.take_nodes()) {
          use(one.inputs);
          instead.push_back(std::move(one));
        }
      } else {
        draft_.values[outputs[k]].constant = std::make_shared<const Tensor>(std::move(results[k]));
      }
    }
    return true;
  }

  void use(const Names& values) {
    for (const std::string& name : values)
      if (!name.empty() && draft_.value(name).constant != nullptr) used_.insert(name);
  }

  void finish_constants() {
    for (const std::string& name : used_)
      if (!in_file_.contains(name)) result_.edit.constants[name] = draft_.value(name).constant;
    for (const std::string& name : in_file_)
      if (!used_.contains(name) && !is_output(name)) result_.edit.removed_constants.insert(name);
    const std::vector<std::uint32_t> free = free_inputs(graph_);
    for (const std::uint32_t input : graph_.inputs)
      if (std::ranges::find(free, input) == free.end()) result_.edit.removed_inputs.insert(name_of(input));
  }
  bool is_output(const std::string& name) const {
    return std::ranges::any_of(graph_.outputs, [&](std::uint32_t output) { return name_of(output) == name; });
  }

  // Every value that a node computes is declared, and no other.
  void finish_declarations() {
    std::set<std::string> computed;
    const auto declare = [&](const std::string& name) {
      if (name.empty()) return;
      computed.insert(name);
      const Argument& is = draft_.value(name).argument;
      result_.edit.declared[name] = {is.type, is.shape};
    };
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
      const auto found = result_.edit.nodes.find(n);
      if (found == result_.edit.nodes.end())
        for (const std::uint32_t value : graph_.nodes[n].outputs) declare(name_of(value));
      else
        for (const NewNode& node : found->second)
          for (const std::string& name : node.outputs) declare(name);
    }
    for (const std::uint32_t input : free_inputs(graph_)) declare(name_of(input));
    for (const std::uint32_t value : graph_.declared)
      if (!computed.contains(name_of(value))) result_.edit.undeclared.insert(name_of(value));
  }

  const CheckedModel& model_;
  const Graph& graph_;
  Draft draft_;
  std::vector<bool> needed_;
  std::set<std::string> in_file_, used_, names_;
  ModelFix result_;
};

}  // namespace

Result<ModelFix> fix_model(const CheckedModel& model, const Profile& target) {
  if (std::ranges::any_of(model.graph->nodes, [](const Node& node) { return node.in_branch; }))
    return error(Code::not_judged, "FIX-ALL-EDITS", "the model has nodes in branches, which are not written yet",
                 "replace If by the nodes of the branch that is taken");
  return Fixer(model, target).fix();
}

}  // namespace etalon::impl
