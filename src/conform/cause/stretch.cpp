// SPDX-License-Identifier: Apache-2.0
// Floor 8. See stretch.hpp.
#include "conform/cause/stretch.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "conform/cause/alternatives.hpp"
#include "conform/cause/chain.hpp"
#include "conform/judge/judge.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t most_nodes = 4096;  // each of which has some forty changes
constexpr std::uint64_t most_steps_of_chance = 100'000'000;
constexpr std::uint64_t fast_steps = 64;  // elementary operations of a fast kernel in the time of one with a change

using Folding = Alternative::Folding;
constexpr ChangeRule folding{ChangeKind::folding, [](Call&, Alternative& a, const ChangeRule::Parameters& p) {
                               a.folding = static_cast<Folding>(p[0]);
                             }};

constexpr ChangeRule on_integers{ChangeKind::folding,
                                 [](Call&, Alternative& a, const ChangeRule::Parameters&) { a.on_integers = true; }};

// What comes after a node.
enum class Outcome : std::uint8_t { open, done, too_long };

class Stretch {
 public:
  Stretch(const CheckedModel& model, const Wiring& wiring, std::span<const std::uint32_t> nodes, KnownValues known,
          Team* team)
      : model_(model), graph_(*model.graph), nodes_(nodes), known_(known), team_(team) {
    for (const std::uint32_t n : nodes_) {
      plain_[n] = changes_for(model_.calls[n]);
      find_pair(wiring, n);
      if (auto chain = chain_ending_with(model_, wiring, n, known_)) {
        inside_.insert(chain->inside.begin(), chain->inside.end());
        chains_.emplace(n, *std::move(chain));
      }
    }
    add_fusion();
    if (pairs_.empty()) return;
    const FoldablePair first = pair_at(pairs_.begin()->first, pairs_.begin()->second);
    const std::string text =
        std::string(first.second.op->name) + " is folded into the weights and the bias of " + first.first.op->name;
    const auto add = [&](Folding how, const std::string& in) {
      foldings_.push_back({&folding, {static_cast<std::uint64_t>(how)}, text + in});
    };
    add(Folding::in_type, "");
    if (type_of_weights(first) != DType::f64) add(Folding::in_double, ", computed in double");
  }

  // Each change that some node can make; all nodes that can make it do.
  std::vector<Change> changes() const {
    std::vector<Change> all;
    const auto add = [&](const std::vector<Change>& some) {
      for (const Change& change : some)
        if (std::ranges::find(all, change) == all.end()) all.push_back(change);
    };
    for (const auto& [n, some] : plain_) add(some);
    for (const auto& [n, some] : folded_) add(some);
    for (const auto& [n, chain] : chains_) add(chain.changes);
    add(foldings_);
    return all;
  }

  // What the last node gives without any change; nothing where there is an error condition.
  std::optional<std::vector<Tensor>> reference() {
    std::optional<std::vector<Tensor>> results;
    std::uint64_t steps = UINT64_MAX;
    run({}, steps, [&](const Call& call, std::span<const TensorView> inputs, Changes own) {
      results = results_of(call, inputs, own);
    });
    return results;
  }

  // Whether the nodes, with these changes, give the candidate's results. Nothing where there are no steps left for it.
  std::optional<bool> gives(Changes changes, std::span<const TensorView> candidate, std::uint64_t& steps) {
    bool same = false;
    const auto last = [&](const Call& call, std::span<const TensorView> inputs, Changes own) {
      if (AlternativeRun::is_possible(call)) return void(same = AlternativeRun(call, inputs).gives(own, candidate));
      const auto results = results_of(call, inputs, own);
      same = results.has_value();
      for (std::size_t k = 0; same && k < candidate.size(); ++k)
        same = candidate[k].data == nullptr || same_bits(candidate[k], std::as_const((*results)[k]).view());
    };
    if (!run(changes, steps, last)) return std::nullopt;
    return same;
  }

