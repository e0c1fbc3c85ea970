// SPDX-License-Identifier: Apache-2.0
// Floor 5. See branches.hpp. Stacks are kept here, so that no depth of nesting can make this recurse.
#include "check/branches.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/quote.hpp"
#include "check/finding_log.hpp"
#include "check/known.hpp"
#include "tensor/algebra.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

using std::string;

constexpr std::size_t most_faults = max_findings + 1;  // one more than are listed

bool is_if(const Node& node) { return node.operation == "If" && is_standard(node.domain); }

// The end of a name that may be long: a branch can have a million nodes, whose names begin with it.
string end_of(const string& name) {
  constexpr std::size_t most = 100;
  if (name.size() <= most) return name;
  std::size_t at = name.size() - most;
  while (at < name.size() && (static_cast<unsigned char>(name[at]) & 0xC0) == 0x80) ++at;
  return "…" + name.substr(at);
}

// The branch of that attribute, if the node has it.
const Subgraph* branch_of(const Node& node, std::string_view name) {
  for (const Attribute& attribute : node.attributes)
    if (const auto* branch = std::get_if<Subgraph>(&attribute.value); branch != nullptr && attribute.name == name)
      return branch;
  return nullptr;
}

class Unfolder {
 public:
  Unfolder(Graph graph, const Profile& profile, const Limits& limits)
      : graph_(std::move(graph)),
        profile_(profile),
        limits_(limits),
        opset_(graph_.operator_set()),
        survey_(graph_),
        known_(survey_),
        seen_(graph_.values.size()),
        given_(graph_.values.size()),
        taken_(graph_.branches.size()) {}

  Unfolded run() {
    for (const Branch& branch : graph_.branches) check_names(branch);
    for (const std::uint32_t i : graph_.inputs) take_declared(i);
    for (std::uint32_t i = 0; i < graph_.values.size(); ++i)
      if (graph_.values[i].sparse && survey_.maker[i] == no_node) given_[i] = true;
    take_constants(graph_);
    frames_.push_back({std::move(graph_.nodes), std::move(graph_.untyped)});
    while (!frames_.empty()) step();
    return {finished(), std::move(faults_)};
  }

 private:
  // A list of nodes that is being worked through.
  struct Frame {
    std::vector<Node> nodes;
    std::vector<std::uint32_t> untyped;  // as in Scope
    string prefix = {};                  // of the names of its nodes
    std::vector<Node> results = {};      // the nodes that give the results of a branch their names
    const TypeRule* types = nullptr;     // that these may have
    std::size_t next = 0;
  };

  void step() {
    Frame& frame = frames_.back();
    if (frame.next == frame.nodes.size()) return end(std::exchange(frame.results, {}), frame.types);
    const bool untyped = std::ranges::binary_search(frame.untyped, static_cast<std::uint32_t>(frame.next));
    if (untyped) untyped_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    Node node = std::move(frame.nodes[frame.next++]);
    if (!frame.prefix.empty()) node.name = frame.prefix + (node.name.empty() ? node.operation : node.name);
    const Operator* op = find_operator(node.domain, node.operation);
    if (op != nullptr && is_if(node) && row_for(profile_, opset_, *op) != nullptr)
      take_if(std::move(node), untyped && graph_.ir_version != 1);
    else
      emit(std::move(node));
  }

  void end(std::vector<Node> results, const TypeRule* types) {
    frames_.pop_back();
    for (Node& result : results) {
      const std::optional<Argument>& is = seen_[result.inputs[0]];
      if (is && !types->types.contains(is->type))
        fault(broken(types->rule,
                     "If: " + survey_.named(result.outputs[0]) + " is " + info(is->type).name +
                         ", a type that this version of If does not have",
                     "use a newer operator set"));
      emit(std::move(result));
    }
  }

  // ---- nodes --------------------------------------------------------------------------------------------------------

  void take_declared(std::uint32_t i) {
    given_[i] = true;
    if (const Value& value = graph_.values[i]; value.type && value.shape)
      seen_[i] = Argument{*value.type, *value.shape};
  }

  void take_constants(const Scope& scope) {
    for (const Initializer& initializer : scope.initializers) {
      given_[initializer.value] = true;
      seen_[initializer.value] = Argument{initializer.constant.type, initializer.constant.shape};
    }
    for (const std::uint32_t i : scope.foreign_constants) given_[i] = true;
  }

