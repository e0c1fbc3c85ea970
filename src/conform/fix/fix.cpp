// SPDX-License-Identifier: Apache-2.0
// Floor 8. See fix.hpp.
#include "conform/fix/fix.hpp"

#include <algorithm>
#include <set>

#include "base/quote.hpp"
#include "conform/fix/rewriter.hpp"
#include "conform/judge/judge.hpp"

namespace etalon::impl {
namespace {

class Fixer {
 public:
  Fixer(const CheckedModel& model, const FixTask& task)
      : model_(model),
        graph_(*model.graph),
        task_(task),
        draft_(task.target, static_cast<int>(std::max<std::int64_t>(fixed_opset, graph_.operator_set().value_or(1))),
               task.most) {}

  Result<ModelFix> fix() {
    name_values();
    take_constants();
    if (!task_.target.rules.explicit_values) return corrected();
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
      result_.nodes.push_back(fix_node(n));
      if (refusal_) return *std::move(refusal_);
    }
    remove_unused();
    finish_constants();
    finish_declarations();
    if (graph_.operator_set() != draft_.opset) result_.edit.opset = draft_.opset;
    if (graph_.ir_version < fixed_ir) result_.edit.ir_version = fixed_ir;
    if (graph_.unnamed) result_.edit.graph_name = "graph";
    return std::move(result_);
  }

 private:
  using Kind = NodeFix::Kind;
  static constexpr std::uint64_t most_folded = 10000000000;  // operations

  const std::string& name_of(std::uint32_t value) const { return value_names_[value]; }

  // A branch may have names that another one has too: each value of the new graph gets one of its own.
  void name_values() {
    std::vector<bool> is_there(graph_.values.size());
    is_used_.resize(graph_.values.size());
    for (const Node& node : graph_.nodes) {
      for (const std::uint32_t value : node.inputs) is_there[value] = is_used_[value] = true;
      for (const std::uint32_t value : node.outputs) is_there[value] = true;
    }
    for (const std::uint32_t output : graph_.outputs) is_used_[output] = true;
    for (const Value& value : graph_.values) {
      value_names_.push_back(value.name);
      if (!value.in_branch) draft_.names.insert(value.name);
    }
    for (std::size_t i = 0; i < graph_.values.size(); ++i) {
      if (!graph_.values[i].in_branch || !is_there[i]) continue;
      for (unsigned k = 2; !draft_.names.insert(value_names_[i]).second; ++k)
        value_names_[i] = graph_.values[i].name + "_" + std::to_string(k);
    }
    for (const std::uint32_t output : graph_.outputs) outputs_.insert(name_of(output));
    for (const Node& node : graph_.nodes) draft_.names.insert(node.name);
  }

  void take_constants() {
    for (const std::uint32_t input : free_inputs(graph_))
      draft_.values[name_of(input)] = {{*graph_.values[input].type, *graph_.values[input].shape}};
    for (const auto& [value, constant] : graph_.initializers) {
      draft_.values[name_of(value)] = {{constant.type, constant.shape}, {}, &constant};
      if (graph_.values[value].in_branch) continue;
      in_file_.insert(name_of(value));
      draft_.add_constant(name_of(value));
    }
  }

  // Of the operands and results of a node, "" where one is omitted. The results are values of the draft from now on.
  std::pair<Names, Names> names_of(std::uint32_t n) {
    const Node& node = graph_.nodes[n];
    const Call& call = model_.calls[n];
    std::pair<Names, Names> names;
    for (std::size_t k = 0; k < call.inputs.size(); ++k)
      names.first.push_back(call.inputs[k] ? name_of(node.inputs[k]) : "");
    for (std::size_t k = 0; k < call.outputs.size(); ++k) {
      names.second.push_back(call.outputs[k] ? name_of(node.outputs[k]) : "");
      if (call.outputs[k]) draft_.values[names.second.back()] = {*call.outputs[k]};
    }
    return names;
  }

  NodeFix fix_node(std::uint32_t n) {
    const Node& node = graph_.nodes[n];
    const Call& call = model_.calls[n];
    const auto [inputs, outputs] = names_of(n);
    std::vector<NewNode> instead;
    if (fold(call, inputs, outputs, instead)) {
      replace(n, std::move(instead));
      return {n, Kind::folded, "FIX-EDIT-FOLD", depends_on_policy(call) ? policy_of(call) : ""};
    }
    // Results behind the first one that nothing takes need not be there.
    Names wanted = outputs;
    for (std::size_t k = 1; k < wanted.size(); ++k)
      if (call.outputs[k] && !is_used_[node.outputs[k]]) wanted[k].clear();
    while (wanted.size() > 1 && wanted.back().empty()) wanted.pop_back();
    Rewriter rewriter(draft_, call, inputs, wanted);
    if (auto why = rewrite_of(*call.op)(rewriter)) return leave(n, inputs, outputs, *std::move(why));
    instead = rewriter.take_nodes();
    if (instead.size() != 1 || instead[0].operation != node.operation) {
      replace(n, std::move(instead));
      return {n, Kind::rewritten, rewriter.tag(), rewriter.condition()};
    }
    if (!node.name.empty() && node_names_.insert(node.name).second) instead[0].name = node.name;
    if (stands_in_file(n) && is_same(instead[0], node, inputs, outputs)) return {n, Kind::kept};
    replace(n, std::move(instead));
    return {n, Kind::completed, rewriter.tag(), rewriter.condition()};
  }

