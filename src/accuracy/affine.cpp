// SPDX-License-Identifier: Apache-2.0
// Floor 7. See affine.hpp. Every operation is done on intervals by the algebra of errors (tracked.hpp), and on forms
// where a rule for them is known; the smaller of both counts.
#include "accuracy/affine.hpp"

#include <algorithm>
#include <cmath>

#include "accuracy/intervals.hpp"
#include "accuracy/worlds.hpp"

namespace etalon::impl {
namespace {

bool is_point(const AffineValue& a) { return a.error == 0 && a.computed.low == a.computed.high; }
bool is_real(const AffineValue& a) { return is_finite(a.real); }

// ---- forms ----------------------------------------------------------------------------------------------------------

// What is known of a value all in all. A form that says much less than its interval is dropped.
AffineValue settled(AffineValue v) {
  if (v.form != nullptr) v.real = both(v.real, v.form->ends());
  if (v.error_form != nullptr) v.error = std::min(v.error, v.error_form->bound());
  if (v.error < infinite_bound) {
    v.real = both(v.real, widened(v.computed, v.error));
    v.computed = both(v.computed, widened(v.real, v.error));
  }
  const auto says_more = [](const Form& form, double size, double most) { return form.blocks != 0 && size <= most; };
  if (v.form != nullptr && !says_more(*v.form, v.form->radius(), v.real.high - v.real.low)) v.form = nullptr;
  if (v.error_form != nullptr && !says_more(*v.error_form, v.error_form->bound(), likeness * v.error))
    v.error_form = nullptr;
  return v;
}

// A linear combination p a + q b, where `known` is what intervals say of it.
AffineValue combined(FormSpace* space, double p, const AffineValue& a, double q, const AffineValue& b,
                     AffineValue known) {
  FormSum sum(*space);
  if (is_real(a) && is_real(b) && (a.form != nullptr || b.form != nullptr)) {
    sum.add(p, form_of(a));
    sum.add(q, form_of(b));
    known.form = sum.take();
  }
  if (a.error_form != nullptr || b.error_form != nullptr)
    if (a.error < infinite_bound && b.error < infinite_bound) {
      sum.add(p, error_form_of(a));
      sum.add(q, error_form_of(b));
      known.error_form = sum.take();
    }
  return settled(known);
}

// Adds the product of two numbers, both with real values, to a sum of real numbers, and to one of errors:
// (c + A)(d + B) = c (d + B) + d A + A B, and with errors E, F what the product moves by is
// (c + A) F + (d + B) E + E F.
void add_product(FormSum& real, FormSum* error, const AffineValue& a, const AffineValue& b) {
  const Form x = form_of(a), y = form_of(b);
  const double of_a = reach(a.real, x.centre), of_b = reach(b.real, y.centre);
  real.add(x.centre, y);
  if (of_a != 0) real.add_without_centre(y.centre, x);
  if (&a == &b && of_a != 0) {  // a square is not negative
    const double half = product_up(of_a, of_a) / 2;
    real.shift(half);
    real.widen(step_up(half));
  } else if (of_a != 0 && of_b != 0) {
    real.widen(product_up(of_a, of_b));
  }
  if (error == nullptr || (a.error == 0 && b.error == 0)) return;
  if (b.error != 0) error->add(x.centre, error_form_of(b));
  if (a.error != 0) error->add(y.centre, error_form_of(a));
  error->widen(sum_up(sum_up(product_up(of_a, b.error), product_up(of_b, a.error)), product_up(a.error, b.error)));
}

// ---- the algebra of errors ------------------------------------------------------------------------------------------

// Real intervals of which the ends are stored.
struct Seen : RealIntervals {
  using Result = Ends*;
  static unsigned store(Result result, std::uint64_t i, const RealIntervals::Value& v) {
    result[i] = v;
    return 0;
  }
};
using Errors = Tracked<Seen>;

Errors::Value loaded(const Ends& ends, double error) {
  const Errors::Operand operand{&ends, &error};
  return Errors::load(&operand, 0);
}
struct Bounded {
  Ends ends;
  double error;
};
Bounded stored(const Errors::Value& v) {
  Bounded bounded{};
  const Errors::Result result{&bounded.ends, &bounded.error};
  Errors::store(const_cast<void*>(static_cast<const void*>(&result)), 0, v);
  return bounded;
}
// What intervals say of an operation: on the computed operands with their errors, and on the real ones.
template <class Operation, class... Operands> AffineValue with_jumps(Operation operation, const Operands&... operands) {
  const Bounded moved = stored(operation(loaded(operands.computed, operands.error)...));
  const Ends real = moved.error < infinite_bound ? widened(moved.ends, moved.error) : Interval::everything();
  return {moved.ends, real, moved.error};
}
// Of one that does not jump: the results are not farther apart than their intervals reach either.
template <class Operation, class... Operands> AffineValue plainly(Operation operation, const Operands&... operands) {
  const Bounded moved = stored(operation(loaded(operands.computed, operands.error)...)),
                real = stored(operation(loaded(operands.real, 0)...));
  return settled({moved.ends, real.ends, std::min(moved.error, farthest(moved.ends, real.ends))});
}

// ---- slopes ---------------------------------------------------------------------------------------------------------

Interval constant(double nearest) { return {{next_down(nearest), next_up(nearest)}}; }

// Where the slope of a function lies between two numbers.
Interval slope_of(RealFunction f, const Ends& x) {
  const Magnitude size = magnitude_of(x);
  const auto falling = [&](auto at) {  // with the distance from zero
    return Interval{{std::max(at(size.high).low, 0.0), at(size.low).high}};
  };
  switch (f) {
    case RealFunction::exp:
      return Interval::function(f, x);
    case RealFunction::log:
      return Interval::quotient({1, 1}, x);
    case RealFunction::sigmoid:
      return falling([](double m) {
        return Interval::product(Interval::function(RealFunction::sigmoid, {m, m}),
                                 Interval::function(RealFunction::sigmoid, {-m, -m}));
      });
    case RealFunction::tanh:
      return falling([](double m) {
        const Ends square = Interval::square(Interval::function(RealFunction::tanh, {m, m}));
        return Interval::sum({1, 1}, negated(square));
      });
    case RealFunction::erf:
      return falling([](double m) {
        const Ends square = Interval::square({m, m});
        return Interval::product(constant(0x1.20dd750429b6dp+0),
                                 Interval::function(RealFunction::exp, negated(square)));
      });
    case RealFunction::sin:
      return Interval::function(RealFunction::cos, x);
    case RealFunction::cos:
      return {negated(Interval::function(RealFunction::sin, x))};
    case RealFunction::acos:
      return Interval::quotient({-1, -1}, Interval::root(Interval::sum({1, 1}, negated(Interval::square(x)))));
  }
  return Interval::everything();
}

// f(a), of which intervals say `known`, with a slope between these numbers wherever computed and real operands are, and
// with its value at the middle of the real ones: f(x) = f(m) + s (x - m), and the error is s times that of a.
AffineValue along(FormSpace* space, const AffineValue& a, AffineValue known, const Ends& slope, const Ends& at_middle) {
  if (!is_finite(slope) || (a.form == nullptr && a.error_form == nullptr)) return known;
  const double s = middle(slope), spread = reach(slope, s);
  FormSum sum(*space);
  if (a.form != nullptr && is_real(a) && is_finite(at_middle)) {
    const double m = middle(a.real);
    const Form of_middle = box_of(at_middle);
    sum.add(1, of_middle);
    sum.add(s, *a.form);
    sum.shift(-s, m);
    sum.widen(product_up(spread, reach(a.real, m)));
    known.form = sum.take();
  }
  if (a.error_form != nullptr) {
    sum.add(s, *a.error_form);
    sum.widen(product_up(spread, a.error));
    known.error_form = sum.take();
  }
  return settled(known);
}
Ends everywhere(const AffineValue& a) { return hull(a.computed, a.real); }
Ends middle_of(const AffineValue& a) { return {middle(a.real), middle(a.real)}; }

// The root of numbers that are not negative, over the reals either: |sqrt(x) - sqrt(y)| is
// |x-y| / (sqrt(x) + sqrt(y)), and at most sqrt(|x-y|).
AffineValue rooted(FormSpace* space, const AffineValue& a, AffineValue known) {
  if (a.error < infinite_bound && a.computed.low >= 0 && a.real.low >= 0) {
    const double near_zero = step_up(step_up(std::sqrt(a.error)));
    const double below = Interval::root(a.computed).low + Interval::root(a.real).low;
    known.error = std::min(known.error, near_zero);
    if (below > 0) known.error = std::min(known.error, quotient_up(a.error, next_down(below)));
    if (a.error == 0) known.error = 0;
  }
  const Interval slope = Interval::quotient({0.5, 0.5}, Interval::root(everywhere(a)));
  return along(space, a, settled(known), slope, Interval::root(middle_of(a)));
}

}  // namespace

AffineValue affine_value(const Ends& computed, double error) {
  if (error == 0) return {computed, computed, 0};
  return {computed, error < infinite_bound ? widened(computed, error) : Interval::everything(), error};
}

// ---- operations -----------------------------------------------------------------------------------------------------

AffineValue AffineReals::add(const AffineValue& a, const AffineValue& b, unsigned*) const {
  const AffineValue known = plainly([](const auto& x, const auto& y) { return Errors::add(x, y, nullptr); }, a, b);
  return combined(space, 1, a, 1, b, known);
}
AffineValue AffineReals::sub(const AffineValue& a, const AffineValue& b, unsigned*) const {
  const AffineValue known = plainly([](const auto& x, const auto& y) { return Errors::sub(x, y, nullptr); }, a, b);
  return combined(space, 1, a, -1, b, known);
}
AffineValue AffineReals::neg(const AffineValue& a, unsigned*) const {
  return combined(space, -1, a, 0, number(0), {negated(a.computed), negated(a.real), a.error});
}
AffineValue AffineReals::mul(const AffineValue& a, const AffineValue& b, unsigned*) const {
  const auto product = [&](const auto& x, const auto& y) { return Errors::mul(x, &a == &b ? x : y, nullptr); };
  AffineValue known = plainly(product, a, b);
  if (!is_real(a) || !is_real(b)) return known;
  const bool has_bound = a.error < infinite_bound && b.error < infinite_bound;
  if (a.form == nullptr && b.form == nullptr && a.error_form == nullptr && b.error_form == nullptr) return known;
  FormSum real(*space), error(*space);
  add_product(real, has_bound ? &error : nullptr, a, b);
  known.form = real.take();
  if (has_bound) known.error_form = error.take();
  return settled(known);
}
AffineValue AffineReals::div(const AffineValue& a, const AffineValue& b, unsigned*) const {
  const auto quotient = [](const auto& x, const auto& y) { return Errors::div(x, y, nullptr); };
  AffineValue known = plainly(quotient, a, b);
  if (!is_real(known)) return known;
  if (is_point(b) && std::abs(b.real.low) > 0x1p-960 && std::abs(b.real.low) < 0x1p960)
    return combined(space, 1 / b.real.low, a, 0, number(0), known);
  const AffineValue one = number(1);
  const Interval slope = Interval::quotient({-1, -1}, Interval::square(everywhere(b)));
  const AffineValue inverse =
      along(space, b, plainly(quotient, one, b), slope, Interval::quotient({1, 1}, middle_of(b)));
  const AffineValue product = mul(a, inverse, nullptr);
  known.form = product.form;
  known.error_form = product.error_form;
  return settled(known);
}
AffineValue AffineReals::div_count(const AffineValue& a, std::uint64_t count, unsigned*) const {
  const auto quotient = [&](const auto& x) { return Errors::div_count(x, count, nullptr); };
  return combined(space, 1 / static_cast<double>(count), a, 0, number(0), plainly(quotient, a));
}

// max(a,b) = b + relu(d) and min(a,b) = a - relu(d) for d = a - b. Where d can have both signs, in [l,u],
// relu(d) - L d is convex and zero at zero, so that it lies between 0 and the larger of -L l and (1-L) u. What an error
// of d does to relu(d) is a slope in [0,1].
AffineValue AffineReals::extreme(const AffineValue& a, const AffineValue& b, AffineValue known, bool larger) const {
  const AffineValue d = is_point(b) && b.real.low == 0 ? a : sub(a, b, nullptr);
  if (d.real.low >= 0 && d.computed.low >= 0) return larger ? a : b;
  if (d.real.high <= 0 && d.computed.high <= 0) return larger ? b : a;
  FormSum sum(*space);
  if (is_real(a) && is_real(b) && (a.form != nullptr || b.form != nullptr)) {
    const auto [low, high] = d.real;
    const double chord = low >= 0 ? 1 : high <= 0 ? 0 : std::clamp(high / (high - low), 0.0, 1.0), rest = 1 - chord;
    double above = 0;
    if (low < 0 && high > 0) above = std::max(product_up(chord, -low), product_up(step_up(rest), high));
    sum.add(larger ? chord : rest, form_of(a));
    sum.add(larger ? rest : chord, form_of(b));
    sum.shift(larger ? 0.5 : -0.5, above);
    sum.widen(above / 2);
    known.form = sum.take();
  }
  if (d.error < infinite_bound && a.error < infinite_bound && b.error < infinite_bound) {
    sum.add(0.5, error_form_of(a));
    sum.add(0.5, error_form_of(b));
    sum.widen(step_up(d.error / 2));
    known.error_form = sum.take();
  }
  return settled(known);
}
AffineValue AffineReals::max(const AffineValue& a, const AffineValue& b, unsigned*) const {
  const auto of = [](const auto& x, const auto& y) { return Errors::max(x, y, nullptr); };
  return extreme(a, b, plainly(of, a, b), true);
}
AffineValue AffineReals::min(const AffineValue& a, const AffineValue& b, unsigned*) const {
  const auto of = [](const auto& x, const auto& y) { return Errors::min(x, y, nullptr); };
  return extreme(a, b, plainly(of, a, b), false);
}
AffineValue AffineReals::abs(const AffineValue& a, unsigned*) const {
  const AffineValue known = plainly([](const auto& x) { return Errors::abs(x, nullptr); }, a);
  return extreme(a, neg(a, nullptr), known, true);
}
AffineValue AffineReals::between(const AffineValue& a, double low, double high) {
  AffineValue v = a;
  const auto held = [&](const Ends& x) { return Ends{std::clamp(x.low, low, high), std::clamp(x.high, low, high)}; };
  if (!is_everything(a.computed)) v.computed = held(a.computed);
  if (is_real(a)) v.real = held(a.real);
  if (a.error < infinite_bound) v.error = std::min(a.error, step_up(high - low));
  return settled(v);
}
// With a slope of at most 1 the larger of x and its product, with one of at least 1 the smaller.
AffineValue AffineReals::bent(const AffineValue& slope, const AffineValue& x, unsigned*) const {
  const AffineValue product = mul(slope, x, nullptr);
  const Ends s = everywhere(slope);
  if (s.high <= 1) return max(x, product, nullptr);
  if (s.low >= 1) return min(x, product, nullptr);
  return choose(less(x, zero()), product, x);
}

// ---- functions ------------------------------------------------------------------------------------------------------

AffineValue AffineReals::sqrt(const AffineValue& a, unsigned*) const {
  return rooted(space, a, plainly([](const auto& x) { return Errors::sqrt(x, nullptr); }, a));
}
AffineValue AffineReals::root_of_squares(const AffineValue& a, unsigned*) const {
  AffineValue sum = a;  // not negative, and so is the real one
  for (Ends* ends : {&sum.computed, &sum.real})
    if (is_finite(*ends)) ends->low = std::max(ends->low, 0.0);
  return rooted(space, sum, plainly([](const auto& x) { return Errors::root_of_squares(x, nullptr); }, sum));
}
template <std::size_t... f>
static AffineValue plain_function(RealFunction wanted, const AffineValue& a, std::index_sequence<f...>) {
  AffineValue known{};
  (void)((static_cast<std::size_t>(wanted) == f &&
          (known = plainly([](const auto& x) { return Errors::function<static_cast<RealFunction>(f)>(x, nullptr); }, a),
           true)) ||
         ...);
  return known;
}
AffineValue AffineReals::function_of(RealFunction f, const AffineValue& a) const {
  constexpr auto last = static_cast<std::size_t>(RealFunction::acos);
  const AffineValue known = plain_function(f, a, std::make_index_sequence<last + 1>());
  if (!is_real(known)) return known;
  return along(space, a, known, slope_of(f, everywhere(a)), Interval::function(f, middle_of(a)));
}
AffineValue AffineReals::pow(const AffineValue& a, const Exponent& b, unsigned*) const {
  const auto power = [&](const auto& x) { return Errors::pow(x, b, nullptr); };
  const std::optional<unsigned> n = small_integer(b);
  if (!n) return b.error == 0 ? plainly(power, a) : with_jumps(power, a);
  if (*n == 0) return plainly(power, a);
  const AffineValue known = plainly(power, a);
  if (!is_real(known)) return known;
  const double degree = *n;
  const Interval slope = Interval::product({degree, degree}, integer_power(everywhere(a), *n - 1));
  return along(space, a, known, slope, integer_power(middle_of(a), *n));
}
AffineValue AffineReals::power(const AffineValue& a, unsigned quarters) const {
  return plainly([&](const auto& x) { return Errors::power(x, quarters); }, a);
}
AffineValue AffineReals::floor(const AffineValue& a, unsigned*) {
  return with_jumps([](const auto& x) { return Errors::floor(x, nullptr); }, a);
}
AffineValue AffineReals::ceil(const AffineValue& a, unsigned*) {
  return with_jumps([](const auto& x) { return Errors::ceil(x, nullptr); }, a);
}
AffineValue AffineReals::round(const AffineValue& a, unsigned*) {
  return with_jumps([](const auto& x) { return Errors::round(x, nullptr); }, a);
}
AffineValue AffineReals::rounded_onto(const AffineValue& a, const AffineValue& zero_point, double low, double high) {
  return with_jumps([&](const auto& x, const auto& z) { return Errors::quantised_from<Errors>(x, z, low, high); }, a,
                    zero_point);
}

// ---- comparisons ----------------------------------------------------------------------------------------------------

Truth AffineReals::less(const AffineValue& a, const AffineValue& b, unsigned*) const {
  using enum Truth::Computed;
  const Truth plain = Errors::less(loaded(a.computed, a.error), loaded(b.computed, b.error));
  if (plain.agrees && plain.computed != either) return plain;
  const AffineValue d = sub(a, b, nullptr);
  if (d.real.high < 0 && d.computed.high < 0) return {yes, true, 0};
  if (d.real.low >= 0 && d.computed.low >= 0) return {no, true, 0};
  return plain;
}
Truth AffineReals::less_or_equal(const AffineValue& a, const AffineValue& b, unsigned*) const {
  return negation(less(b, a));
}
Truth AffineReals::equal(const AffineValue& a, const AffineValue& b, unsigned*) const {
  return conjunction(less_or_equal(a, b, nullptr), less_or_equal(b, a, nullptr));
}

// Where both choose alike the error is that of one of the two; else the distance of the two comes to it.
AffineValue AffineReals::choose(const Truth& truth, const AffineValue& yes, const AffineValue& no) const {
  const bool either = truth.computed == Truth::Computed::either;
  const AffineValue& one = truth.computed == Truth::Computed::yes ? yes : no;
  if (truth.agrees && !either) return one;
  AffineValue known{either ? hull(yes.computed, no.computed) : one.computed, Interval::everything(), infinite_bound};
  if (truth.causes != 0 || !is_real(yes) || !is_real(no)) return known;
  known.real = hull(yes.real, no.real);
  known.error = farthest(known.computed, known.real);
  if (truth.agrees) known.error = std::min(known.error, std::max(yes.error, no.error));
  if (yes.form == nullptr && no.form == nullptr && yes.error_form == nullptr && no.error_form == nullptr)
    return settled(known);
  const AffineValue d = sub(yes, no, nullptr);
  const double apart = magnitude_of(d.real).high;
  FormSum sum(*space);
  sum.add(0.5, form_of(yes));
  sum.add(0.5, form_of(no));
  sum.widen(step_up(apart / 2));
  known.form = sum.take();
  if (d.error < infinite_bound) {
    sum.add(0.5, error_form_of(yes));
    sum.add(0.5, error_form_of(no));
    sum.widen(step_up(d.error / 2));
    if (!truth.agrees) sum.widen(apart);
    known.error_form = sum.take();
  }
  return settled(known);
}
AffineValue AffineReals::jump(const Truth& truth, const AffineValue& yes, const AffineValue& no) const {
  if (truth.agrees) return choose(truth, yes, no);
  return {hull(yes.computed, no.computed), Interval::everything(), infinite_bound};
}

// ---- sums -----------------------------------------------------------------------------------------------------------

using AffineSum = Exactly<AffineReals>;

void AffineSum::add_interval(double low, double high, double error) {
  low_ += low;
  high_ += high;
  sizes_ += std::max(std::abs(low), std::abs(high));
  errors_ += error;
}
void AffineSum::step(const AffineValue& x, const AffineValue& y, unsigned*) {
  ++terms_;
  roundings_ += 2;
  is_real_ = is_real_ && is_real(x) && is_real(y);
  is_bounded_ = is_bounded_ && x.error < infinite_bound && y.error < infinite_bound;
  const Ends &p = x.computed, &q = y.computed;
  double error = 0;
  if (x.error != 0 || y.error != 0) {
    const double of_a = std::max(std::abs(p.low), std::abs(p.high)), of_b = std::max(std::abs(q.low), std::abs(q.high));
    error = (of_a * y.error + of_b * x.error) + (x.error * y.error + 0x1p-1070);
  }
  const std::initializer_list<double> corners = {p.low * q.low, p.low * q.high, p.high * q.low, p.high * q.high};
  add_interval(&x == &y && p.low <= 0 && p.high >= 0 ? 0 : std::min(corners), std::max(corners), error);
  if (is_real_) add_product(real_, is_bounded_ ? &error_ : nullptr, x, y);
}
void AffineSum::plus(const AffineValue& x, unsigned*) {
  if (terms_++ != 0) roundings_ += 1;
  is_real_ = is_real_ && is_real(x);
  is_bounded_ = is_bounded_ && x.error < infinite_bound;
  add_interval(x.computed.low, x.computed.high, x.error);
  if (is_real_) real_.add(1, form_of(x));
  if (is_bounded_) error_.add(1, error_form_of(x));
}
// Numbers that are added in any order, each of them rounded so often, are wrong by less than twice as many times 2^-53
// of the sum of their magnitudes, and by what underflows.
AffineValue AffineSum::whole() {
  const double n = static_cast<double>(roundings_ + 4);
  const auto lost = [&](double sizes) {
    return roundings_ == 0 ? 0 : sum_up(product_up(sizes, n * 0x1p-51), n * 0x1p-1072);
  };
  const double beyond = lost(sum_up(sizes_, lost(sizes_)));
  AffineValue known{is_finite(Ends{low_, high_}) ? widened({low_, high_}, beyond) : Interval::everything(),
                    Interval::everything(), infinite_bound};
  if (is_bounded_) known.error = errors_ == 0 ? 0 : sum_up(errors_, lost(errors_));
  const Form *real = real_.take(), *error = error_.take();
  if (is_real_) known.form = real;
  if (is_real_ && is_bounded_) known.error_form = error;
  is_real_ = is_bounded_ = true;
  low_ = high_ = sizes_ = errors_ = 0;
  terms_ = roundings_ = 0;
  return settled(known);
}

// ---- the world ------------------------------------------------------------------------------------------------------

Truth Affine::truth(const void* operand, std::uint64_t i) {
  const AffineValue v = AffineReals::load(operand, i);
  return truth_of(v.computed.low != 0, v.computed.high != 0, v.error);
}
void Affine::decide(void* output, std::uint64_t i, const Truth& truth) {
  const Ends ends{truth.computed == Truth::Computed::yes ? 1.0 : 0.0,
                  truth.computed == Truth::Computed::no ? 0.0 : 1.0};
  AffineReals::store(output, i, affine_value(ends, truth.agrees ? 0 : infinite_bound));
}
Exponent Affine::exponent(DType, const void* operand, std::uint64_t i) {
  const AffineValue v = AffineReals::load(operand, i);
  const auto exact = [](double x) { return binary_value(FORMAT_DOUBLE, f64_bits(x)); };
  return {exact(v.computed.low), exact(v.computed.high), v.error};
}
void Affine::give(const Call& call, void* output) {
  const Tensor tensor = RealTyped::written(call);
  for (std::uint64_t i = 0; i < tensor.shape().count; ++i)
    AffineReals::store(output, i,
                       affine_value(ends_of(tensor.view(), i), is_finite(tensor.view(), i) ? 0 : infinite_bound));
}

}  // namespace etalon::impl