  // The patterns of some elements of the last node's results; none where these are an error condition.
  std::optional<Patterns> patterns(Changes changes, const AlternativeRun::Places& places, std::uint64_t& steps) {
    Patterns patterns;
    const auto last = [&](const Call& call, std::span<const TensorView> inputs, Changes own) {
      if (AlternativeRun::is_possible(call))
        return void(patterns = AlternativeRun(call, inputs).patterns_at(own, places).value_or(Patterns{}));
      if (const auto results = results_of(call, inputs, own))
        for (std::size_t k = 0; k < places.size(); ++k)
          for (const std::uint64_t i : places[k]) patterns.push_back(pattern_at((*results)[k].view(), i));
    };
    if (!run(changes, steps, last)) return std::nullopt;
    return patterns;
  }

 private:
  void add_fusion() {
    std::set<std::string> names;
    for (const auto& [n, chain] : chains_) names.insert(chain.call.op->name);
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    if (!names.empty())
      foldings_.push_back(
          {&on_integers,
           {},
           "what lies between DequantizeLinear and QuantizeLinear is computed on integers, as " + text});
  }
  // A node that alone takes the results of one that it can be folded into.
  void find_pair(const Wiring& wiring, std::uint32_t second) {
    const Node& node = graph_.nodes[second];
    if (node.inputs.empty() || known_[node.inputs[0]] != nullptr || wiring.uses[node.inputs[0]] != 1) return;
    const std::uint32_t first = wiring.makers[node.inputs[0]];
    const OperatorAlternatives& own = alternatives_of(*model_.calls[second].op);
    if (own.fold == nullptr || !alternatives_of(*model_.calls[first].op).linear) return;
    if (!own.can_fold(pair_at(first, second))) return;
    if (!are_known(graph_.nodes[first]) || !are_known(node)) return;
    pairs_[first] = second;
    folded_[first] = changes_for(folded_call(pair_at(first, second)));
  }
  FoldablePair pair_at(std::uint32_t first, std::uint32_t second) const {
    return {model_.calls[first], *alternatives_of(*model_.calls[first].op).linear, model_.calls[second]};
  }
  static DType type_of_weights(const FoldablePair& pair) { return pair.first.inputs[pair.at.weights]->type; }
  // The first call with a bias, whether it had one or not.
  static Call folded_call(const FoldablePair& pair) {
    Call call = pair.first;
    const Argument& weights = *call.inputs[pair.at.weights];
    const Argument bias{weights.type, *Shape::of(std::span(weights.shape.dims).first(1))};
    call.inputs.resize(std::max(call.inputs.size(), pair.at.bias + 1));
    call.inputs[pair.at.bias] = bias;
    return call;
  }
  bool are_known(const Node& node) const {  // all inputs but the first
    return std::ranges::all_of(node.inputs.begin() + 1, node.inputs.end(),
                               [&](std::uint32_t v) { return known_[v] != nullptr || graph_.values[v].name.empty(); });
  }
  bool is_folded(std::uint32_t n) const {
    return std::ranges::any_of(pairs_, [&](const auto& pair) { return pair.second == n; });
  }

  // A value as an operand: a call may take the elements in another shape than the one that made them.
  TensorView view_of(std::uint32_t value, const Argument& as) const {
    const auto inside = values_.find(value);
    TensorView view = known_[value] != nullptr  ? known_[value]->view()
                      : inside != values_.end() ? std::as_const(inside->second).view()
                                                : no_tensor;
    view.shape = as.shape;
    return view;
  }
  std::vector<TensorView> operands(std::uint32_t n) const {
    std::vector<TensorView> views;
    for (std::size_t k = 0; k < graph_.nodes[n].inputs.size(); ++k) {
      const std::optional<Argument>& as = model_.calls[n].inputs[k];
      views.push_back(as ? view_of(graph_.nodes[n].inputs[k], *as) : no_tensor);
    }
    return views;
  }
  void keep(std::uint32_t n, std::vector<Tensor>& results) {
    for (std::size_t k = 0; k < graph_.nodes[n].outputs.size(); ++k)
      if (model_.calls[n].outputs[k]) values_.insert_or_assign(graph_.nodes[n].outputs[k], std::move(results[k]));
  }

  static std::vector<const Change*> own_changes(const std::vector<Change>& possible, Changes chosen) {
    std::vector<const Change*> own;
    for (const Change* change : chosen)
      if (const auto found = std::ranges::find(possible, *change); found != possible.end()) own.push_back(&*found);
    return own;
  }

