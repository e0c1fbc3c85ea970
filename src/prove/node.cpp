// SPDX-License-Identifier: Apache-2.0
// Floor 8. See node.hpp.
#include "prove/node.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <numeric>
#include <random>
#include <tuple>

#include "prove/difference.hpp"
#include "scalar/integer.h"
#include "tensor/pattern.hpp"

namespace etalon::impl::prove {
namespace {

constexpr std::uint64_t most_combinations = 4096;

bool is_before(const Term& a, const Term& b) {
  return std::tie(a.level, a.high, a.low) < std::tie(b.level, b.high, b.low);
}

class NodeProver {
 public:
  NodeProver(const CheckedModel& model, const ModelValues& values, const NodeCall& node, const std::string& prefix,
             const Sha256::Digest& seed)
      : model_(model),
        values_(values),
        node_(node),
        call_(model.calls[node.node]),
        named_(model.graph->nodes[node.node]),
        f_(*node.function),
        prefix_(prefix),
        seed_(seed),
        joiner_(seed) {}

  NodeProof prove() {
    bind();
    check_refusals();
    if (index_ == nothing) {
      run_once(nullptr);
    } else {
      check_index_uses();
      run_indices();
    }
    return {elements_, joiner_.joins(), compared_, joiner_.levels()};
  }

 private:
  [[noreturn]] void fail(const char* rule, std::uint32_t line, const std::string& what) const {
    refuse(rule, {model_c, line},
           f_.name + ", node " + std::to_string(node_.node) + " (" + call_.op->name + "): " + what);
  }

  // What the parameters are, and what the reference is given.
  void bind() {
    for (std::uint32_t k = 0; k < call_.inputs.size(); ++k) {
      if (!call_.inputs[k]) continue;
      const ModelValue& value = values_[named_.inputs[k]];
      TracedOperand& operand = operands_.emplace_back();
      operand.tensor = value.home;
      const Formal::Use use = formal_at(call_.row->inputs, k)->use;
      if (use != Formal::Use::data && value.count != 0) {
        operand.stored = value.constant;
        if (value.is_constant()) continue;
        if (use == Formal::Use::shape) {
          if (k >= call_.known.size() || call_.known[k] == nullptr)
            fail(rules::meaning, f_.line, "an operand that says what the result is is not known");
          operand.stored = call_.known[k]->view();
          continue;
        }
        if (index_ != nothing || call_.op->condition.allowed == nullptr || call_.op->condition.operand != k)
          fail(rules::meaning, f_.line, "its indices have no condition that they can be tried by");
        index_ = k;
      }
    }
    std::size_t next = 0;
    for (const auto& input : call_.inputs) pointers_.push_back(input ? &operands_[next++] : nullptr);
    const std::vector<std::uint32_t>& results = values_.results_of(node_.node);
    cells_.resize(call_.outputs.size());
    lines_.resize(call_.outputs.size());
    for (const std::uint32_t k : results) {
      cells_[k].resize(static_cast<std::size_t>(call_.outputs[k]->shape.count));
      lines_[k].resize(cells_[k].size());
    }
    for (std::uint32_t p = 0; p < f_.parameters; ++p) {
      BoundArray& bound = bound_.emplace_back();
      const std::uint32_t argument = node_.arguments[p];
      if (f_.arrays[p].kind == Array::Kind::result) {
        bound.count = cells_[argument].size();
        bound.cells = cells_[argument].data();
        bound.lines = lines_[argument].data();
        continue;
      }
      bound.count = values_[argument].count;
      bound.tensor = argument;
      if (index_ != nothing && argument == values_.home(named_.inputs[index_]) && !f_.arrays[p].is_value)
        index_parameters_.push_back(p);
    }
  }

