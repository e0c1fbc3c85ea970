// SPDX-License-Identifier: Apache-2.0
// Floor 7. The world of affine forms: of each number it is known how the real one depends on the inputs, and how its
// error depends on the errors of earlier elements, so that what both have in common cancels ("ACC-ALL-AFFINE").
// Nothing is rounded in it: as in the world of propagated errors a value is what the real operator makes of the
// computed operands, and its distance from what it makes of the real ones.
#pragma once

#include "accuracy/affine/form.hpp"
#include "accuracy/errors.hpp"
#include "accuracy/powers.hpp"
#include "ops/family/dot.hpp"
#include "ops/world.hpp"

namespace etalon::impl {

// An operation of which nothing better is known has intervals alone, and no forms.
struct AffineValue {
  Ends computed;                     // what the real operator makes of the computed operands; everything: not known
  Ends real;                         // of the real operands; everything: there may be no real value
  double error;                      // of their distance; infinite: not known
  const Form* form = nullptr;        // of the real value; null: the interval is all that is known
  const Form* error_form = nullptr;  // of computed - real; likewise
};

// How much wider than its interval the form of an error may be: what it has in common with other errors is worth that.
inline constexpr double likeness = 1.25;

// A constant has no values of its own: `ends` has what was computed, `errors` its bounds.
struct AffineOperand {
  const AffineValue* values = nullptr;
  EndsView ends = {};
  const double* errors = nullptr;
};
AffineValue affine_value(const Ends& computed, double error);
inline Form form_of(const AffineValue& a) { return a.form != nullptr ? *a.form : box_of(a.real); }
inline Form error_form_of(const AffineValue& a) {
  return a.error_form != nullptr ? *a.error_form : Form{.rest = a.error};
}

struct AffineReals {
  using Value = AffineValue;

  FormSpace* space;

  static Value load(const void* data, std::uint64_t i) {
    const auto* operand = static_cast<const AffineOperand*>(data);
    if (operand->values != nullptr) return operand->values[i];
    return affine_value(operand->ends[i], operand->errors == nullptr ? 0 : operand->errors[i]);
  }
  static void store(void* data, std::uint64_t i, const Value& v) { static_cast<Value*>(data)[i] = v; }
  static Value number(double v) { return affine_value({v, v}, 0); }
  static Value zero() { return number(0); }
  static Value lowest() { return affine_value(Interval::everything(), infinite_bound); }
  static Value highest() { return lowest(); }
  static bool may_be_nan(const Value& a) { return is_everything(a.computed); }
  static bool is_lowest(const Value& a) { return a.computed.high == -infinite_bound; }
  static Value quiet(const Value& a, unsigned* = nullptr) { return a; }

  Value add(const Value& a, const Value& b, unsigned*) const;
  Value sub(const Value& a, const Value& b, unsigned*) const;
  Value mul(const Value& a, const Value& b, unsigned*) const;
  Value div(const Value& a, const Value& b, unsigned*) const;
  Value div_count(const Value& a, std::uint64_t count, unsigned*) const;
  Value root_of_squares(const Value& a, unsigned*) const;
  Value neg(const Value& a, unsigned*) const;
  Value abs(const Value& a, unsigned*) const;
  Value max(const Value& a, const Value& b, unsigned*) const;
  Value min(const Value& a, const Value& b, unsigned*) const;
  Value larger(const Value& a, const Value& b, unsigned*) const { return max(a, b, nullptr); }
  Value smaller(const Value& a, const Value& b, unsigned*) const { return min(a, b, nullptr); }
  static Value between(const Value& a, double low, double high);
  Value bent(const Value& slope, const Value& x, unsigned*) const;
  Value sqrt(const Value& a, unsigned*) const;
  template <RealFunction f> Value function(const Value& a, unsigned*) const { return function_of(f, a); }
  Value function_of(RealFunction f, const Value& a) const;
  Value pow(const Value& a, const Exponent& b, unsigned*) const;
  Value power(const Value& a, unsigned quarters) const;
  static Value floor(const Value& a, unsigned*);
  static Value ceil(const Value& a, unsigned*);
  static Value round(const Value& a, unsigned*);
  template <class From> static Value quantised_from(const Value& a, const Value& zero_point, double low, double high) {
    return rounded_onto(a, zero_point, low, high);
  }
  static Value rounded_onto(const Value& a, const Value& zero_point, double low, double high);

