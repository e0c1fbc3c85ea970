// SPDX-License-Identifier: Apache-2.0
// Floor 5. See check.hpp. Nodes are taken in the order listed, which must be an order in which they can be computed.
#include "check/check.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/quote.hpp"
#include "ops/precondition.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

class Checker {
 public:
  Checker(const Graph& graph, const Profile& profile, const Limits& limits)
      : graph_(graph),
        profile_(profile),
        limits_(limits),
        state_(graph.values.size()),
        arguments_(graph.values.size()),
        maker_(graph.values.size(), no_node),
        role_(graph.values.size(), "value"),
        given_(graph.values.size()),
        constant_(graph.values.size()) {
    for (std::uint32_t n = 0; n < graph.nodes.size(); ++n)
      for (std::uint32_t i : graph.nodes[n].outputs)
        if (maker_[i] == no_node) maker_[i] = n;
    for (std::uint32_t i : graph.outputs) role_[i] = "graph output";
    for (std::uint32_t i : graph.inputs) role_[i] = "graph input";
    for (const Initializer& initializer : graph.initializers) role_[initializer.value] = "initializer";
  }

  // What a file may hold that has no meaning here, whatever the nodes say.
  void check_extras() {
    if (graph_.ir_version <= 0)
      report_whole("GEN-ALL-IR", "the model has no ir_version", "set ir_version, for example to 8");
    for (const Function& function : graph_.functions) {
      Finding finding = broken("GEN-GRAPH-FUNCTION", "the model defines function " + quoted(function.name, 60),
                               "inline the function's nodes");
      finding.offset = function.offset;
      add(std::move(finding));
    }
    for (node_ = 0; node_ < graph_.nodes.size(); ++node_)
      if (const Attribute* subgraph = subgraph_of(graph_.nodes[node_]))
        report_whole("GEN-GRAPH-SUBGRAPH",
                     "node " + quoted(graph_.nodes[node_].operation, 60) + " has a subgraph in attribute " +
                         quoted(subgraph->name, 60),
                     "replace control flow by operators without subgraphs");
    node_ = no_node;
    if (graph_.unknown_fields > 0) {
      Finding notice =
          broken("FILE-ONNX-UNKNOWN", std::to_string(graph_.unknown_fields) + " fields of the file are not known",
                 "they are newer than this release, and were not looked at");
      notice.severity = Severity::notice;
      add(std::move(notice));
    }
  }

  void check_names() {
    check_list(graph_.inputs, "an input of the graph");
    check_list(graph_.outputs, "an output of the graph");
    check_list(graph_.declared, "an entry of value_info");
    for (const Initializer& initializer : graph_.initializers) check_named(initializer.value, "an initializer");
    for (node_ = 0; node_ < graph_.nodes.size(); ++node_)
      for (std::uint32_t i : graph_.nodes[node_].outputs) check_named(i, "an output of the node");
    node_ = no_node;
    for (const Value& value : graph_.values)
      if (value.contradicted)
        report(value, "GEN-GRAPH-DECLARED", "is declared in two ways", "let all its declarations say the same");
    if (profile_.rules.unique_nodes) check_node_names();
  }

  void check_values() {
    for (std::uint32_t i = 0; i < graph_.values.size(); ++i) {
      if (!graph_.values[i].sparse || !profile_.rules.no_sparse) continue;
      report(graph_.values[i], "GEN-ALL-SPARSE", "is a sparse tensor", "store it as a dense tensor");
      state_[i] = State::unclear;
    }
  }

  void take_inputs() {
    for (std::uint32_t i : graph_.inputs) {
      const Value& value = graph_.values[i];
      given_[i] = true;
      if (value.name.empty() || state_[i] != State::unset) continue;  // has been reported
      state_[i] = value.type && value.shape ? State::known : State::unclear;
      if (value.type && value.shape) arguments_[i] = {*value.type, *value.shape};
      if (state_[i] == State::unclear || (profile_.rules.explicit_values && is_undeclared(value)))
        report_undeclared(value, nullptr);
    }
  }

