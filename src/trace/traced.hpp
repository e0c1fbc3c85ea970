// SPDX-License-Identifier: Apache-2.0
// Floor 7. The algebra of terms: every operation of a type is a step that is joined, and nothing is computed. It must
// have every operation by which a reference distinguishes stored numbers from reals (is_nan, is_lowest, leads), or it
// would follow a reference where there are no NaNs.
#pragma once

#include "ops/family/dot.hpp"
#include "ops/family/fold.hpp"
#include "tensor/pattern.hpp"
#include "trace/lemmas.hpp"

namespace etalon::impl {

// An operand, by what is known of its elements.
struct TracedOperand {
  const Term* terms = nullptr;    // of each element; else
  TensorView stored = no_tensor;  // its bits; else
  std::uint32_t tensor = 0;       // which variable it is
  bool is_quiet = false;          // and whether its elements are results of arithmetic

  Term element(std::uint64_t i) const {
    if (terms != nullptr) return terms[i];
    if (stored.data != nullptr) return constant(stored.type, pattern(i));
    return variable(tensor, i, is_quiet);
  }
  std::uint64_t pattern(std::uint64_t i) const { return pattern_at(stored, i); }
};

// A truth value: a term, or what it is not. Constants decide at once.
class TracedTruth {
 public:
  explicit TracedTruth(bool value) : constant_(true), negated_(!value) {}
  TracedTruth(Joiner* joiner, const Term& term) : joiner_(joiner), term_(term) {
    for (const bool value : {false, true})
      if (term == constant(DType::boolean, value ? 1 : 0)) *this = TracedTruth(value);
  }

  Term term() const {
    if (constant_) return constant(DType::boolean, negated_ ? 0 : 1);
    return negated_ ? joiner_->join(Step::negation, DType::boolean, 0, &term_) : term_;
  }
  Term chosen(const Term& yes, const Term& no) const {
    if (constant_) return negated_ ? no : yes;
    return negated_ ? joiner_->join(Step::choose, DType::boolean, 0, &term_, &no, &yes)
                    : joiner_->join(Step::choose, DType::boolean, 0, &term_, &yes, &no);
  }
  friend TracedTruth negation(TracedTruth a) {
    a.negated_ = !a.negated_;
    return a;
  }
  friend TracedTruth conjunction(const TracedTruth& a, const TracedTruth& b) {
    if (a.constant_) return a.negated_ ? a : b;
    if (b.constant_) return b.negated_ ? b : a;
    const Term x = a.term(), y = b.term();
    return {a.joiner_, a.joiner_->join(Step::both, DType::boolean, 0, &x, &y)};
  }

 private:
  Joiner* joiner_ = nullptr;
  Term term_;
  bool constant_ = false, negated_ = false;
};

// The type that an algebra of stored numbers is of.
template <class A> inline constexpr DType stored_type = DType::real;
#define STORABLE(id, name, onnx, kind, bits, fraction, algebra) \
  template <> inline constexpr DType stored_type<algebra> = DType::id;
#include "tensor/dtype.def"

// The exponent of a power, whose type is not that of its base.
struct TracedExponent {
  Term term;
};

// Elements that are only moved, of any type.
struct TracedMoves {
  using Value = Term;
  Joiner* joiner;
  DType type;