  // Computes every node with the changes that it can make; `last` takes the call, operands and changes of the last one.
  // False: there are no steps left for it.
  template <class Last> bool run(Changes changes, std::uint64_t& steps, Last last) {
    const Alternative together = ChangedCall({}, own_changes(foldings_, changes)).alternative;
    const Folding how = together.folding;
    for (const std::uint32_t n : nodes_) {
      const auto pair = how == Folding::none ? pairs_.end() : pairs_.find(n);
      const auto chain = together.on_integers ? chains_.find(n) : chains_.end();
      Outcome outcome = Outcome::open;
      if (together.on_integers && inside_.contains(n)) continue;
      if (chain != chains_.end())
        outcome = take_chain(n, chain->second, changes, steps, last);
      else if (pair != pairs_.end())
        outcome = take_folded(n, pair->second, how, changes, steps, last);
      else if (how == Folding::none || !is_folded(n))
        outcome = take(n, model_.calls[n], operands(n), own_changes(plain_.at(n), changes), steps, last);
      if (outcome != Outcome::open) return outcome == Outcome::done;
    }
    return true;
  }
  // Two nodes as one call.
  template <class Last>
  Outcome take_folded(std::uint32_t first, std::uint32_t second, Folding how, Changes changes, std::uint64_t& steps,
                      Last last) {
    const FoldablePair pair = pair_at(first, second);
    const DType in = how == Folding::in_double ? DType::f64 : type_of_weights(pair);
    const Alternative alternative = ChangedCall(pair.second, own_changes(plain_.at(second), changes)).alternative;
    std::vector<TensorView> inputs = operands(first);
    const FoldedOperands folded =
        alternatives_of(*pair.second.op).fold(pair, inputs, operands(second), in, alternative);
    const Call call = folded_call(pair);
    inputs.resize(call.inputs.size(), no_tensor);
    inputs[pair.at.weights] = folded.weights.view();
    inputs[pair.at.bias] = folded.bias.view();
    return take(second, call, inputs, own_changes(folded_.at(first), changes), steps, last);
  }
  // A node with what dequantises its operands and what quantises its results, as one call on integers.
  template <class Last>
  Outcome take_chain(std::uint32_t n, const QuantisedChain& chain, Changes changes, std::uint64_t& steps, Last last) {
    std::vector<TensorView> inputs;
    for (std::size_t k = 0; k < chain.operands.size(); ++k) {
      const auto& [value, made] = chain.operands[k];
      inputs.push_back(made ? made->view() : view_of(value, *chain.call.inputs[k]));
    }
    std::vector<const Change*> own = own_changes(chain.changes, changes);
    if (chain.rectifies) own.push_back(&QuantisedChain::rectified());
    return take(n, chain.call, inputs, own, steps, last);
  }
  // One call, whose results are those of node n.
  template <class Last>
  Outcome take(std::uint32_t n, const Call& call, std::span<const TensorView> inputs, Changes own, std::uint64_t& steps,
               Last last) {
    const bool is_last = n == nodes_.back();
    const std::uint64_t cost = is_fast(call, own) ? operations_of(call) / fast_steps
                               : is_last          ? 1
                                                  : operations_of(call);
    if (cost >= steps) return Outcome::too_long;
    steps -= cost;
    if (is_last) return last(call, inputs, own), Outcome::done;
    auto results = results_of(call, inputs, own);
    if (!results) return Outcome::done;  // an error condition
    keep(n, *results);
    return Outcome::open;
  }
  static bool is_fast(const Call& call, Changes own) {
    return !AlternativeRun::is_possible(call) ||
           std::ranges::all_of(own, [](const Change* change) { return change->kind() == ChangeKind::policy; });
  }
  std::optional<std::vector<Tensor>> results_of(const Call& call, std::span<const TensorView> inputs,
                                                Changes own) const {
    if (!is_fast(call, own)) return AlternativeRun(call, inputs).results(own);
    Computed computed = compute(ChangedCall(call, own).call, inputs, team_);
    if (!computed.status.ok()) return std::nullopt;
    return std::move(computed.outputs);
  }