  void take_initializers() {
    std::vector<bool> is_input(graph_.values.size()), initialized(graph_.values.size());
    for (std::uint32_t i : graph_.inputs) is_input[i] = true;
    for (const Initializer& initializer : graph_.initializers) {
      const std::uint32_t i = initializer.value;
      const Value& value = graph_.values[i];
      if (value.name.empty()) continue;
      if (is_input[i] && profile_.rules.no_defaults)
        report(value, "GEN-GRAPH-DEFAULT", "is an input of the graph with a value of its own",
               "remove it from the inputs if it is a constant, or remove the initializer if the caller gives it");
      if (initialized[i])
        report(value, "GEN-GRAPH-SINGLE", "is initialized twice", "give each constant a name of its own");
      initialized[i] = given_[i] = true;
      if (!is_input[i]) constant_[i] = &initializer.constant;
      state_[i] = State::known;
      arguments_[i] = {initializer.constant.type, initializer.constant.shape};
      compare_declaration(value, arguments_[i]);
    }
  }

  // A node lives if an output of the graph is computed from it, in whatever order the nodes are listed.
  void check_dead_nodes() {
    if (!profile_.rules.no_dead_nodes) return;
    std::vector<std::uint32_t> pending;
    std::vector<bool> lives(graph_.nodes.size());
    const auto live = [&](std::uint32_t n) {
      if (!lives[n]) pending.push_back(n);
      lives[n] = true;
    };
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n)
      for (std::uint32_t i : graph_.nodes[n].outputs)
        if (maker_[i] != n) live(n);  // a second maker has been reported as such
    const auto need = [&](std::uint32_t value) {
      if (maker_[value] != no_node) live(maker_[value]);
    };
    for (std::uint32_t i : graph_.outputs) need(i);
    while (!pending.empty()) {
      const Node& node = graph_.nodes[pending.back()];
      pending.pop_back();
      for (std::uint32_t i : node.inputs) need(i);
    }
    for (node_ = 0; node_ < graph_.nodes.size(); ++node_)
      if (!lives[node_]) report_whole("GEN-GRAPH-DEAD", "the node has no part in any output", "remove it");
    node_ = no_node;
  }

  void take_node(std::uint32_t number) {
    node_ = number;
    const Node& node = graph_.nodes[number];
    std::optional<Call> call = call_of(node);
    if (call) check_constants(node, *call);
    for (std::size_t k = 0; k < node.outputs.size(); ++k)
      take_output(node.outputs[k], call ? &call->outputs[k] : nullptr);
    if (call && !failed) calls.push_back(*std::move(call));
  }

  void check_outputs() {
    node_ = no_node;
    for (std::uint32_t i : graph_.outputs)
      if (!graph_.values[i].name.empty() && state_[i] == State::unset)
        report(graph_.values[i], "GEN-GRAPH-ORDER", "is an output of the graph that no node computes",
               "remove it, or add the node that computes it");
  }

  std::vector<Finding> findings;
  std::vector<Call> calls;  // one a node, while nothing is wrong
  std::size_t unlisted = 0;
  bool failed = false;

 private:
  // `unclear`: what it should be was reported already, so that nothing that depends on it is reported again.
  enum class State : std::uint8_t { unset, unclear, known };

  static const Attribute* subgraph_of(const Node& node) {
    for (const Attribute& attribute : node.attributes)
      if (const auto* other = std::get_if<OtherAttribute>(&attribute.value); other != nullptr && other->is_graph())
        return &attribute;
    return nullptr;
  }

  std::optional<Call> call_of(const Node& node) {
    std::vector<Argument> inputs;
    bool clear = subgraph_of(node) == nullptr;  // a subgraph has been reported
    for (std::uint32_t i : node.inputs) {
      if (graph_.values[i].name.empty())
        report_whole("GEN-GRAPH-OMITTED", "an input of node " + quoted(node.operation, 60) + " is omitted",
                     "give every input; there are no default values");
      else if (state_[i] == State::unset)
        report(graph_.values[i], "GEN-GRAPH-ORDER",
               maker_[i] == no_node ? "is used, but nothing computes it"
                                    : "is used before node " + std::to_string(maker_[i]) + " computes it",
               maker_[i] == no_node ? "declare it as an input, or add the node or initializer that gives it"
                                    : "list the nodes so that each comes after those it takes values from");
      clear = clear && state_[i] == State::known;
      inputs.push_back(arguments_[i]);
    }
    if (!clear) return std::nullopt;
    Result<Resolution> resolution = resolve(profile_, graph_.opset, node, inputs);
    if (!resolution) {
      Finding finding = resolution.finding();
      finding.message += operands_in(finding.message, node);
      add(std::move(finding));
      return std::nullopt;
    }
    for (const Finding& notice : resolution->notices) add(notice);
    for (const Argument& output : resolution->call.outputs)
      if (auto fits = checked_shape({output.shape.dims.data(), output.shape.rank}, output.type, limits_); !fits) {
        Finding finding = fits.finding();
        finding.message = "the result of " + quoted(node.operation, 60) + ": " + finding.message;
        add(std::move(finding));
        return std::nullopt;
      }
    if (node.outputs.size() == resolution->call.outputs.size()) return std::move(resolution->call);
    report_whole("GEN-ALL-ARITY", node.operation + ": " + std::to_string(node.outputs.size()) + " outputs are given",
                 node.operation + " has " + std::to_string(resolution->call.outputs.size()));
    return std::nullopt;
  }

  // What a constant operand breaks is broken in every run, so it is known now ("GEN-ALL-PRECONDITION"). An initializer
  // that is also an input is not a constant: a caller may give another value.
  void check_constants(const Node& node, const Call& call) {
    if (call.outputs[0].shape.count == 0) return;  // no element is used
    for (const Precondition& precondition : call.row->preconditions) {
      const std::uint32_t i = node.inputs[precondition.operand];
      if (constant_[i] == nullptr || !precondition.types.contains(constant_[i]->type)) continue;
      const Events::Tally& tally = scan(i, precondition.demand);
      if (tally.count > 0) report_breach(precondition, i, tally);
    }
  }

  // Many nodes may share one constant: it is scanned once.
  const Events::Tally& scan(std::uint32_t i, Precondition::Demand demand) {
    const auto [place, is_new] = scanned_.try_emplace({i, demand});
    const Constant& constant = *constant_[i];
    if (!is_new || check_constant(constant, 0)) return place->second;
    const TensorView in_file{constant.type, constant.shape, constant.bytes.data(), constant.bytes.size()};
    if (is_native(constant)) return place->second = scan_stored(demand, in_file);
    Tensor decoded(constant.type, constant.shape);
    decode(constant, decoded.view());
    return place->second = scan_stored(demand, std::as_const(decoded).view());
  }

  void report_breach(const Precondition& precondition, std::uint32_t i, const Events::Tally& tally) {
    const Value& value = graph_.values[i];
    const Shape& shape = constant_[i]->shape;
    const bool fatal = !precondition.has_result;
    Finding finding = broken(precondition.rule,
                             graph_.nodes[node_].operation + ": " + precondition.message + ": " +
                                 std::to_string(tally.count) + " of " + std::to_string(shape.count) + " elements of " +
                                 named(value) + ", first at " + index_string(shape, tally.first),
                             fatal ? "store other values: no input gives this node a result" : precondition.hint);
    if (!fatal && !profile_.choices.strict) finding.severity = Severity::notice;
    finding.status.index = tally.first;
    finding.status.count = tally.count;
    finding.value = value.name;
    finding.offset = value.offset;
    add(std::move(finding));
  }

  // "; A is graph input "x", B is initializer "w"": a rule speaks of operands, a person looks for tensors.
  std::string operands_in(const std::string& message, const Node& node) const {
    const Operator* op = find_operator(node.domain, node.operation);
    std::string text;
    for (std::size_t k = 0; op != nullptr && k < std::min(node.inputs.size(), op->inputs.size()); ++k) {
      const std::string name = op->inputs[k].name;
      if (message.find(" " + name + " ") == std::string::npos) continue;
      text.append(text.empty() ? "; " : ", ").append(name + " is " + named(graph_.values[node.inputs[k]]));
    }
    return text;
  }

  std::string named(const Value& value) const {
    return std::string(role_[static_cast<std::size_t>(&value - graph_.values.data())]) + " " + quoted(value.name, 60);
  }

  void check_named(std::uint32_t i, const char* what) {
    if (!graph_.values[i].name.empty()) return;
    Finding finding =
        broken("GEN-GRAPH-NAME", std::string(what) + " has no name", "give every value a name of its own");
    finding.offset = graph_.values[i].offset;
    add(std::move(finding));
  }

  void check_list(const std::vector<std::uint32_t>& list, const char* what) {
    std::vector<bool> seen(graph_.values.size());
    for (std::uint32_t i : list) {
      check_named(i, what);
      if (seen[i] && !graph_.values[i].name.empty())
        report(graph_.values[i], "GEN-GRAPH-DECLARED", std::string("is ") + what + " twice", "list it once");
      seen[i] = true;
    }
  }

  void check_node_names() {
    std::unordered_set<std::string_view> seen;
    for (node_ = 0; node_ < graph_.nodes.size(); ++node_)
      if (const std::string& name = graph_.nodes[node_].name; !name.empty() && !seen.insert(name).second)
        report_whole("GEN-GRAPH-NODENAME", "a second node is named " + quoted(name, 60),
                     "give each node a name of its own, or none");
    node_ = no_node;
  }

  static bool is_undeclared(const Value& value) { return !value.type || !value.shape || !value.open_shape.empty(); }

  // `is` is what the value turned out to be, where that is known: then the hint is the declaration itself.
  void report_undeclared(const Value& value, const Argument* is) {
    if (full()) return leave_out();
    const auto i = static_cast<std::size_t>(&value - graph_.values.data());
    const std::string_view role = role_[i];
    const std::string place =
        role == "value" ? "append to graph.value_info: " : "let the " + std::string(role) + " be ";
    const std::string hint =
        place + declaration(value, is) + (is == nullptr && !value.shape ? ", all dimensions numbers" : "");
    if (!value.type && value.foreign_type != 0)
      report(value, "GEN-ALL-TYPES",
             "has element type " + std::to_string(value.foreign_type) + " of ONNX, which no operator here takes",
             "use one of the floating-point and integer types of 4 to 64 bits");
    else if (!value.type)
      report(value, "GEN-ALL-TYPES", "declares no element type", hint);
    if (!value.open_shape.empty())
      report(value, "GEN-ALL-SHAPES",
             "is declared with shape " + value.open_shape + ", and a name or ? is not a number", hint);
    else if (!value.shape)
      report(value, "GEN-ALL-SHAPES", "declares no shape", value.type ? hint : "the declaration above gives both");
  }

  // As one writes it with ONNX's Python package.
  std::string declaration(const Value& value, const Argument* is) const {
    const std::optional<DType> type = is != nullptr ? is->type : value.type;
    const std::optional<Shape> shape = is != nullptr ? is->shape : value.shape;
    std::string name = type ? info(*type).name : "<TYPE>";
    for (char& c : name) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    const std::string open = value.open_shape.empty() ? "[<DIMENSIONS>]" : value.open_shape;
    return "onnx.helper.make_tensor_value_info(" + quoted(value.name, 60) + ", onnx.TensorProto." + name + ", " +
           (shape ? to_string(*shape) : open) + ")";
  }

  void take_output(std::uint32_t i, const Argument* computed) {
    const Value& value = graph_.values[i];
    if (value.name.empty()) return;
    if (profile_.rules.explicit_values && !value.sparse && is_undeclared(value)) report_undeclared(value, computed);
    if (given_[i]) {
      report(value, "GEN-GRAPH-SINGLE", "is computed twice", "give each result a name of its own");
      return;
    }
    given_[i] = true;
    if (state_[i] != State::unset) return;  // a sparse result has been reported
    // where the node is wrong, its declared result lets the check go on
    const bool declared = value.type && value.shape;
    state_[i] = computed != nullptr || declared ? State::known : State::unclear;
    if (computed == nullptr && declared) arguments_[i] = {*value.type, *value.shape};
    if (computed == nullptr) return;
    arguments_[i] = *computed;
    compare_declaration(value, *computed);
  }

  void compare_declaration(const Value& value, const Argument& computed) {
    if (value.type && *value.type != computed.type)
      report(value, "GEN-ALL-ONETYPE",
             std::string("is declared ") + info(*value.type).name + " but is " + info(computed.type).name,
             "declare it " + std::string(info(computed.type).name));
    if (value.shape && *value.shape != computed.shape)
      report(value, "GEN-ALL-SHAPES",
             "is declared with shape " + to_string(*value.shape) + " but has shape " + to_string(computed.shape),
             "declare it with shape " + to_string(computed.shape));
  }

  // Notes a finding at the node at hand; one on a value comes with the value's own place.
  void add(Finding finding) {
    finding.status.node = node_;
    if (node_ != no_node && finding.value.empty()) finding.offset = graph_.nodes[node_].offset;
    if (full() && finding.severity == Severity::error) return leave_out();
    if (full()) return;
    failed = failed || finding.severity == Severity::error;
    bytes_ += finding.message.size() + finding.hint.size() + finding.value.size();
    findings.push_back(std::move(finding));
  }

  // A file can break a rule a million times: what no one will read is only counted.
  bool full() const { return findings.size() >= max_findings || bytes_ >= max_finding_bytes; }
  void leave_out() {
    failed = true;
    ++unlisted;
  }

  void report_whole(const char* rule, std::string what, std::string hint) {
    add(broken(rule, std::move(what), std::move(hint)));
  }

  void report(const Value& value, const char* rule, const std::string& what, std::string hint) {
    if (full()) return leave_out();
    Finding finding = broken(rule, named(value) + " " + what, std::move(hint));
    finding.offset = value.offset;
    finding.value = value.name;
    add(std::move(finding));
  }

  const Graph& graph_;
  const Profile& profile_;
  const Limits& limits_;
  std::size_t bytes_ = 0;                  // of all findings
  std::uint32_t node_ = no_node;           // the one at hand
  std::vector<State> state_;               // of each value
  std::vector<Argument> arguments_;        // what each known value has turned out to be
  std::vector<std::uint32_t> maker_;       // the first node that computes each value
  std::vector<const char*> role_;          // what each value is to the graph, in words
  std::vector<bool> given_;                // whether each value has been given or computed
  std::vector<const Constant*> constant_;  // the data of each value that no caller can change
  std::map<std::pair<std::uint32_t, Precondition::Demand>, Events::Tally> scanned_;  // what such values break
};

}  // namespace