  // What the rules say of the node; its findings are those of the check that follows.
  std::optional<Call> call_of(const Node& node) {
    if (check_specified(node)) return std::nullopt;
    const Row* row = row_for(profile_, opset_, *find_operator(node.domain, node.operation));
    std::vector<Operand> operands;
    for (std::size_t k = 0; k < node.inputs.size(); ++k) {
      const std::uint32_t i = node.inputs[k];
      Operand& operand = operands.emplace_back();
      operand.omitted = graph_.values[i].name.empty();
      if (operand.omitted) continue;
      if (!given_[i]) return std::nullopt;
      const Formal* formal = row == nullptr ? nullptr : formal_at(row->inputs, k);
      if (seen_[i]) {
        operand.type = seen_[i]->type;
        operand.shape = seen_[i]->shape;
      }
      operand.value = known_.of(i, formal == nullptr ? Formal::Use::data : formal->use);
    }
    std::vector<char> wanted;
    for (const std::uint32_t i : node.outputs) wanted.push_back(graph_.values[i].name.empty() ? 0 : 1);
    std::optional<Call> call = examine(profile_, opset_, node, operands, wanted).call;
    const auto fits = [&](const std::optional<Argument>& is) {
      return !is || checked_shape({is->shape.dims.data(), is->shape.rank}, is->type, limits_);
    };
    if (call && !std::ranges::all_of(call->outputs, fits)) return std::nullopt;
    return call;
  }

  void emit(Node node) {
    const std::optional<Call> call = call_of(node);
    if (call && !is_if(node)) known_.compute(node, *call);
    for (std::size_t k = 0; k < node.outputs.size(); ++k) {
      take_declared(node.outputs[k]);
      if (call && !is_if(node) && call->outputs[k]) seen_[node.outputs[k]] = call->outputs[k];
    }
    nodes_.push_back(std::move(node));
  }

  // ---- If -----------------------------------------------------------------------------------------------------------

  void take_if(Node node, bool is_wrong) {
    for (const char* name : {"then_branch", "else_branch"})
      if (const Subgraph* branch = branch_of(node, name))
        is_wrong = !check_ports(node, name, graph_.branches[branch->branch]) || is_wrong;
    const std::optional<Call> call = call_of(node);
    if (is_wrong || !call) {
      for (const char* name : {"then_branch", "else_branch"})
        if (const Subgraph* branch = branch_of(node, name)) check_order(*branch);
      return emit(std::move(node));
    }
    const bool truth = Boolean::load(call->known[0]->data(), 0);
    check_order(*branch_of(node, truth ? "else_branch" : "then_branch"));
    enter(std::move(node), truth ? "then_branch" : "else_branch", *call);
  }

  void enter(Node node, const char* name, const Call& call) {
    const std::uint32_t number = branch_of(node, name)->branch;
    Branch& branch = graph_.branches[number];
    taken_[number] = true;
    take_constants(branch);
    for (const Initializer& initializer : branch.initializers) known_.add(initializer);
    const std::uint32_t first = node.outputs[0];
    Frame frame{std::move(branch.nodes), std::move(branch.untyped)};
    frame.types = &call.row->rule_of(call.row->outputs[0]);
    frame.prefix = end_of(node.name.empty() ? graph_.values[first].name : node.name) + "/" + name + "/";
    for (std::size_t k = 0; k < node.outputs.size(); ++k) {
      Node& result = frame.results.emplace_back();
      result.name = node.name;
      result.operation = "Identity";
      result.inputs = {branch.outputs[k]};
      result.outputs = {node.outputs[k]};
      result.offset = node.offset;
      result.in_branch = true;
    }
    frames_.push_back(std::move(frame));
  }

  // ---- rules --------------------------------------------------------------------------------------------------------

  void fault(Finding finding, std::optional<std::uint64_t> offset = {}) {
    if (faults_.size() >= most_faults) return;
    if (offset) finding.offset = offset;
    faults_.push_back({std::move(finding), offset ? no_node : static_cast<std::uint32_t>(nodes_.size())});
  }

  // Names are not used again inside a branch, whether it is taken or not.
  void check_names(const Branch& branch) {
    for (const std::uint32_t i : branch.shadowing)
      fault(broken("IF-ALL-NAMES",
                   "value " + quoted(graph_.values[i].name, 60) + " of a branch has a name of an enclosing graph",
                   "give each value of a branch a name that no enclosing graph has"),
            graph_.values[i].offset);
  }

