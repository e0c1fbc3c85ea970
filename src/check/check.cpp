// SPDX-License-Identifier: Apache-2.0
// Floor 5. See check.hpp. Nodes are taken in the order listed, which must be an order in which they can be computed.
#include "check/check.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "check/branches.hpp"
#include "check/constants.hpp"
#include "check/declarations.hpp"
#include "check/dependencies.hpp"
#include "check/known.hpp"
#include "check/model_rules.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t order_shown = 64;  // nodes that a fix still lists one by one

class Checker {
 public:
  Checker(const Graph& graph, const Profile& profile, const Limits& limits)
      : graph_(graph),
        profile_(profile),
        limits_(limits),
        opset_(graph.operator_set()),
        survey_(graph),
        log_(graph),
        declarations_(survey_, profile, log_),
        constants_(survey_, profile, log_),
        known_(survey_),
        seen_(graph.values.size()),
        unspecified_(graph.nodes.size()) {}

  Verdict run(const std::shared_ptr<const Graph>& graph, std::vector<Unfolded::Fault> faults) {
    find_unspecified();
    for (auto& [finding, node] : faults) {
      if (node != no_node) unspecified_[node] = unspecified_[node] || graph_.nodes[node].operation == "If";
      log_.add(std::move(finding), node);
    }
    check_file(survey_, log_);
    check_names(survey_, profile_, log_);
    check_sparse();
    take_inputs();
    take_initializers();
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) take_node(n);
    check_agreement();
    check_outputs();
    if (profile_.rules.no_dead_nodes && !survey_.has_subgraphs()) check_dead_nodes(survey_, log_);
    Verdict verdict{graph, log_.take(), judged_, nullptr};
    if (!log_.found_any())
      verdict.model = std::make_shared<const CheckedModel>(CheckedModel{graph, profile_, std::move(calls_)});
    return verdict;
  }

 private:
  // What is known of a value so far. What is not was reported, so that nothing that depends on it is reported again.
  struct Seen {
    DType type{};
    Shape shape;
    bool given = false, has_type = false, has_shape = false;
    bool certain = false;  // computed or stored, not only declared

    void take(const Argument& is) {
      *this = {.type = is.type, .shape = is.shape, .given = true, .has_type = true, .has_shape = true, .certain = true};
    }
    void take(const Value& declared) {
      *this = {.type = declared.type.value_or(DType{}),
               .shape = declared.shape.value_or(Shape{}),
               .given = true,
               .has_type = declared.type.has_value(),
               .has_shape = declared.shape.has_value()};
    }
  };

  // First of all, so that no other finding can hide it.
  void find_unspecified() {
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n)
      if (auto finding = check_specified(graph_.nodes[n])) {
        unspecified_[n] = true;
        log_.add(*std::move(finding), n);
      }
  }

  void check_sparse() {
    if (!profile_.rules.no_sparse) return;
    for (std::uint32_t i = 0; i < graph_.values.size(); ++i)
      if (graph_.values[i].sparse) report(i, "GEN-ALL-SPARSE", "is a sparse tensor", "store it as a dense tensor");
  }

  void take_inputs() {
    for (const std::uint32_t i : graph_.inputs) {
      const Value& value = graph_.values[i];
      if (value.name.empty() || seen_[i].given) continue;  // has been reported
      seen_[i].take(value);
      if (value.sparse || survey_.initialized[i]) continue;
      if (value.foreign != Value::Foreign::no) declarations_.report_foreign(i);
      declarations_.check_complete(i, nullptr);
    }
    for (std::uint32_t i = 0; i < graph_.values.size(); ++i)  // initializers among them
      if (graph_.values[i].sparse && survey_.maker[i] == no_node) seen_[i].given = true;
  }

  void take_initializers() {
    std::vector<bool> before(graph_.values.size());
    const auto take = [&](std::uint32_t i) {
      const Value& value = graph_.values[i];
      if (value.name.empty()) return;
      if (survey_.listed[i].input && profile_.rules.no_defaults) report_default(i);
      if (before[i]) report(i, "GEN-GRAPH-SINGLE", "is initialized twice", "give each constant a name of its own");
      before[i] = true;
      seen_[i].given = true;
    };
    for (const Initializer& initializer : graph_.initializers) {
      const std::uint32_t i = initializer.value;
      take(i);
      if (graph_.values[i].name.empty()) continue;
      const Argument stored{initializer.constant.type, initializer.constant.shape};
      seen_[i].take(stored);
      declarations_.check_complete(i, &stored);
      declarations_.check_true(i, stored);
    }
    for (const std::uint32_t i : graph_.foreign_constants) {
      take(i);
      declarations_.report_foreign(i);
    }
  }

  void take_node(std::uint32_t number) {
    node_ = number;
    const Node& node = graph_.nodes[number];
    std::optional<Call> call = call_of(node);
    if (call) {
      constants_.check(number, *call);
      constants_.take_result(node, *call);
      known_.compute(node, *call);
    }
    for (std::size_t k = 0; k < node.outputs.size(); ++k)
      take_output(node.outputs[k], k < results_.size() && results_[k] ? &*results_[k] : nullptr);
    if (call && !log_.found_any()) calls_.push_back(*std::move(call));
    node_ = no_node;
  }

  std::optional<Call> call_of(const Node& node) {
    results_.clear();
    const bool had_order = check_operands(node);
    if (unspecified_[node_]) return std::nullopt;
    operands_.clear();
    wanted_.clear();
    const Row* row = row_for(profile_, opset_, *find_operator(node.domain, node.operation));
    for (std::size_t k = 0; k < node.inputs.size(); ++k) {
      const Formal* formal = row == nullptr ? nullptr : formal_at(row->inputs, k);
      operands_.push_back(operand_of(node.inputs[k], formal == nullptr ? Formal::Use::data : formal->use));
    }
    for (const std::uint32_t i : node.outputs) wanted_.push_back(graph_.values[i].name.empty() ? 0 : 1);
    Examination found = examine(profile_, opset_, node, operands_, wanted_);
    bool good = had_order, is_wrong = !had_order;
    auto unknown = found.unknown.begin();  // one for each finding that an operand is not known
    for (Finding& finding : found.findings) {
      good = good && finding.severity == Severity::notice;
      is_wrong = is_wrong || finding.severity == Severity::error;
      finding.message += operands_in(finding.message, node);
      if (!survey_.can_find(node))
        finding.fix.clear();
      else if (!finding.fix.empty())
        finding.fix = on_node(graph_, node, finding.fix);
      if (finding.edit != nullptr) finding.edit = on_node(*finding.edit, node_);
      if (finding.status.rule == std::string_view("GEN-ALL-KNOWN")) name_origin(finding, node.inputs[*unknown++]);
      log_.add(std::move(finding), node_);
    }
    judged_ += found.call.has_value() || is_wrong;
    if (node.operation == "If" && good &&
        found.call) {  // whose branch was not taken, so that something is wrong with it
      if (!log_.found_any()) add(broken("IF-ALL-TAKEN", "If: the branch cannot be taken", "replace the node"));
      return std::nullopt;
    }
    for (const std::optional<Argument>& output : found.results)
      if (auto fits = output ? checked_shape({output->shape.dims.data(), output->shape.rank}, output->type, limits_)
                             : Result<Shape>(Shape());
          !fits) {
        Finding finding = fits.finding();
        finding.message = "the result of " + quoted(node.operation, 60) + ": " + finding.message;
        add(std::move(finding));
        return std::nullopt;
      }
    results_ = std::move(found.results);
    if (!good) return std::nullopt;
    return std::move(found.call);
  }

  Operand operand_of(std::uint32_t i, Formal::Use use) {
    Operand operand;
    operand.omitted = graph_.values[i].name.empty();
    if (operand.omitted) return operand;
    const Seen& seen = seen_[i];
    if (seen.has_type)
      operand.type = seen.type;
    else
      operand.foreign = graph_.values[i].foreign_type;
    if (seen.has_shape) operand.shape = seen.shape;
    operand.value = known_.of(i, use);
    return operand;
  }

  // Whether every operand is there, and computed before.
  bool check_operands(const Node& node) {
    bool good = true;
    for (const std::uint32_t i : node.inputs)
      if (!graph_.values[i].name.empty() && !seen_[i].given) {
        report_unordered(i);
        good = false;
      }
    return good;
  }

  // Where the elements of an operand come from that must be known: the value to bind.
  void name_origin(Finding& finding, std::uint32_t operand) const {
    const std::uint32_t origin = known_.origin_of(operand);
    finding.value = graph_.values[origin].name;
    if (origin != operand) finding.message += "; it depends on " + survey_.named(origin);
  }

  void report_unordered(std::uint32_t i) {
    constexpr const char* rule = "GEN-GRAPH-ORDER";
    const std::uint32_t maker = survey_.maker[i];
    if (log_.full()) return add(broken(rule, {}, {}));
    if (maker == no_node)
      return report(i, rule, "is used, but nothing computes it",
                    "declare it as an input, or add the node or initializer that gives it");
    if (!dependencies_) dependencies_.emplace(graph_, survey_.maker);
    if (dependencies_->need_each_other(node_, maker)) return report_cycle(i, maker);
    report(i, rule, "is used before node " + std::to_string(maker) + " computes it",
           "list the nodes so that each comes after those it takes values from", order_fix());
  }

  void report_cycle(std::uint32_t i, std::uint32_t maker) {
    constexpr std::size_t shown = 8;
    const auto [known, added] = cycles_.emplace(dependencies_->component_of(maker), node_);
    std::string what =
        "is needed to compute itself, in the cycle that is reported at node " + std::to_string(known->second);
    if (added) {
      const std::vector<std::uint32_t> nodes = dependencies_->cycle(node_, maker);
      what = nodes.size() == 1
                 ? "is needed by node " + std::to_string(node_) + ", which computes it"
                 : "is needed to compute itself, in a cycle of " + std::to_string(nodes.size()) + " nodes: ";
      for (std::size_t k = 0; k < std::min(nodes.size(), shown) && nodes.size() > 1; ++k)
        what += std::to_string(nodes[k]) + " -> ";
      if (nodes.size() > 1) what += (nodes.size() > shown ? "... -> " : "") + std::to_string(node_);
    }
    report(i, "GEN-GRAPH-ORDER", what,
           "no order of the nodes can compute a cycle: take one of its values from elsewhere");
  }

  // One line that puts the nodes into an order, where that is short enough to read and each node can be found.
  std::string order_fix() const {
    const auto can_find = [&](const Node& node) { return survey_.can_find(node); };
    if (graph_.nodes.size() > order_shown || dependencies_->has_cycles() || survey_.has_subgraphs() ||
        !std::all_of(graph_.nodes.begin(), graph_.nodes.end(), can_find))
      return {};
    return order_nodes(graph_, dependencies_->order());
  }

  // "; A is graph input "x", B is initializer "w"": rules name operands, users know tensors.
  std::string operands_in(const std::string& message, const Node& node) const {
    const Row* row = row_for(profile_, opset_, *find_operator(node.domain, node.operation));
    std::string text;
    for (std::size_t k = 0; row != nullptr && k < std::min<std::size_t>(node.inputs.size(), 64); ++k) {
      const std::string name = formal_name(row->inputs, k);
      const std::size_t at = message.find(" " + name);
      if (at == std::string::npos || graph_.values[node.inputs[k]].name.empty()) continue;
      if (const char next = message.c_str()[at + 1 + name.size()]; next != ' ' && next != ',') continue;
      text.append(text.empty() ? "; " : ", ").append(name + " is " + survey_.named(node.inputs[k]));
    }
    return text;
  }

  void take_output(std::uint32_t i, const Argument* computed) {
    const Value& value = graph_.values[i];
    if (value.name.empty()) return;
    if (seen_[i].given) return report_given(i);
    if (computed == nullptr && value.foreign != Value::Foreign::no) declarations_.report_foreign(i, node_);
    if (!value.sparse) declarations_.check_complete(i, computed, node_);
    // where the node is wrong, its declared result lets the check go on
    if (computed == nullptr) return seen_[i].take(value);
    seen_[i].take(*computed);
    declarations_.check_true(i, *computed, node_);
  }

  void report_given(std::uint32_t i) {
    const std::uint32_t maker = survey_.maker[i];
    report(i, "GEN-GRAPH-SINGLE",
           survey_.initialized[i] || survey_.listed[i].input
               ? "is computed by node " + std::to_string(node_) + " although it is given"
               : "is computed by node " + std::to_string(maker) + " and again by node " + std::to_string(node_),
           "give each result a name of its own");
  }

  void report_default(std::uint32_t i) {
    constexpr std::int64_t least = 4;  // version of the IR in which a constant need not be an input
    std::string fix;
    if (graph_.ir_version >= 3) fix = remove_input(graph_.values[i].name, std::max(graph_.ir_version, least));
    report(i, "GEN-GRAPH-DEFAULT", "is an input of the graph with a default value",
           "remove it from the inputs if it is a constant, or remove the initializer if the caller gives it",
           std::move(fix));
  }

  void check_agreement() {
    for (std::uint32_t i = 0; i < graph_.values.size(); ++i) {
      const Argument is{seen_[i].type, seen_[i].shape};
      declarations_.check_agreement(i, seen_[i].certain ? &is : nullptr);
    }
  }

  void check_outputs() {
    for (const std::uint32_t i : graph_.outputs)
      if (!graph_.values[i].name.empty() && !seen_[i].given)
        report(i, "GEN-GRAPH-ORDER", "is an output of the graph that no node computes",
               "remove it, or add the node that computes it");
  }

  void add(Finding finding) { log_.add(std::move(finding), node_); }

  void report(std::uint32_t i, const char* rule, const std::string& what, std::string hint, std::string fix = {}) {
    impl::report(survey_, log_, i, node_, rule, what, std::move(hint), std::move(fix));
  }

  const Graph& graph_;
  const Profile& profile_;
  const Limits& limits_;
  const std::optional<std::int64_t> opset_;
  const Survey survey_;
  FindingLog log_;
  const Declarations declarations_;
  ConstantOperands constants_;
  KnownValues known_;
  std::uint32_t node_ = no_node;                  // the one at hand
  std::vector<Seen> seen_;                        // of each value
  std::vector<bool> unspecified_;                 // of each node
  std::vector<Operand> operands_;                 // of the node at hand
  std::vector<char> wanted_;                      // likewise, of its results
  std::vector<std::optional<Argument>> results_;  // likewise, where they are known
  std::vector<Call> calls_;                       // one per node, while nothing is wrong
  std::uint64_t judged_ = 0;
  std::optional<Dependencies> dependencies_;                 // made when a node takes a value that is not there yet
  std::unordered_map<std::uint32_t, std::uint32_t> cycles_;  // by component, the node at which it was reported
};

}  // namespace

Verdict check(Graph given, const Profile& profile, const Limits& limits) {
  Unfolded unfolded{std::move(given), {}};
  if (!unfolded.graph.branches.empty()) unfolded = unfold(std::move(unfolded.graph), profile, limits);
  const auto graph = std::make_shared<const Graph>(std::move(unfolded.graph));
  return Checker(*graph, profile, limits).run(graph, std::move(unfolded.faults));
}

}  // namespace etalon::impl