  // A profile that leaves models as open as ONNX does needs nothing but what is corrected, and what is bound.
  ModelFix corrected() {
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
      const auto [inputs, outputs] = names_of(n);
      result_.nodes.push_back({n, Kind::kept});
      if (stands_in_file(n)) continue;
      const Node& node = graph_.nodes[n];
      replace(n, {{node.operation, node.name, inputs, outputs, node.attributes}});
      result_.nodes[n] = {n, Kind::completed, "FIX-ALL-CORRECT"};
    }
    if (task_.corrections != nullptr)
      for (const std::string& name : task_.corrections->edit.undeclared)
        result_.edit.declared[name] = {draft_.value(name).argument.type, draft_.value(name).argument.shape};
    if (!task_.is_bound) return std::move(result_);
    for (const std::uint32_t value : graph_.bound)
      result_.edit.constants[name_of(value)] = draft_.constant_of(name_of(value));
    finish_inputs();
    finish_declarations();
    return std::move(result_);
  }

  bool stands_in_file(std::uint32_t n) const {
    return !graph_.nodes[n].in_branch &&
           (task_.corrections == nullptr || !task_.corrections->edit.attributes.contains(n));
  }

  void replace(std::uint32_t n, std::vector<NewNode> instead) {
    result_.edit.nodes[n] = {graph_.nodes[n].offset, std::move(instead)};
  }

  static std::string policy_of(const Call& call) {
    return std::string("sums are accumulated ") + accumulation_names[static_cast<unsigned>(call.choices.accumulation)];
  }