  const CheckedModel& model_;
  const Graph& graph_;
  std::span<const std::uint32_t> nodes_;
  KnownValues known_;
  Team* team_;
  std::map<std::uint32_t, std::vector<Change>> plain_, folded_;  // what a node can do differently, also as a pair
  std::map<std::uint32_t, std::uint32_t> pairs_;                 // a node and the one that can be folded into it
  std::map<std::uint32_t, QuantisedChain> chains_;               // by their last nodes
  std::set<std::uint32_t> inside_;                               // nodes of chains that are not computed in these
  std::vector<Change> foldings_;                                 // what several nodes can do together
  std::map<std::uint32_t, Tensor> values_;                       // of the last run, inside
};

}  // namespace

Wiring::Wiring(const Graph& graph) : makers(graph.values.size()), uses(graph.values.size()) {
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    for (const std::uint32_t value : graph.nodes[n].inputs) ++uses[value];
    for (const std::uint32_t value : graph.nodes[n].outputs) makers[value] = n;
  }
  for (const std::uint32_t value : graph.outputs) ++uses[value];
}

std::vector<std::uint32_t> stretch_before(const CheckedModel& model, const Wiring& wiring, std::uint32_t last,
                                          KnownValues known) {
  std::set<std::uint32_t> nodes{last};
  // From the last to the first: who makes a value comes before those that use it.
  for (auto at = nodes.end(); at != nodes.begin();) {
    const std::uint32_t n = *--at;
    for (std::size_t k = 0; k < model.calls[n].inputs.size(); ++k)
      if (const std::uint32_t v = model.graph->nodes[n].inputs[k]; model.calls[n].inputs[k] && known[v] == nullptr)
        nodes.insert(wiring.makers[v]);
  }
  return {nodes.begin(), nodes.end()};
}

std::optional<ComparedStretch> compare_stretch(const CheckedModel& model, const Wiring& wiring, std::uint32_t last,
                                               KnownValues known, std::span<const TensorView> candidate, Team* team) {
  ComparedStretch result{stretch_before(model, wiring, last, known)};
  if (result.nodes.size() > most_nodes) return std::nullopt;
  std::optional<std::vector<Tensor>> reference = Stretch(model, wiring, result.nodes, known, team).reference();
  if (!reference) return std::nullopt;
  result.reference = std::move(*reference);
  for (std::size_t k = 0; k < candidate.size(); ++k)
    for (std::uint64_t i = 0; candidate[k].data != nullptr && i < candidate[k].shape.count; ++i) {
      ++result.elements;
      result.differing += !same_bits(candidate[k], std::as_const(result.reference[k]).view(), i);
    }
  return result;
}

Explanation explain_stretch(const CheckedModel& model, const Wiring& wiring, std::span<const std::uint32_t> nodes,
                            std::span<const StretchSample> samples, std::uint64_t& steps, Team* team) {
  Explanation explanation;
  std::vector<Sample> last;
  std::vector<Stretch> stretches;
  for (const StretchSample& sample : samples) {
    last.push_back(sample.last);
    stretches.emplace_back(model, wiring, nodes, sample.known, team);
  }
  if (is_explained_by_kind(last, explanation)) return explanation;
  std::uint64_t steps_of_chance = most_steps_of_chance;
  Attempt attempt;
  attempt.gives = [&](Changes changes) -> std::optional<bool> {
    for (std::size_t s = 0; s < stretches.size(); ++s)
      if (const auto given = stretches[s].gives(changes, last[s].candidate, steps); !given || !*given) return given;
    return true;
  };
  attempt.patterns = [&](Changes changes, std::span<const Place> places) -> std::optional<Patterns> {
    Patterns all;
    for (std::size_t s = 0; s < stretches.size(); ++s) {
      const AlternativeRun::Places of = places_in(places, s, model.calls[nodes.back()].outputs.size());
      const auto patterns = stretches[s].patterns(changes, of, steps_of_chance);
      if (!patterns) return std::nullopt;
      all.insert(all.end(), patterns->begin(), patterns->end());
    }
    if (all.size() != places.size()) all.clear();
    return all;
  };
  search(stretches.front().changes(), last, attempt, explanation);
  return explanation;
}

}  // namespace etalon::impl
