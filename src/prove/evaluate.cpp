// SPDX-License-Identifier: Apache-2.0
// Floor 8. See executor.hpp: values and truths.
#include "ops/world.hpp"
#include "prove/executor.hpp"
#include "scalar/binary.h"

namespace etalon::impl::prove {
namespace {

bool is_end(Step step, DType type, const Term& term) {
  bool is_it = false;
  Stored::with<types::numbers>(
      type, [&]<class A>(A) { is_it = term == (step == Step::max ? Traced<A>::lowest() : Traced<A>::highest()); });
  return is_it;
}

}  // namespace

bool is_same_term(const Term& a, const Term& b) { return a.low == b.low && a.high == b.high && a.level == b.level; }

const TextValue* absorbed_end(Step step, DType type, const TextValue& a, const TextValue& b) {
  if (known_pattern(a) == nullptr || (step != Step::max && step != Step::min)) return nullptr;
  return is_end(step, type, a) ? &b : nullptr;
}

bool is_same_conversion(Joiner& joiner, DType type, const Term& text, const Term& reference) {
  if (!is_integer(type) && type != DType::boolean) return false;
  return is_same_term(joiner.join(Step::convert, type, static_cast<std::uint64_t>(type), &text), reference);
}

bool is_number(DType type, const Term& term) {
  const std::uint64_t* const pattern = known_pattern(term);
  return pattern != nullptr && is_floating(type) &&
         !binary_is_nan(binary_format_of(info(type).bits, info(type).fraction), *pattern);
}
bool is_same_number(Joiner& joiner, DType type, const Term& text, const Term& reference) {
  return is_number(type, text) && is_same_term(joiner.join(Step::quiet, type, 0, &text), reference);
}

// ---- values ---------------------------------------------------------------------------------------------------------

TextValue Executor::other_element(std::uint32_t number, std::int32_t at, std::uint32_t line) const {
  const auto i = static_cast<std::uint64_t>(at);
  const Array& array = f_.arrays[number];
  if (array.kind == Array::Kind::operand) {
    const TensorView& stored = *parameters_[number].stored;
    return {constant(stored.type, pattern_at(stored, i))};
  }
  if (array.kind == Array::Kind::values) return {array.terms[i]};
  const RunArray& run = arrays_[number];
  const TextValue kept = run.row != nullptr ? run.row[i] : TextValue{run.cells[i]};
  if (kept.level == undefined_level)
    refuse_at(rules::memory, line,
              "element " + std::to_string(at) + " of " + array.name + " is read before it is written");
  return kept;
}

Term Executor::settled(std::uint32_t expression) {
  TextValue room;
  const TextValue& settled = value(expression, room);
  if (settled.is_loose)
    refuse_at(rules::meaning, f_.expressions[expression].line,
              "a NaN that may be any NaN is used where its bits count");
  return settled;
}

void Executor::evaluate(const Expression& e, TextValue& out) {
  using Kind = Expression::Kind;
  switch (e.kind) {
    case Kind::element:
      out = element(e.a, place(e.b), e.line);
      return;
    case Kind::joined:
    case Kind::extreme:
    case Kind::one_nan:
      return evaluate_joined(e, out);
    case Kind::choose_places: {
      const TextValue& chosen = value(holds(e.a) ? e.b : e.c, out);
      if (&chosen != &out) out = chosen;
      return;
    }
    case Kind::choose_truth: {
      const TracedTruth which = truth(e.a);
      const Term yes = settled(e.b), no = settled(e.c);
      static_cast<Term&>(out) = which.chosen(yes, no);
      break;
    }
    case Kind::as_number:
      static_cast<Term&>(out) = truth(e.a).term();
      break;
    case Kind::div_count: {
      const Term a = settled(e.a);
      static_cast<Term&>(out) = joiner_.join(e.step, e.type, count_at(e.b, e.line), &a);
      break;
    }
    case Kind::of_place: {
      const double number_of_place = place(e.a);
      Stored::with<types::numbers>(e.type,
                                   [&]<class A>(A) { static_cast<Term&>(out) = Traced<A>::number(number_of_place); });
      if (info(e.type).kind == impl::Kind::unsigned_ && number_of_place < 0)
        refuse_at(rules::meaning, e.line, "a place that is negative becomes a number of an unsigned type");
      break;
    }
    case Kind::sum_start:
      static_cast<Term&>(out) = joiner_.join(e.step, e.type, 0, nullptr);
      break;
    case Kind::sum_end:
      evaluate_sum_end(e, out);
      break;
    default:
      refuse_at(rules::text, e.line, "a truth is used as a number");
  }
  out.is_loose = false;
}

void Executor::evaluate_joined(const Expression& e, TextValue& out) {
  TextValue rooms[2];
  const TextValue& a = value(e.a, out);
  const TextValue* b = e.operands > 1 ? &value(e.b, rooms[0]) : nullptr;
  const TextValue* c = e.operands > 2 ? &value(e.c, rooms[1]) : nullptr;
  const bool is_loose = a.is_loose || (b != nullptr && b->is_loose) || (c != nullptr && c->is_loose);
  if (is_loose && !e.takes_loose)
    refuse_at(rules::meaning, e.line, "a NaN that may be any NaN is used where its bits count");
  if (e.kind == Expression::Kind::joined) {
    static_cast<Term&>(out) = joiner_.join(e.step, e.type, e.number, &a, b, c);
    out.is_loose = e.gives_loose;
    return;
  }
  const TextValue* quieted = e.kind == Expression::Kind::one_nan ? &a : absorbed_end(e.step, e.type, a, *b);
  if (quieted == nullptr) {
    static_cast<Term&>(out) = joiner_.join(e.step, e.type, e.number, &a, b);
  } else if (is_integer(e.type) || quieted->is_loose ||
             (e.kind == Expression::Kind::one_nan && is_number(e.type, *quieted))) {
    // A loose value is the value of its term but for the bits of a NaN: with the one NaN it is just that.
    static_cast<Term&>(out) = *quieted;
  } else {
    static_cast<Term&>(out) = joiner_.join(Step::quiet, e.type, 0, quieted);
  }
  out.is_loose = false;
}

// The functions that finish a sum may use it up: it is started again before it is used again.
void Executor::evaluate_sum_end(const Expression& e, TextValue& out) {
  Term& sum = sums_[e.a];
  if (sum.level == undefined_level) refuse_at(rules::meaning, e.line, "the sum is finished already");
  const std::uint64_t count = e.b == nothing ? 0 : count_at(e.b, e.line);
  static_cast<Term&>(out) = joiner_.join(e.step, e.type, count, &sum);
  sum.level = undefined_level;
}

// ---- truths ---------------------------------------------------------------------------------------------------------

TracedTruth Executor::compared(const Expression& e) {
  TextValue rooms[2];
  const TextValue &a = value(e.a, rooms[0]), &b = value(e.b, rooms[1]);
  if ((a.is_loose || b.is_loose) && !e.takes_loose)
    refuse_at(rules::meaning, e.line, "a NaN that may be any NaN is used where its bits count");
  const std::uint64_t *x = known_pattern(a), *y = known_pattern(b);
  if (x != nullptr && y != nullptr && (e.step == Step::less || is_integer(e.type))) {
    std::optional<TracedTruth> decided;
    Stored::with<types::numbers>(e.type, [&]<class A>(A) {
      if constexpr (requires { A::format; }) {
        decided = Traced<A>(&joiner_).less(a, b);
      } else {
        const auto p = Traced<A>::number_of(*x), q = Traced<A>::number_of(*y);
        decided = TracedTruth(e.step == Step::less ? p < q : e.step == Step::equal ? p == q : p <= q);
      }
    });
    return *decided;
  }
  return {&joiner_, joiner_.join(e.step, e.type, 0, &a, &b)};
}

TracedTruth Executor::truth(std::uint32_t number) {
  using Kind = Expression::Kind;
  const Expression& e = f_.expressions[number];
  switch (e.kind) {
    case Kind::truth_constant:
      return TracedTruth(e.number != 0);
    case Kind::truth_variable:
      return truths_[e.a];
    case Kind::truth_element:
      return {&joiner_, element(e.a, place(e.b), e.line)};
    case Kind::comparison:
      return compared(e);
    case Kind::test: {
      TextValue room;
      const TextValue& a = value(e.a, room);
      if (a.is_loose && !e.takes_loose)
        refuse_at(rules::meaning, e.line, "a NaN that may be any NaN is used where its bits count");
      return {&joiner_, joiner_.join(e.step, e.type, e.number, &a)};
    }
    case Kind::leads: {
      const Term x = settled(e.a), best = settled(e.b);
      return {&joiner_, joiner_.join(e.step, e.type, e.number, &x, &best)};
    }
    case Kind::negation:
      return negation(truth(e.a));
    case Kind::conjunction: {
      const TracedTruth a = truth(e.a);
      return conjunction(a, truth(e.b));
    }
    case Kind::choose_places:
      return truth(holds(e.a) ? e.b : e.c);
    case Kind::choose_truth: {
      const TracedTruth which = truth(e.a);
      const Term yes = truth(e.b).term(), no = truth(e.c).term();
      return {&joiner_, which.chosen(yes, no)};
    }
    default:
      refuse_at(rules::text, e.line, "a number is used as a truth");
  }
}

}  // namespace etalon::impl::prove
