// SPDX-License-Identifier: Apache-2.0
// Floor 8. Runs a function of the text on terms: loops and places are real, values are expressions of the operands.
#pragma once

#include <span>
#include <vector>

#include "prove/program.hpp"
#include "trace/traced.hpp"

namespace etalon::impl::prove {

// Identities by which the text may differ from the reference. Each holds for all operands; see the tests.
//
// The maximum of the lowest number of a type and x is x: nothing is below the lowest. Of a NaN it is the one NaN, as
// quiet() gives it. References begin an extreme with the first element, the text with the end of the type.
// Null where the step is none of these.
const TextValue* absorbed_end(Step step, DType type, const TextValue& a, const TextValue& b);
// A conversion of an integer type, or of truth values, into itself changes nothing.
bool is_same_conversion(Joiner& joiner, DType type, const Term& text, const Term& reference);
// To make a NaN of a number the one NaN changes nothing; references do it all the same.
bool is_same_number(Joiner& joiner, DType type, const Term& text, const Term& reference);

bool is_same_term(const Term& a, const Term& b);

// What a parameter of a function is in a run.
struct BoundArray {
  std::uint64_t count = 0;
  std::uint32_t tensor = 0;            // of an operand: which variable it is, or
  const TensorView* stored = nullptr;  // its elements, of an index operand
  Term* cells = nullptr;               // of a result
  std::uint32_t* lines = nullptr;      // of the stores
};

inline constexpr std::uint32_t undefined_level = UINT32_MAX;

class Executor {
 public:
  struct Outcome {
    std::uint32_t refusal = nothing;  // the number in Function::refusals of what was returned
    bool has_stored = false;          // results
  };

  Executor(const Function& function, const char* file, Joiner& joiner, std::span<const BoundArray> parameters,
           std::uint64_t budget);
  Outcome run();
  // Of the refusals that depend on data: the terms, with the number of the refusal.
  const std::vector<std::pair<Term, std::uint32_t>>& conditions() const { return conditions_; }
  std::uint64_t left() const { return budget_; }

 private:
  bool execute(const std::vector<Statement>& block);  // false: a refusal
  bool refuses(const Statement& statement);
  void store(const Statement& statement, const Term& term);       // a result
  void keep(const Statement& statement, const TextValue& value);  // in a row
  // Of variables and constants it is where they are, of others in the room that is given.
  const TextValue& value(std::uint32_t expression, TextValue& room) {
    const Expression& e = f_.expressions[expression];
    if (e.kind == Expression::Kind::variable) return values_[e.a];
    if (e.kind == Expression::Kind::constant) return e.term;
    evaluate(e, room);
    return room;
  }
  void evaluate(const Expression& e, TextValue& out);
  void evaluate_joined(const Expression& e, TextValue& out);
  void evaluate_sum_end(const Expression& e, TextValue& out);
  TracedTruth truth(std::uint32_t expression);
  TracedTruth compared(const Expression& e);
  TextValue element(std::uint32_t array, std::int32_t at, std::uint32_t line) {
    const RunArray& run = arrays_[array];
    if (static_cast<std::uint32_t>(at) >= run.count) refuse_outside(array, at, line);
    if (run.is_variable) return {variable(run.tensor, static_cast<std::uint64_t>(at), false)};
    return other_element(array, at, line);
  }
  [[noreturn]] void refuse_outside(std::uint32_t array, std::int32_t at, std::uint32_t line) const;
  TextValue other_element(std::uint32_t array, std::int32_t at, std::uint32_t line) const;
  Term settled(std::uint32_t expression);  // of a value that must not be loose
  std::int32_t place(std::uint32_t number) const {
    const Place& p = f_.places[number];
    auto sum = static_cast<std::uint32_t>(p.constant);
    if (p.is_simple) return static_cast<std::int32_t>(sum + static_cast<std::uint32_t>(slots_[p.slot]));
    if (!p.is_sum) return tree(p.tree, p.line);
    const PlaceTerm* term = f_.place_terms.data() + p.first;
    for (std::uint32_t k = 0; k < p.count; ++k)
      sum += static_cast<std::uint32_t>(slots_[term[k].slot]) * static_cast<std::uint32_t>(term[k].factor);
    return static_cast<std::int32_t>(sum);
  }
  std::int32_t tree(std::uint32_t number, std::uint32_t line) const;
  bool holds(std::uint32_t conditions) const {
    for (const PlaceComparison& one : f_.conditions[conditions]) {
      const std::int32_t a = place(one.a), b = place(one.b);
      const bool is_true = one.kind == PlaceComparison::Kind::less            ? a < b
                           : one.kind == PlaceComparison::Kind::less_or_equal ? a <= b
                                                                              : a == b;
      if (!is_true) return false;
    }
    return true;
  }
  std::uint64_t count_at(std::uint32_t place_number, std::uint32_t line);
  void data_place(const Statement& statement);
  [[noreturn]] void refuse_effort() const;
  [[noreturn]] void refuse_at(const char* rule, std::uint32_t line, const std::string& what) const;

  struct RunArray {
    std::uint64_t count = 0;  // at most 2^31, so that negative places are beyond it
    Term* cells = nullptr;    // of a result
    TextValue* row = nullptr;
    std::uint32_t tensor = 0;
    bool is_variable = false;
  };

  const Function& f_;
  const char* file_;
  Joiner& joiner_;
  std::span<const BoundArray> parameters_;
  std::uint64_t budget_;
  std::vector<std::int32_t> slots_;
  std::vector<TextValue> values_;
  std::vector<TracedTruth> truths_;
  std::vector<Term> sums_;
  std::vector<std::vector<TextValue>> rows_;  // by array
  std::vector<RunArray> arrays_;
  std::vector<std::pair<Term, std::uint32_t>> conditions_;
  Outcome outcome_;
  bool has_data_place_ = false;
};

}  // namespace etalon::impl::prove
