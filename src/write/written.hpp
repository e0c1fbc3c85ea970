// SPDX-License-Identifier: Apache-2.0
// Floor 8. The algebras that write: every operation of a type is a call in the text of a program, by the name that
// scalar/named has for it. A value is a variable of that program. Assigning to it in the block where it was declared is
// declaring another one; in a block inside, which stands for many, it is an assignment.
#pragma once

#include <cstddef>

#include "base/real_function.hpp"
#include "ops/family/dot.hpp"
#include "ops/family/fold.hpp"
#include "write/program.hpp"

namespace etalon::impl {

// What stands for an operand or a result.
struct WrittenBuffer {
  Program* program;
  std::size_t number;
  TensorView known = no_tensor;  // its elements, where they say which elements are meant and are the same in every run
};

class WrittenValue {
 public:
  WrittenValue(Program* program, ValueType type, const char* name, ExpressionPointer value)
      : program_(program), variable_(program->declare(type, name, std::move(value))) {}
  WrittenValue(const WrittenValue&) = default;
  WrittenValue& operator=(const WrittenValue& other) {
    if (program_->variables[variable_].block == program_->block())
      variable_ = other.variable_;
    else
      program_->assign(variable_, other.read());
    return *this;
  }
  ExpressionPointer read() const { return variable_of(variable_); }
  std::size_t variable() const { return variable_; }
  Program* program() const { return program_; }

 private:
  Program* program_;
  std::size_t variable_;
};

// A truth value: a variable as well, or known beforehand.
class WrittenTruth {
 public:
  explicit WrittenTruth(bool value) : known_(value) {}
  WrittenTruth(Program* program, ExpressionPointer value)
      : value_(WrittenValue(program, {ValueType::Kind::truth, DType::boolean}, "holds", std::move(value))) {}

  std::optional<bool> known() const { return known_; }
  ExpressionPointer read() const { return known_ ? literal(*known_ ? "1" : "0") : value_->read(); }

  friend WrittenTruth negation(const WrittenTruth& a) {
    if (a.known_) return WrittenTruth(!*a.known_);
    return {a.value_->program(), expression({.kind = Expression::Kind::negation, .arguments = {a.read()}})};
  }
  friend WrittenTruth conjunction(const WrittenTruth& a, const WrittenTruth& b) {
    if (a.known_) return *a.known_ ? b : a;
    if (b.known_) return *b.known_ ? a : b;
    return {a.value_->program(), expression({.kind = Expression::Kind::both, .arguments = {a.read(), b.read()}})};
  }

 private:
  std::optional<bool> known_;
  std::optional<WrittenValue> value_;
};

inline ExpressionPointer element_of(const void* operand, const WrittenPlace& at) {
  const auto* buffer = static_cast<const WrittenBuffer*>(operand);
  return expression({.kind = Expression::Kind::element, .number = buffer->number, .place = at});
}
inline void store_element(void* result, const WrittenPlace& at, ExpressionPointer value) {
  const auto* buffer = static_cast<const WrittenBuffer*>(result);
  buffer->program->add({.kind = Statement::Kind::store, .number = buffer->number, .at = at, .value = std::move(value)});
}

// Elements that are only moved, of any type.
struct WrittenMoves {
  using Value = WrittenValue;
  Program* program;
  DType type;

  Value load(const void* operand, const WrittenPlace& at) const {
    const ValueType kind{type == DType::boolean ? ValueType::Kind::truth : ValueType::Kind::element, type};
    return {program, kind, "x", element_of(operand, at)};
  }
  static void store(void* result, const WrittenPlace& at, const Value& v) { store_element(result, at, v.read()); }
  Value choose(const WrittenTruth& truth, const Value& yes, const Value& no) const {
    if (truth.known()) return *truth.known() ? yes : no;
    return {program, program->variables[yes.variable()].type, "x",
            expression({.kind = Expression::Kind::choice, .arguments = {truth.read(), yes.read(), no.read()}})};
  }
  // A truth value: see filling().
  Value number(double v) const {
    return {program, {ValueType::Kind::truth, DType::boolean}, "x", literal(v != 0 ? "1" : "0")};
  }
};

struct WrittenExponent {
  ExpressionPointer value;
};

// Numbers that are not rounded: products of elements, and one quotient.
struct WrittenFractions {
  using Value = WrittenValue;
  Program* program;

  Value made(ExpressionPointer value) const {
    return {program, {ValueType::Kind::fraction, DType::real}, "exact", std::move(value)};
  }
  template <class From> Value in_type(const From& from, const Value& v) const {
    return made(call_of("exact_of_" + c_prefix(from.type), {v.read()}));
  }
  Value mul(const Value& a, const Value& b, unsigned*) const {
    return made(call_of("exact_product", {a.read(), b.read()}));
  }
  Value div(const Value& a, const Value& b, unsigned*) const {
    return made(call_of("exact_quotient", {a.read(), b.read()}));
  }
};

// What floating-point numbers and integers have in common. The type is known when the program is written.
struct WrittenNumbers {
  using Value = WrittenValue;