  // A node that the profile does not have is written as ONNX has it in the operator set of the new model.
  NodeFix leave(std::uint32_t n, const Names& inputs, const Names& outputs, std::string why) {
    const Node& node = graph_.nodes[n];
    const Call& call = model_.calls[n];
    if (row_for(model_.profile, draft_.opset, *call.op) != call.row) {
      Rewriter rewriter(draft_, call, inputs, outputs);
      if (!rewriter.as_in(model_.profile))
        refusal_ =
            error(Code::not_conformant, "FIX-ALL-LEFT",
                  call.op->name + std::string(" ") + quoted(node.name, 60) + " cannot be written in the profile (" +
                      why + "), and operator set " + std::to_string(draft_.opset) + " does not have it as it is",
                  "raise the operator set of the model, or replace the node");
      std::vector<NewNode> instead = rewriter.take_nodes();
      if (!instead.empty()) instead[0].name = node.name;
      replace(n, std::move(instead));
    } else if (!stands_in_file(n)) {
      replace(n, {{node.operation, node.name, inputs, outputs, node.attributes}});
    }
    return {n, Kind::left, "FIX-ALL-LEFT", "", std::move(why)};
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

  // Whether the constants would be small enough, and soon computed.
  bool is_foldable(const Call& call) const {
    std::uint64_t bytes = 0;
    for (const std::optional<Argument>& output : call.outputs)
      if (output) bytes += bytes_of(*output);
    return draft_.affords(bytes) && operations_of(call) <= most_folded;
  }

  // Copies of a constant stay copies, which take less room in the file (Rewriter::expanded).
  static bool joins_copies(const Call& call, const Names& inputs) {
    return call.op->name == std::string_view("Concat") && is_floating(call.outputs[0]->type) && inputs.size() > 1 &&
           std::ranges::all_of(inputs, [&](const std::string& input) { return input == inputs[0]; });
  }

  // Results that do not depend on inputs become constants, computed by the reference.
  bool fold(const Call& call, const Names& inputs, const Names& outputs, std::vector<NewNode>& instead) {
    const bool are_constant = std::ranges::all_of(
        inputs, [&](const std::string& input) { return input.empty() || draft_.value(input).is_constant(); });
    std::vector<Tensor> results;
    if (!is_foldable(call) || joins_copies(call, inputs)) return false;
    // An output is what a node computes: a Reshape of the constant, which stays if it is there.
    if (outputs_.contains(outputs[0]) && call.op->name == std::string_view("Reshape")) return false;
    if (are_constant) {
      std::vector<TensorView> operands;
      for (const std::string& input : inputs)
        operands.push_back(input.empty() ? no_tensor : draft_.constant_of(input)->view());
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
      if (!outputs_.contains(outputs[k])) {
        draft_.values[outputs[k]].tensor = std::make_shared<const Tensor>(std::move(results[k]));
        continue;
      }
      Rewriter rewriter(draft_, call, {}, {outputs[k]});
      rewriter.pass_on(rewriter.constant(std::move(results[k])));
      for (NewNode& one : rewriter.take_nodes()) instead.push_back(std::move(one));
    }
    return true;
  }

  // From the last node to the first: what no output depends on goes, and the constants that are used are seen.
  void remove_unused() {
    std::set<std::string> needed = outputs_;
    const auto need = [&](const std::string& name) {
      if (name.empty()) return;
      needed.insert(name);
      if (draft_.value(name).is_constant()) used_.insert(name);
    };
    const auto is_needed = [&](const std::string& name) { return needed.contains(name); };
    for (auto n = static_cast<std::uint32_t>(graph_.nodes.size()); n-- > 0;) {
      const auto found = result_.edit.nodes.find(n);
      if (found == result_.edit.nodes.end()) {
        const Node& node = graph_.nodes[n];
        if (std::ranges::any_of(node.outputs, [&](std::uint32_t value) { return is_needed(name_of(value)); })) {
          for (std::size_t k = 0; k < model_.calls[n].inputs.size(); ++k)
            if (model_.calls[n].inputs[k]) need(name_of(node.inputs[k]));
          continue;
        }
        replace(n, {});
        result_.nodes[n] = {n, Kind::removed, "FIX-EDIT-UNUSED"};
        continue;
      }
      std::vector<NewNode>& instead = found->second.instead;
      const bool was_there = !instead.empty();
      for (std::size_t k = instead.size(); k-- > 0;) {
        if (std::ranges::any_of(instead[k].outputs, is_needed))
          for (const std::string& input : instead[k].inputs) need(input);
        else
          instead.erase(instead.begin() + static_cast<std::ptrdiff_t>(k));
      }
      if (was_there && instead.empty()) result_.nodes[n] = {n, Kind::removed, "FIX-EDIT-UNUSED"};
    }
  }

  void finish_constants() {
    std::set<std::string> bound;  // the file has none, or a default value
    for (const std::uint32_t value : graph_.bound) bound.insert(name_of(value));
    for (const std::string& name : used_)
      if (!in_file_.contains(name) || bound.contains(name)) result_.edit.constants[name] = draft_.constant_of(name);
    for (const std::string& name : in_file_)
      if (!used_.contains(name) && !outputs_.contains(name)) result_.edit.removed_constants.insert(name);
    finish_inputs();
  }

  void finish_inputs() {
    const std::vector<std::uint32_t> free = free_inputs(graph_);
    if (free.size() == graph_.inputs.size() && !task_.is_bound) return;
    result_.edit.inputs.emplace();
    for (const std::uint32_t input : free) result_.edit.inputs->insert(name_of(input));
  }

  // Every value that a node computes is declared, and no other.
  void finish_declarations() {
    std::set<std::string> stands;  // in the file, as it is
    const auto look = [&](const Value& value) {
      const auto found = draft_.values.find(value.name);
      if (found == draft_.values.end() || !value.open.empty() || value.contradicted) return;
      const Argument& is = found->second.argument;
      if (value.type == is.type && value.shape == is.shape) stands.insert(value.name);
    };
    if (!task_.is_bound)
      for (const auto* list : {&graph_.inputs, &graph_.outputs, &graph_.declared})
        for (const std::uint32_t i : *list) look(graph_.values[i]);
    std::set<std::string> computed;
    const auto declare = [&](const std::string& name) {
      if (name.empty() || !computed.insert(name).second || stands.contains(name)) return;
      const Argument& is = draft_.value(name).argument;
      result_.edit.declared[name] = {is.type, is.shape};
    };
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
      const auto found = result_.edit.nodes.find(n);
      if (found == result_.edit.nodes.end())
        for (const std::uint32_t value : graph_.nodes[n].outputs) declare(name_of(value));
      else
        for (const NewNode& node : found->second.instead)
          for (const std::string& name : node.outputs) declare(name);
    }
    for (const std::uint32_t input : free_inputs(graph_)) declare(name_of(input));
    for (const std::uint32_t value : graph_.declared)
      if (!computed.contains(name_of(value))) result_.edit.undeclared.insert(name_of(value));
  }

  const CheckedModel& model_;
  const Graph& graph_;
  const FixTask& task_;
  Draft draft_;
  std::vector<std::string> value_names_;
  std::vector<bool> is_used_;  // by a node, or as an output
  std::set<std::string> in_file_, used_, outputs_, node_names_;
  std::optional<Finding> refusal_;
  ModelFix result_;
};

}  // namespace

Result<ModelFix> fix_model(const CheckedModel& model, const FixTask& task) {
  try {
    return Fixer(model, task).fix();
  } catch (const DraftTooLarge&) {
    return error(
        Code::limit, "FIX-ALL-GROWTH",
        "the constants and nodes of the new model would have more than " + std::to_string(task.most) + " bytes",
        "allow more growth; a profile that stretches operands (sonnx-2026-10) needs fewer constants");
  }
}

}  // namespace etalon::impl