std::uint64_t operations_of(const CheckedModel& model) {
  std::uint64_t sum = 0;
  for (const Call& call : model.calls) {
    const std::uint64_t more = operations_of(call);
    sum = sum + more < sum ? UINT64_MAX : sum + more;
  }
  return sum;
}

Code Verdict::code() const {
  for (const Finding& finding : findings)
    if (finding.severity == Severity::error) return finding.status.code;
  return Code::ok;
}

Verdict check(Graph given, const Profile& profile, const Limits& limits) {
  const auto graph = std::make_shared<const Graph>(std::move(given));
  Checker checker(*graph, profile, limits);
  checker.check_extras();
  checker.check_names();
  checker.check_values();
  checker.take_inputs();
  checker.take_initializers();
  for (std::uint32_t i = 0; i < graph->nodes.size(); ++i) checker.take_node(i);
  checker.check_outputs();
  checker.check_dead_nodes();
  Verdict verdict{graph, std::move(checker.findings), nullptr};
  if (checker.unlisted > 0) {
    Finding rest = broken("FILE-ALL-LIMITS", std::to_string(checker.unlisted) + " more findings are not listed",
                          "mend those above and check again");
    verdict.findings.push_back(std::move(rest));
  }
  if (!checker.failed)
    verdict.model = std::make_shared<const CheckedModel>(CheckedModel{graph, profile, std::move(checker.calls)});
  return verdict;
}

}  // namespace etalon::impl