  void check_refusals() {
    rule_ = refusal_of(model_, values_, node_.node);
    if (!rule_.empty() && !f_.can_refuse)
      fail(rules::refusal, f_.line, "it does not refuse what " + rule_ + " says has no result");
    for (const std::string& name : f_.refusals)
      if (name != prefix_ + "_node_" + std::to_string(node_.node) + "_" + rule_name(rule_.empty() ? "?" : rule_))
        fail(rules::refusal, f_.line,
             name + " is not what it refuses" + (rule_.empty() ? ": it can always be computed" : " by: " + rule_));
    if (rule_.empty() && f_.can_refuse) fail(rules::refusal, f_.line, "it can always be computed, and refuses nothing");
    if (!rule_.empty() && f_.refusals.empty()) fail(rules::refusal, f_.line, "it never refuses: " + rule_);
  }

  // Conditions on data, over all elements: what is less than the least that is admitted, more than the most, or zero.
  std::vector<Term> expected_conditions() {
    std::vector<Term> terms;
    const auto each = [&](std::uint32_t operand, const auto& make) {
      for (std::uint64_t i = 0; i < call_.inputs[operand]->shape.count; ++i)
        terms.push_back(make(pointers_[operand]->element(i), call_.inputs[operand]->type));
    };
    const auto less = [&](const Term& a, const Term& b, DType type) {
      return joiner_.join(Step::less, type, 0, &a, &b);
    };
    const Operator::Condition& condition = call_.op->condition;
    if (condition.allowed != nullptr && call_.has_input(condition.operand) &&
        formal_at(call_.row->inputs, condition.operand)->use == Formal::Use::data) {
      const DType type = call_.inputs[condition.operand]->type;
      const Admitted all = admitted(call_, condition.operand);
      const unsigned bits = is_integer(type) ? info(type).bits : 0;
      const auto number = [&](std::int64_t v) {
        return constant(type, uint_wrap(static_cast<std::uint64_t>(v), bits));
      };
      if (!all.rule.empty() && all.low > int_lowest(bits))
        each(condition.operand, [&](const Term& x, DType t) { return less(x, number(all.low), t); });
      if (!all.rule.empty() && all.high < int_highest(bits))
        each(condition.operand, [&](const Term& x, DType t) { return less(number(all.high), x, t); });
    }
    for (const Precondition& one : call_.row->preconditions) {
      if (!call_.has_input(one.operand) || !one.types.contains(call_.inputs[one.operand]->type)) continue;
      if (one.has_result() && !call_.choices.strict) continue;
      if (one.demand != Precondition::Demand::nonzero || !is_integer(call_.inputs[one.operand]->type))
        fail(rules::refusal, f_.line, std::string("a refusal by ") + one.rule + " cannot be judged");
      each(one.operand, [&](const Term& x, DType t) {
        const Term zero = constant(t, 0);
        return joiner_.join(Step::equal, t, 0, &x, &zero);
      });
    }
    return terms;
  }

  void check_conditions(const Executor& executor) {
    if (rule_.empty()) return;  // there are no refusals in the text
    std::vector<Term> expected = expected_conditions(), found;
    for (const auto& [term, refusal] : executor.conditions()) found.push_back(term);
    for (std::vector<Term>* terms : {&expected, &found}) {
      std::ranges::sort(*terms, is_before);
      const auto same = std::ranges::unique(*terms, is_same_term);
      terms->erase(same.begin(), same.end());
    }
    compared_ += expected.size() * found.size();  // any two of them
    if (!std::ranges::equal(expected, found, is_same_term))
      fail(rules::refusal, f_.line, "it does not refuse exactly what " + rule_ + " says has no result");
  }