  static Value load(const void* operand, std::uint64_t i) {
    return static_cast<const TracedOperand*>(operand)->element(i);
  }
  static void store(void* output, std::uint64_t i, const Value& v) { static_cast<Term*>(output)[i] = v; }
  static Value choose(const TracedTruth& truth, const Value& yes, const Value& no) { return truth.chosen(yes, no); }
  Value number(double v) const { return constant(type, v != 0 ? 1 : 0); }  // a truth value: see filling()
};

// What floating-point numbers and integers have in common.
template <class A> struct TracedNumbers {
  using Value = Term;
  using Plain = A;
  static constexpr DType type = stored_type<A>;

  explicit TracedNumbers(Joiner* to) : joiner(to) {}
  template <class Other>
    requires requires(const Other& other) { other.joiner; }
  explicit TracedNumbers(const Other& beside) : joiner(beside.joiner) {}

  static Value load(const void* operand, std::uint64_t i) { return TracedMoves::load(operand, i); }
  static void store(void* output, std::uint64_t i, const Value& v) { TracedMoves::store(output, i, v); }
  static Value stored(const typename A::Value& v) {
    if constexpr (requires { A::format; })
      return constant(type, A::pattern(v));
    else
      return constant(type, uint_wrap(static_cast<std::uint64_t>(v), info(type).bits));
  }
  static typename A::Value number_of(std::uint64_t pattern) {
    if constexpr (requires { A::format; })
      return A::of(pattern);
    else if constexpr (std::is_signed_v<typename A::Value>)
      return int_wrap(pattern, info(type).bits);
    else
      return pattern;
  }
  static Value zero() { return stored(A::zero()); }
  static Value number(double v) { return stored(A::number(v)); }
  static Value lowest() { return stored(A::lowest()); }
  static Value highest() { return stored(A::highest()); }

  Value joined(Step step, const Value& a) const { return joiner->join(step, type, 0, &a); }
  Value joined(Step step, const Value& a, const Value& b) const { return joiner->join(step, type, 0, &a, &b); }
  Value counted(Step step, std::uint64_t number, const Value& a) const { return joiner->join(step, type, number, &a); }
  TracedTruth truth(const Term& term) const { return {joiner, term}; }

  Value add(const Value& a, const Value& b, unsigned*) const { return joined(Step::add, a, b); }
  Value sub(const Value& a, const Value& b, unsigned*) const { return joined(Step::sub, a, b); }
  Value mul(const Value& a, const Value& b, unsigned*) const { return joined(Step::mul, a, b); }
  Value neg(const Value& a, unsigned*) const { return joined(Step::neg, a); }
  Value abs(const Value& a, unsigned*) const { return joined(Step::abs, a); }
  Value max(const Value& a, const Value& b, unsigned*) const { return joined(Step::max, a, b); }
  Value min(const Value& a, const Value& b, unsigned*) const { return joined(Step::min, a, b); }
  Value larger(const Value& a, const Value& b, unsigned*) const { return joined(Step::larger, a, b); }
  Value smaller(const Value& a, const Value& b, unsigned*) const { return joined(Step::smaller, a, b); }
  Value pow(const Value& a, const TracedExponent& b, unsigned*) const { return joined(Step::pow, a, b.term); }
  // What is known of constants is computed.
  TracedTruth less(const Value& a, const Value& b, unsigned* = nullptr) const {
    const std::uint64_t *x = known_pattern(a), *y = known_pattern(b);
    if (x != nullptr && y != nullptr) return TracedTruth(A::less(number_of(*x), number_of(*y)));
    if ((a == highest() || b == lowest()) && joiner->uses(Lemma::bound)) return TracedTruth(false);
    return truth(joined(Step::less, a, b));
  }
  TracedTruth equal(const Value& a, const Value& b, unsigned*) const {
    return joiner->uses(Lemma::equal) ? equal_by_less(a, b) : truth(joined(Step::equal, a, b));
  }
  // As Lemma::equal says it, in the steps of src/ops/equal/equal.edits.cpp.
  TracedTruth equal_by_less(const Value& a, const Value& b) const {
    const Value no = number(0), yes = number(1);
    const auto unless_nan = [&](const Value& x, const Value& then) {
      if constexpr (requires { A::format; })
        return less(x, highest()).chosen(then, less(lowest(), x).chosen(then, no));
      else
        return then;
    };
    return less(no, less(a, b).chosen(no, less(b, a).chosen(no, unless_nan(a, unless_nan(b, yes)))));
  }
  TracedTruth less_or_equal(const Value& a, const Value& b, unsigned*) const {
    return truth(joined(Step::less_or_equal, a, b));
  }
  static Value choose(const TracedTruth& truth, const Value& yes, const Value& no) { return truth.chosen(yes, no); }
  // Whether x is the leader after `best` (ops/family/fold.hpp).
  TracedTruth leads(const Value& x, const Value& best, Wanted wanted, Tie tie) const {
    const auto which = static_cast<std::uint64_t>(wanted) << 8 | static_cast<std::uint64_t>(tie);
    return truth(joiner->join(Step::leads, type, which, &x, &best));
  }

  // A value of another type.
  template <class From> Value from(const Value& v) const {
    return counted(Step::convert, static_cast<std::uint64_t>(stored_type<typename From::Plain>), v);
  }

  Joiner* joiner;
};

template <class A> struct Traced : TracedNumbers<A> {
  using Numbers = TracedNumbers<A>;
  using Value = Term;
  using Numbers::Numbers, Numbers::joined, Numbers::counted;

  static Value quiet(const Value& v, unsigned* = nullptr) { return v; }
  Value div_floor(const Value& a, const Value& b, unsigned*) const { return joined(Step::div_floor, a, b); }
  Value div_truncate(const Value& a, const Value& b, unsigned*) const { return joined(Step::div_truncate, a, b); }
  Value bent(const Value& slope, const Value& x, unsigned*) const {
    return this->choose(this->less(x, this->zero()), this->mul(slope, x, nullptr), x);
  }
  // The nearest integer of a number that is not rounded, plus a zero point, in the range of the type.
  Value quantised(const Value& v, const Value& zero_point, unsigned*) const {
    return joined(Step::quantised, v, zero_point);
  }
};

template <class A>
  requires requires { A::format; }
struct Traced<A> : TracedNumbers<A> {
  using Numbers = TracedNumbers<A>;
  using Value = Term;
  using Numbers::Numbers, Numbers::joined, Numbers::counted, Numbers::joiner, Numbers::type;
  static constexpr binary_format format = A::format;