  WrittenNumbers(Program* to, DType of) : program(to), type(of) {}

  Value made(const char* name, ExpressionPointer value) const {
    return {program, {ValueType::Kind::element, type}, name, std::move(value)};
  }
  template <class... V> ExpressionPointer called(const char* function, const V&... operands) const {
    return call_of(c_prefix(type) + "_" + function, {operands.read()...});
  }
  template <class... V> Value computed(const char* function, const char* name, const V&... operands) const {
    return made(name, called(function, operands...));
  }
  WrittenTruth truth(ExpressionPointer value) const { return {program, std::move(value)}; }
  ExpressionPointer stored(double v) const { return literal(c_number(type, pattern_of(type, v))); }

  Value load(const void* operand, const WrittenPlace& at) const { return made("x", element_of(operand, at)); }
  // An element where there is one, else 0.
  Value load_where(const Inside& inside, const void* operand, const WrittenPlace& at) const {
    if (inside.never) return zero();
    if (inside.always()) return load(operand, at);
    return made("x", expression({.kind = Expression::Kind::where,
                                 .arguments = {element_of(operand, at), stored(0)},
                                 .inside = inside}));
  }
  static void store(void* result, const WrittenPlace& at, const Value& v) { store_element(result, at, v.read()); }
  Value number(double v) const { return made("x", stored(v)); }
  Value zero() const { return made("sum", stored(0)); }
  Value lowest() const { return made("largest", literal(c_number(type, lowest_pattern(type)))); }
  Value highest() const { return made("smallest", literal(c_number(type, highest_pattern(type)))); }
  Value of_place(const WrittenPlace& place) const {
    return made("place",
                call_of(c_prefix(type) + "_of_place", {expression({.kind = Expression::Kind::place, .place = place})}));
  }

  Value add(const Value& a, const Value& b, unsigned*) const { return computed("add", "sum", a, b); }
  Value sub(const Value& a, const Value& b, unsigned*) const { return computed("sub", "difference", a, b); }
  Value mul(const Value& a, const Value& b, unsigned*) const { return computed("mul", "product", a, b); }
  Value neg(const Value& a, unsigned*) const { return computed("negate", "negated", a); }
  Value abs(const Value& a, unsigned*) const { return computed("abs", "magnitude", a); }
  Value max(const Value& a, const Value& b, unsigned*) const { return computed("max", "largest", a, b); }
  Value min(const Value& a, const Value& b, unsigned*) const { return computed("min", "smallest", a, b); }
  Value larger(const Value& a, const Value& b, unsigned*) const { return computed("larger", "larger", a, b); }
  Value smaller(const Value& a, const Value& b, unsigned*) const { return computed("smaller", "smaller", a, b); }
  Value pow(const Value& a, const WrittenExponent& b, unsigned*) const {
    return made("power", call_of(c_prefix(type) + "_pow", {a.read(), b.value}));
  }
  WrittenTruth less(const Value& a, const Value& b, unsigned* = nullptr) const { return truth(called("less", a, b)); }
  WrittenTruth equal(const Value& a, const Value& b, unsigned*) const { return truth(called("equal", a, b)); }
  WrittenTruth less_or_equal(const Value& a, const Value& b, unsigned*) const {
    return truth(called("less_or_equal", a, b));
  }
  Value choose(const WrittenTruth& which, const Value& yes, const Value& no) const {
    if (which.known()) return *which.known() ? yes : no;
    return made("x",
                expression({.kind = Expression::Kind::choice, .arguments = {which.read(), yes.read(), no.read()}}));
  }
  WrittenTruth leads(const Value& x, const Value& best, Wanted wanted, Tie tie) const {
    static constexpr const char* ties[] = {"TIE_SAME_BITS", "TIE_FIRST", "TIE_LAST"};
    return truth(call_of(c_prefix(type) + "_leads", {x.read(), best.read()},
                         std::string(wanted == Wanted::largest ? "WANTED_LARGEST" : "WANTED_SMALLEST") + ", " +
                             ties[static_cast<std::size_t>(tie)]));
  }
  // A value of another type, or an exact number.
  template <class From> Value in_type(const From& from, const Value& v) const {
    if constexpr (std::is_same_v<From, WrittenFractions>)
      return made("x", call_of(c_prefix(type) + "_of_exact", {v.read()}));
    else
      return from.type == type ? v : made("x", call_of(c_prefix(type) + "_of_" + c_prefix(from.type), {v.read()}));
  }