  // One run of both, with the elements of the index operand where there is one.
  void run_once(const TensorView* indices) {
    const std::uint64_t before = joiner_.joins();
    std::vector<TermList> reference;
    bool is_refused = false;
    if (indices != nullptr) {
      std::vector<const void*> inputs(call_.inputs.size(), nullptr);
      inputs[index_] = indices->data;
      is_refused = !condition_of(call_, inputs).ok();
      operands_of_index().stored = *indices;
    }
    if (!is_refused) {
      if (!is_followed(call_, pointers_)) fail(rules::meaning, f_.line, "there is no reference that can be followed");
      reference = traced(joiner_, call_, pointers_, node_.node);
    }
    for (TermList& cells : cells_)
      for (Term& cell : cells) cell.level = undefined_level;
    for (const std::uint32_t p : index_parameters_) bound_[p].stored = indices;
    std::uint64_t work = joiner_.joins() - before;
    for (const TermList& cells : cells_) work += cells.size();
    budget_ += 200 * work;
    Executor executor(f_, model_c, joiner_, bound_, budget_);
    Executor::Outcome outcome;
    try {
      outcome = executor.run();
    } catch (const Refused&) {
      if (!is_refused) throw;  // else whatever went wrong did so because it was not refused
    }
    budget_ = executor.left();
    if (is_refused) {
      if (outcome.refusal == nothing) fail(rules::refusal, f_.line, "it does not refuse an index that is out of range");
      return;
    }
    if (outcome.refusal != nothing) fail(rules::refusal, f_.line, "it refuses what has a result");
    check_conditions(executor);
    for (const std::uint32_t k : values_.results_of(node_.node)) compare(k, reference[k]);
  }

  void compare(std::uint32_t k, const TermList& reference) {
    const std::string name = formal_name(call_.row->outputs, k);
    elements_ += reference.size();
    for (std::size_t i = 0; i < reference.size(); ++i) {
      const Term& text = cells_[k][i];
      if (text.level == undefined_level)
        fail(rules::meaning, f_.line, "element " + std::to_string(i) + " of " + name + " is not stored");
      const DType type = call_.outputs[k]->type;
      if (is_same_term(text, reference[i]) || is_same_conversion(joiner_, type, text, reference[i]) ||
          is_same_number(joiner_, type, text, reference[i]))
        continue;
      fail(rules::meaning, lines_[k][i],
           "element " + std::to_string(i) + " of " + name + " is not the expression of the reference" +
               first_difference(seed_, call_, pointers_, node_.node, f_, bound_, k, i));
    }
  }

  // ---- indices ------------------------------------------------------------------------------------------------------

  TracedOperand& operands_of_index() { return *const_cast<TracedOperand*>(pointers_[index_]); }

  void check_index_uses() {
    if (index_parameters_.empty()) fail(rules::meaning, f_.line, "it does not read its indices");
    for (std::uint32_t p = 0; p < f_.parameters; ++p) {
      const bool is_index = std::ranges::find(index_parameters_, p) != index_parameters_.end();
      const Array& array = f_.arrays[p];
      if (!is_index && array.is_place) fail(rules::meaning, f_.line, array.name + " is no index operand");
    }
    if (f_.mixes_in_refusal) fail(rules::refusal, f_.line, "a refusal asks more than one index");
  }

  // Every element takes every value that is admitted: in all combinations where those are few; else each on its own,
  // if the text only moves elements that one index says. Then values that are not admitted, one at a time: between the
  // numbers that the text compares with, one answer is that of all.
  void run_indices() {
    const Admitted all = admitted(call_, index_);
    if (all.rule.empty()) fail(rules::meaning, f_.line, "its indices have too many values to be tried");
    const auto& [type, shape] = *call_.inputs[index_];
    const std::uint64_t count = shape.count;
    const bool has_some = all.high >= all.low;
    const std::uint64_t values = has_some ? static_cast<std::uint64_t>(all.high - all.low) + 1 : 0;
    Tensor tensor(type, shape);
    const auto set = [&](std::uint64_t i, std::int64_t v) {
      set_pattern(tensor.view(), i, uint_wrap(static_cast<std::uint64_t>(v), info(type).bits));
    };
    const auto run = [&] {
      const TensorView view = std::as_const(tensor).view();
      run_once(&view);
    };
    std::uint64_t combinations = 1;
    for (std::uint64_t i = 0; i < count && combinations <= most_combinations; ++i)
      combinations *= std::max<std::uint64_t>(values, 1);
    if (combinations <= most_combinations) {
      for (std::uint64_t c = 0; has_some && c < combinations; ++c) {
        std::uint64_t rest = c;
        for (std::uint64_t i = 0; i < count; ++i, rest /= values)
          set(i, all.low + static_cast<std::int64_t>(rest % values));
        run();
      }
    } else {
      if (f_.mixes_data)
        fail(rules::meaning, f_.line,
             "its indices have more than " + std::to_string(most_combinations) +
                 " combinations, and it does more than to move elements that one index each says");
      for (std::uint64_t k = 0; k < values; ++k) {
        for (std::uint64_t i = 0; i < count; ++i) set(i, all.low + static_cast<std::int64_t>(permuted(i, k, values)));
        run();
      }
    }
    std::vector<std::int64_t> points{int_lowest(info(type).bits), int_highest(info(type).bits), all.low - 1,
                                     all.high + 1};
    for (const std::uint32_t p : index_parameters_)
      for (const std::int64_t c : f_.arrays[p].compared_with)
        for (const std::int64_t d : {-1, 0, 1})
          if ((d >= 0 || c > int_lowest(info(type).bits)) && (d <= 0 || c < int_highest(info(type).bits)))
            points.push_back(c + d);
    std::ranges::sort(points);
    points.erase(std::unique(points.begin(), points.end()), points.end());
    for (std::uint64_t i = 0; i < count; ++i)
      for (const std::int64_t point : points) {
        if (has_some && point >= all.low && point <= all.high) continue;
        for (std::uint64_t j = 0; j < count; ++j)
          set(j, has_some ? all.low + static_cast<std::int64_t>(permuted(j, i, values)) : point);
        set(i, point);
        run();
      }
  }

