// SPDX-License-Identifier: Apache-2.0
// Floor 8. See difference.hpp.
#include "prove/difference.hpp"

#include <map>
#include <tuple>

namespace etalon::impl::prove {
namespace {

constexpr const char* step_names[] = {"add",
                                      "sub",
                                      "mul",
                                      "div",
                                      "div_floor",
                                      "div_truncate",
                                      "div_count",
                                      "fma",
                                      "neg",
                                      "abs",
                                      "sqrt",
                                      "root_of_squares",
                                      "power",
                                      "pow",
                                      "function",
                                      "floor",
                                      "ceil",
                                      "round",
                                      "max",
                                      "min",
                                      "larger",
                                      "smaller",
                                      "quiet",
                                      "less",
                                      "equal",
                                      "less_or_equal",
                                      "below",
                                      "is_nan",
                                      "is_lowest",
                                      "leads",
                                      "both",
                                      "choose",
                                      "negation",
                                      "exponent",
                                      "convert",
                                      "exact_product",
                                      "exact_quotient",
                                      "quantised",
                                      "sum_start",
                                      "sum_step",
                                      "sum_scale",
                                      "sum_finish",
                                      "sum_quotient",
                                      "sum_root",
                                      "unknown"};

using Key = std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>;
Key key_of(const Term& term) { return {term.level, term.high, term.low}; }

class Expressions {
 public:
  explicit Expressions(const std::vector<Joiner::Joined>& joined) {
    for (const Joiner::Joined& one : joined) steps_.emplace(key_of(one.result), &one);
  }
  const Joiner::Joined* find(const Term& term) const {
    const auto found = steps_.find(key_of(term));
    return found == steps_.end() ? nullptr : found->second;
  }
  std::string words(const Term& term) const {
    if (const Joiner::Joined* step = find(term))
      return std::string(step_names[static_cast<std::size_t>(step->step)]) + " of type " + prefix_of(step->type);
    if (known_pattern(term) != nullptr) return "the constant of bits " + std::to_string(term.low);
    if (term.level == 0)
      return "element " + std::to_string(term.low) + " of value " + std::to_string(term.high & UINT32_MAX);
    return "another expression";
  }

 private:
  std::map<Key, const Joiner::Joined*> steps_;
};

}  // namespace

std::string first_difference(const Sha256::Digest& seed, const Call& call,
                             std::span<const TracedOperand* const> operands, std::uint32_t node,
                             const Function& function, std::vector<BoundArray> bound, std::uint32_t output,
                             std::uint64_t element) {
  constexpr std::uint64_t most_work = 1'000'000;
  if (operations_of(call) > most_work) return {};
  std::vector<Joiner::Joined> joined;
  Joiner joiner(seed, &joined);
  Term theirs = traced(joiner, call, operands, node)[output][element];
  Term* cells = nullptr;
  for (std::uint32_t p = 0, k = 0; p < function.parameters; ++p) {
    if (function.arrays[p].kind != Array::Kind::result) continue;
    for (; k < call.outputs.size() && (!call.outputs[k] || call.outputs[k]->shape.count == 0); ++k) {
    }
    if (k++ == output) cells = bound[p].cells;
  }
  if (cells == nullptr) return {};
  Term ours = cells[element];
  Executor executor(function, model_c, joiner, bound, 100 * most_work);
  executor.run();
  const Expressions expressions(joined);
  for (;;) {
    const Joiner::Joined *a = expressions.find(theirs), *b = expressions.find(ours);
    const bool is_same_step =
        a != nullptr && b != nullptr && a->step == b->step && a->type == b->type && a->number == b->number;
    if (!is_same_step) break;
    std::size_t k = 0;
    while (k < 3 && is_same_term(a->operands[k], b->operands[k])) ++k;
    if (k == 3) return {};
    theirs = a->operands[k];
    ours = b->operands[k];
  }
  return ": where the reference has " + expressions.words(theirs) + ", the text has " + expressions.words(ours);
}

}  // namespace etalon::impl::prove