  Program* program;
  DType type;
};

struct WrittenInteger : WrittenNumbers {
  using WrittenNumbers::WrittenNumbers;
  template <KeepExact keep> struct Sum;

  static Value quiet(const Value& v, unsigned* = nullptr) { return v; }
  WrittenTruth is_zero(const Value& a) const { return truth(called("is_zero", a)); }
  Value div_floor(const Value& a, const Value& b, unsigned*) const { return computed("div_floor", "quotient", a, b); }
  Value div_truncate(const Value& a, const Value& b, unsigned*) const {
    return computed("div_truncate", "quotient", a, b);
  }
  Value quantised(const Value& v, const Value& zero_point, unsigned*) const {
    return computed("quantised", "quantised", v, zero_point);
  }
};

struct WrittenFloat : WrittenNumbers {
  using WrittenNumbers::WrittenNumbers;
  static constexpr bool format = true;  // it has one, which references ask for

  Value div(const Value& a, const Value& b, unsigned*) const { return computed("div", "quotient", a, b); }
  Value div_count(const Value& a, const WrittenPlace& count, unsigned*) const {
    return made("mean", call_of(c_prefix(type) + "_div_count",
                                {a.read(), expression({.kind = Expression::Kind::place, .place = count})}));
  }
  Value fma(const Value& a, const Value& b, const Value& c, unsigned*) const { return computed("fma", "sum", a, b, c); }
  Value sqrt(const Value& a, unsigned*) const { return computed("sqrt", "root", a); }
  Value root_of_squares(const Value& a, unsigned*) const { return computed("root_of_squares", "root", a); }
  Value power(const Value& a, unsigned quarters) const {
    return made("power", call_of(c_prefix(type) + "_power", {a.read()}, std::to_string(quarters)));
  }
  template <RealFunction f> Value function(const Value& a, unsigned*) const {
    return computed(c_function(f), c_function(f), a);
  }
  Value floor(const Value& a, unsigned*) const { return computed("floor", "whole", a); }
  Value ceil(const Value& a, unsigned*) const { return computed("ceil", "whole", a); }
  Value round(const Value& a, unsigned*) const { return computed("nearest", "whole", a); }
  Value quiet(const Value& a, unsigned* = nullptr) const { return computed("one_nan", "x", a); }
  WrittenTruth is_nan(const Value& a) const { return truth(called("is_nan", a)); }
  WrittenTruth is_lowest(const Value& a) const { return truth(called("is_lowest", a)); }
  WrittenTruth below(const Value& a, const Value& b) const { return truth(called("below", a, b)); }
  Value bent(const Value& slope, const Value& x, unsigned*) const {
    return choose(less(x, zero()), mul(slope, x, nullptr), quiet(x));
  }
};

// ---- sums -----------------------------------------------------------------------------------------------------------

template <> struct WiderThan<WrittenFloat> {
  using Type = WrittenFloat;
};

template <> struct Wide<WrittenFloat, WrittenFloat> {
  using Algebra = WrittenFloat;
  using Value = WrittenValue;
  explicit Wide(const Algebra& algebra)
      : a(algebra), wider(a.program, a.type == DType::f32 ? DType::f64 : DType::f32), sum(wider.zero()) {}
  void step(const Value& x, const Value& y, unsigned*) { sum = wider.fma(wide(x), wide(y), sum, nullptr); }
  void plus(const Value& x, unsigned*) { sum = wider.add(sum, wide(x), nullptr); }
  void scaled(const Value& x, const Value& y, unsigned*) {
    sum = wider.add(sum, wider.mul(wide(x), wide(y), nullptr), nullptr);
  }
  void times(const Value& x, unsigned*) { sum = wider.mul(sum, wide(x), nullptr); }
  void divide(const WrittenPlace& count, unsigned*) { sum = wider.div_count(sum, count, nullptr); }
  void root(unsigned*) { sum = wider.root_of_squares(sum, nullptr); }
  Value finish(unsigned*) const { return a.in_type(wider, sum); }

  Algebra a;
  WrittenFloat wider;
  Value sum;

 private:
  Value wide(const Value& x) const { return wider.in_type(a, x); }
};

// A sum that is not rounded before its end: of floating-point numbers under `exact`, and of integers of which a
// quotient or a root is taken.
template <class A> struct WrittenExactSum {
  using Algebra = A;
  using Value = WrittenValue;
  explicit WrittenExactSum(const A& algebra)
      : a(algebra), sum(a.program, {kind, a.type}, "sum", call_of(c_prefix(a.type) + "_exact_start", {})) {
    a.program->variables[sum.variable()].is_assigned = true;
  }
  void step(const Value& x, const Value& y, unsigned*) { effect("_exact_step", {x.read(), y.read()}); }
  void plus(const Value& x, unsigned*) { effect("_exact_step", {x.read(), a.stored(1)}); }
  void scaled(const Value& x, const Value& y, unsigned*) { step(x, y, nullptr); }
  void times(const Value& x, unsigned*) { effect("_exact_scale", {x.read()}); }
  void divide(const WrittenPlace& divisor, unsigned*) { count = divisor; }
  void root(unsigned*) { is_root = true; }
  Value finish(unsigned*) const {
    if (count)
      return a.made("mean", call_of(c_prefix(a.type) + "_exact_quotient",
                                    {address(), expression({.kind = Expression::Kind::place, .place = *count})}));
    return a.made("total", call_of(c_prefix(a.type) + (is_root ? "_exact_root" : "_exact_finish"), {address()}));
  }

  A a;
  Value sum;
  std::optional<WrittenPlace> count = std::nullopt;
  bool is_root = false;

 private:
  static constexpr ValueType::Kind kind =
      std::is_same_v<A, WrittenFloat> ? ValueType::Kind::exact_sum : ValueType::Kind::integer_sum;
  ExpressionPointer address() const {
    return expression({.kind = Expression::Kind::address, .number = sum.variable()});
  }
  void effect(const char* function, std::vector<ExpressionPointer> arguments) {
    arguments.insert(arguments.begin(), address());
    a.program->add(
        {.kind = Statement::Kind::effect, .value = call_of(c_prefix(a.type) + function, std::move(arguments))});
  }
};
template <> struct Exact<WrittenFloat> : WrittenExactSum<WrittenFloat> {
  using WrittenExactSum::WrittenExactSum;
};
template <> struct WrittenInteger::Sum<KeepExact::always> : WrittenExactSum<WrittenInteger> {
  using WrittenExactSum::WrittenExactSum;
};
// Integers wrap.
template <> struct WrittenInteger::Sum<KeepExact::for_events> {
  using Algebra = WrittenInteger;
  using Value = WrittenValue;
  explicit Sum(const Algebra& algebra) : a(algebra), sum(a.made("sum", call_of(c_prefix(a.type) + "_sum_start", {}))) {}
  void step(const Value& x, const Value& y, unsigned*) { sum = a.computed("sum_step", "sum", sum, x, y); }
  void plus(const Value& x, unsigned*) { step(x, a.number(1), nullptr); }
  void scaled(const Value& x, const Value& y, unsigned*) { step(x, y, nullptr); }
  void times(const Value& x, unsigned*) { sum = a.computed("sum_scale", "sum", sum, x); }
  Value finish(unsigned*) const { return a.computed("sum_finish", "total", sum); }

  Algebra a;
  Value sum;
};

// ---- extremes -------------------------------------------------------------------------------------------------------

// They begin at the end of the type: that is as good as beginning with the first element, wherever it is.
template <class A>
  requires std::is_base_of_v<WrittenNumbers, A>
struct Extreme<A> {
  using Value = WrittenValue;
  Extreme(const A& algebra, Wanted which)
      : a(algebra), wanted(which), best(which == Wanted::largest ? a.lowest() : a.highest()) {}
  void take(const Value& x, unsigned*) {
    best = wanted == Wanted::largest ? a.max(best, x, nullptr) : a.min(best, x, nullptr);
  }
  Value finish() const { return best; }