  Value div(const Value& a, const Value& b, unsigned*) const { return joined(Step::div, a, b); }
  Value div_count(const Value& a, std::uint64_t count, unsigned*) const { return counted(Step::div_count, count, a); }
  Value fma(const Value& a, const Value& b, const Value& c, unsigned*) const {
    return joiner->join(Step::fma, type, 0, &a, &b, &c);
  }
  Value sqrt(const Value& a, unsigned*) const { return joined(Step::sqrt, a); }
  Value root_of_squares(const Value& a, unsigned*) const { return joined(Step::root_of_squares, a); }
  Value power(const Value& a, unsigned quarters) const { return counted(Step::power, quarters, a); }
  template <RealFunction f> Value function(const Value& a, unsigned*) const {
    return counted(Step::function, static_cast<std::uint64_t>(f), a);
  }
  Value floor(const Value& a, unsigned*) const { return joined(Step::floor, a); }
  Value ceil(const Value& a, unsigned*) const { return joined(Step::ceil, a); }
  Value round(const Value& a, unsigned*) const { return joined(Step::round, a); }
  Value quiet(const Value& a, unsigned* = nullptr) const { return joined(Step::quiet, a); }
  TracedTruth is_nan(const Value& a) const { return this->truth(joined(Step::is_nan, a)); }
  // Whether a slice of -infinity alone is another one than the others.
  TracedTruth is_lowest(const Value& a) const {
    return this->joiner->assumes(Lemma::slice) ? TracedTruth(false) : this->truth(joined(Step::is_lowest, a));
  }
  TracedTruth below(const Value& a, const Value& b) const { return this->truth(joined(Step::below, a, b)); }
  Value bent(const Value& slope, const Value& x, unsigned*) const {
    return this->choose(this->less(x, this->zero()), this->mul(slope, x, nullptr), quiet(x));
  }
};

// Numbers that are not rounded: products of elements, and one quotient.
struct TracedFractions {
  using Value = Term;
  using Plain = Fractions;
  explicit TracedFractions(Joiner* to) : joiner(to) {}

  template <class From> Value from(const Value& v) const {
    return joiner->join(Step::convert, DType::real, static_cast<std::uint64_t>(stored_type<typename From::Plain>), &v);
  }
  Value mul(const Value& a, const Value& b, unsigned*) const {
    return joiner->join(Step::exact_product, DType::real, 0, &a, &b);
  }
  Value div(const Value& a, const Value& b, unsigned*) const {
    return joiner->join(Step::exact_quotient, DType::real, 0, &a, &b);
  }

  Joiner* joiner;
};

// ---- sums -----------------------------------------------------------------------------------------------------------

template <class A> struct WiderThan<Traced<A>> {
  using Type = Traced<typename WiderThan<A>::Type>;
};

template <class A, class W> struct Wide<Traced<A>, Traced<W>> {
  using Algebra = Traced<A>;
  using Value = Term;
  explicit Wide(const Algebra& algebra) : a(algebra), wider(algebra), sum(wider.zero()) {}
  void step(const Value& x, const Value& y, unsigned*) { sum = wider.fma(wide(x), wide(y), sum, nullptr); }
  void plus(const Value& x, unsigned*) { sum = wider.add(sum, wide(x), nullptr); }
  void scaled(const Value& x, const Value& y, unsigned*) {
    sum = wider.add(sum, wider.mul(wide(x), wide(y), nullptr), nullptr);
  }
  void times(const Value& x, unsigned*) { sum = wider.mul(sum, wide(x), nullptr); }
  void divide(std::uint64_t count, unsigned*) { sum = wider.div_count(sum, count, nullptr); }
  void root(unsigned*) { sum = wider.root_of_squares(sum, nullptr); }
  Value finish(unsigned*) const { return a.template from<Traced<W>>(sum); }

  Algebra a;
  Traced<W> wider;
  Value sum;

 private:
  Value wide(const Value& x) const { return wider.template from<Traced<A>>(x); }
};

// A sum that is not rounded before its end: of floating-point numbers under `exact`, and of integers.
template <class A> struct TracedSum {
  using Algebra = Traced<A>;
  using Value = Term;
  explicit TracedSum(const Algebra& algebra) : a(algebra), sum(a.joiner->join(Step::sum_start, a.type, 0, nullptr)) {}
  void step(const Value& x, const Value& y, unsigned*) {
    sum = a.joiner->join(Step::sum_step, a.type, 0, &sum, &x, &y);
  }
  void plus(const Value& x, unsigned*) { step(x, a.number(1), nullptr); }
  void scaled(const Value& x, const Value& y, unsigned*) { step(x, y, nullptr); }
  void times(const Value& x, unsigned*) { sum = a.joined(Step::sum_scale, sum, x); }
  void divide(std::uint64_t divisor, unsigned*) {
    end = Step::sum_quotient;
    count = divisor;
  }
  void root(unsigned*) { end = Step::sum_root; }
  Value finish(unsigned*) const { return a.counted(end, count, sum); }

  Algebra a;
  Value sum;
  Step end = Step::sum_finish;
  std::uint64_t count = 0;
};
template <class A> struct Exact<Traced<A>> : TracedSum<A> {
  using TracedSum<A>::TracedSum;
};
template <class A> struct Exactly<Traced<A>> : TracedSum<A> {
  using TracedSum<A>::TracedSum;
};

}  // namespace etalon::impl