  Truth less(const Value& a, const Value& b, unsigned* = nullptr) const;
  Truth less_or_equal(const Value& a, const Value& b, unsigned*) const;
  Truth equal(const Value& a, const Value& b, unsigned*) const;
  Value choose(const Truth& truth, const Value& yes, const Value& no) const;
  Value jump(const Truth& truth, const Value& yes, const Value& no) const;

 private:
  Value extreme(const Value& a, const Value& b, Value known, bool larger) const;
};

// A sum of intervals. It is not rounded outward step by step; sums are widened once, when they are done. The sum of
// numbers that are not negative is not negative either.
struct IntervalSum {
  double low = 0, high = 0, sizes = 0;
  bool is_below = true, is_above = true;  // none is above zero, or below

  void add(const Ends& a) { add(a.low, a.high, a.low >= 0, a.high <= 0); }
  void add(double from, double to, bool above, bool below) {  // the last two as what underflows has them
    low += from;
    high += to;
    sizes += std::max(std::abs(from), std::abs(to));
    is_above = is_above && above;
    is_below = is_below && below;
  }
  void add_product(const Ends& a, const Ends& b, bool is_square);
  Ends ends(std::uint64_t roundings) const;
};

// Sums of products are made in two sums of forms; what is rounded in them is bounded once, when the sum is done.
template <> struct Exactly<AffineReals> {
  using Algebra = AffineReals;
  using Value = AffineValue;
  explicit Exactly(const AffineReals& algebra) : a(algebra), real_(*algebra.space), error_(*algebra.space) {}
  void step_at(const void* of_x, std::uint64_t i, const void* of_y, std::uint64_t j) {
    if (column_.passes(static_cast<const AffineOperand*>(of_y)->ends.nonzeros, j)) return;
    step(AffineReals::load(of_x, i), AffineReals::load(of_y, j), nullptr);
  }
  void step(const Value& x, const Value& y, unsigned*);
  void plus(const Value& x, unsigned*);
  void scaled(const Value& x, const Value& y, unsigned*) { step(x, y, nullptr); }
  void times(const Value& x, unsigned*) { begin_with(a.mul(whole(), x, nullptr)); }
  void divide(std::uint64_t count, unsigned*) { begin_with(a.div_count(whole(), count, nullptr)); }
  void root(unsigned*) { begin_with(a.root_of_squares(whole(), nullptr)); }
  Value finish(unsigned*) { return whole(); }

  AffineReals a;

 private:
  Value whole();
  void begin_with(const Value& value) { plus(value, nullptr); }
  ColumnCursor column_;
  FormSum real_, error_;
  bool is_real_ = true, is_bounded_ = true;  // all operands so far have real values; their errors have bounds
  IntervalSum computed_, real_ends_;
  double errors_ = 0;
  std::uint64_t terms_ = 0, roundings_ = 0;
};

// Every type is real numbers there, as in the world of propagated errors; truth values are 0 and 1.
struct Affine : Counting {
  explicit Affine(FormSpace& space) : algebra{&space} {}
  template <TypeSet types, class F> void with(DType, F f) const { f(algebra); }
  template <class F> void moving(DType, F f) const { f(algebra); }
  template <class F> void indices(F f) const { f(algebra); }
  template <class F> void exactly(F f) const { f(algebra); }
  static Truth truth(const void* operand, std::uint64_t i);
  static void decide(void* output, std::uint64_t i, const Truth& truth);
  static Exponent exponent(DType, const void* operand, std::uint64_t i);
  static void give(const Call& call, void* output);
  static void convert(const Call& call, const void* input, void* output, Events* events);

  AffineReals algebra;
};

}  // namespace etalon::impl