  // Number k of a permutation of the values below n that belongs to element i.
  std::uint64_t permuted(std::uint64_t i, std::uint64_t k, std::uint64_t n) const {
    std::uint64_t word = 0;
    std::memcpy(&word, seed_.data(), sizeof word);
    std::mt19937_64 random(word ^ (i * 0x9E3779B97F4A7C15u));
    const std::uint64_t first = random() % n;
    std::uint64_t step = n > 1 ? random() % (n - 1) + 1 : 0;
    while (n > 1 && std::gcd(step, n) != 1) step = step % (n - 1) + 1;
    return static_cast<std::uint64_t>((first + static_cast<unsigned __int128>(k) * step) % n);
  }

  const CheckedModel& model_;
  const ModelValues& values_;
  const NodeCall& node_;
  const Call& call_;
  const Node& named_;
  const Function& f_;
  const std::string& prefix_;
  const Sha256::Digest& seed_;
  Joiner joiner_;
  std::uint32_t index_ = nothing;  // the operand whose elements are tried
  std::deque<TracedOperand> operands_;
  std::vector<const TracedOperand*> pointers_;
  std::vector<BoundArray> bound_;
  std::vector<std::uint32_t> index_parameters_;
  std::vector<TermList> cells_;
  std::vector<std::vector<std::uint32_t>> lines_;
  std::string rule_;
  std::uint64_t budget_ = 10'000'000;  // steps of the text that are left, in all runs
  std::uint64_t elements_ = 0, compared_ = 0;
};

}  // namespace

NodeProof prove_node(const CheckedModel& model, const ModelValues& values, const NodeCall& call,
                     const std::string& prefix, const Sha256::Digest& seed) {
  return NodeProver(model, values, call, prefix, seed).prove();
}

NodeProof prove_copy(const Function& f, std::uint64_t count, const Sha256::Digest& seed) {
  Joiner joiner(seed);
  TermList cells(static_cast<std::size_t>(count), Term{.level = undefined_level});
  std::vector<std::uint32_t> lines(cells.size());
  std::vector<BoundArray> bound(f.parameters);
  for (std::uint32_t p = 0; p < f.parameters; ++p) {
    bound[p].count = count;
    if (f.arrays[p].kind != Array::Kind::result) continue;
    bound[p].cells = cells.data();
    bound[p].lines = lines.data();
  }
  Executor executor(f, model_c, joiner, bound, 200 * count + 10'000'000);
  executor.run();
  for (std::uint64_t i = 0; i < count; ++i)
    if (!is_same_term(cells[i], variable(0, i, false)))
      refuse(rules::meaning, {model_c, lines[i] != 0 ? lines[i] : f.line},
             f.name + ": element " + std::to_string(i) + " is not copied");
  return {count, joiner.joins(), 0, joiner.levels()};
}

}  // namespace etalon::impl::prove