  A a;
  Wanted wanted;
  Value best;
};

template <class A, class B>
  requires std::is_base_of_v<WrittenNumbers, A>
struct Leader<A, B> {
  using Value = WrittenValue;
  Leader(const A& algebra, const B& numbers, Wanted which, Tie between)
      : a(algebra),
        b(numbers),
        wanted(which),
        tie(between),
        best(a.program, {ValueType::Kind::element, a.type}, "best", a.lowest().read()),
        number(b.program, {ValueType::Kind::element, b.type}, "number", b.stored(-1)),
        found(a.program, {ValueType::Kind::truth, DType::boolean}, "found", literal("0")) {}
  void take(const Value& x, const WrittenPlace& at, unsigned*) {
    const Value now = a.quiet(x), its = b.of_place(at);
    const WrittenTruth leads =
        disjunction(negation(WrittenTruth(a.program, found.read())), a.leads(now, best, wanted, tie));
    const WrittenValue overtakes(a.program, {ValueType::Kind::truth, DType::boolean}, "overtakes", leads.read());
    const WrittenTruth overtaken(a.program, overtakes.read());
    const Value leader = a.choose(overtaken, now, best), its_number = b.choose(overtaken, its, number);
    best = leader;
    number = its_number;
    found = WrittenValue(a.program, {ValueType::Kind::truth, DType::boolean}, "found", literal("1"));
  }

  A a;
  B b;
  Wanted wanted;
  Tie tie;
  Value best, number, found;
};

}  // namespace etalon::impl