  bool check_ports(const Node& node, const char* name, const Branch& branch) {
    const string what = string("If: ") + name;
    const bool no_inputs = branch.inputs.empty(), as_many = branch.outputs.size() == node.outputs.size();
    const bool named =
        std::ranges::none_of(branch.outputs, [&](std::uint32_t i) { return graph_.values[i].name.empty(); });
    if (!no_inputs)
      fault(broken("IF-ALL-OUTPUTS", what + " has inputs", "a branch takes what it needs from the enclosing graphs"));
    if (!as_many)
      fault(broken("IF-ALL-OUTPUTS",
                   what + " has " + std::to_string(branch.outputs.size()) + " outputs, and the node has " +
                       std::to_string(node.outputs.size()),
                   "give both branches as many outputs as the node has"));
    if (!named)
      fault(broken("IF-ALL-OUTPUTS", what + " has an output without a name", "name the value that is the result"));
    return no_inputs && as_many && named;
  }

  // That each value of a branch which is not taken, and of the branches in it, is there before it is used.
  void check_order(const Subgraph& root) {
    struct Place {
      const Branch* branch;
      std::size_t next = 0;
      bool inside = false;  // the branches of that node have been entered
    };
    std::vector<Place> places;
    const auto enter_branch = [&](const Subgraph& one) {
      const Branch& branch = graph_.branches[one.branch];
      take_constants(branch);
      for (const std::uint32_t i : branch.inputs) given_[i] = true;
      places.push_back({&branch});
    };
    const auto need = [&](std::uint32_t i, std::uint64_t offset) {
      if (given_[i] || graph_.values[i].name.empty()) return;
      fault(
          broken("GEN-GRAPH-ORDER",
                 "value " + quoted(graph_.values[i].name, 60) + " is used in a branch, but nothing computes it before",
                 "compute it in the branch, or in an enclosing graph before the If"),
          offset);
    };
    enter_branch(root);
    while (!places.empty()) {
      Place& place = places.back();
      if (place.next == place.branch->nodes.size()) {
        for (const std::uint32_t i : place.branch->outputs) need(i, graph_.values[i].offset);
        places.pop_back();
        continue;
      }
      const Node& node = place.branch->nodes[place.next];
      if (!std::exchange(place.inside, true)) {
        for (const std::uint32_t i : node.inputs) need(i, node.offset);
        const std::size_t before = places.size();
        for (const Attribute& attribute : node.attributes)
          if (const auto* one = std::get_if<Subgraph>(&attribute.value)) enter_branch(*one);
        if (places.size() > before) continue;
      }
      for (const std::uint32_t i : node.outputs) given_[i] = true;
      places.back().inside = false;
      ++places.back().next;
    }
  }

  // ---- the end ------------------------------------------------------------------------------------------------------

  Graph finished() {
    graph_.nodes = std::move(nodes_);
    graph_.untyped = std::move(untyped_);
    for (std::size_t k = 0; k < taken_.size(); ++k) {
      Branch& branch = graph_.branches[k];
      if (taken_[k]) {
        std::ranges::move(branch.initializers, std::back_inserter(graph_.initializers));
        std::ranges::copy(branch.foreign_constants, std::back_inserter(graph_.foreign_constants));
      } else {  // its declarations are not judged
        for (std::uint32_t i = branch.first_value; i < branch.end_value; ++i)
          graph_.values[i] = Value{std::move(graph_.values[i].name), {}, {}};
      }
    }
    graph_.branches.clear();
    return std::move(graph_);
  }

  Graph graph_;
  const Profile& profile_;
  const Limits& limits_;
  const std::optional<std::int64_t> opset_;
  const Survey survey_;
  KnownValues known_;
  std::vector<std::optional<Argument>> seen_;  // of each value: what is known of it so far
  std::vector<bool> given_;                    // of each value: it is there
  std::vector<bool> taken_;                    // of each branch
  std::vector<Frame> frames_;                  // the graph, and the branches that are being taken
  std::vector<Node> nodes_;                    // of the graph that results
  std::vector<std::uint32_t> untyped_;         // likewise
  std::vector<Unfolded::Fault> faults_;
};

}  // namespace

Unfolded unfold(Graph graph, const Profile& profile, const Limits& limits) {
  return Unfolder(std::move(graph), profile, limits).run();
}

}  // namespace etalon::impl
