// SPDX-License-Identifier: Apache-2.0
// Floor 7. The carrier of known values: the reference's own bits. See tracked.hpp.
#pragma once

#include "accuracy/tracked_sums.hpp"
#include "ops/family/power.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {

template <class A> double as_double(typename A::Value v) {
  if constexpr (std::is_floating_point_v<typename A::Value>)
    return v;
  else {
    unsigned ignored = 0;
    return f64_of_bits(binary_convert(A::format, FORMAT_DOUBLE, A::pattern(v), &ignored));
  }
}

// What a rounding has lost where its exact result is known, as the sum of two doubles of which the first is the exact
// result rounded to double: so its distance from the rounded result is a double. NaN where the second is.
inline double lost(double exact, double rest, double rounded) {
  const double distance = exact - rounded, loss = std::abs(distance + rest);
  return distance == 0 || rest == 0 ? loss : step_up(loss);
}

template <class A> struct Points {
  using Plain = A;
  using Value = typename A::Value;
  using Operand = const void*;
  using Result = void*;
  using ExactSum = Exact<A>;
  using Wider = Points<typename WiderThan<A>::Type>;
  static constexpr bool rounds = true;
  static constexpr binary_format format = A::format;
  static constexpr FormatFacts facts = facts_of(A::format);

  static Value load(Operand data, std::uint64_t i) { return A::load(data, i); }
  static unsigned store(Result data, std::uint64_t i, Value v) {
    A::store(data, i, v);
    return std::isfinite(as_double<A>(v)) ? 0 : cause(Risk::overflow);  // also of an operand that is passed on
  }
  static Value zero() { return A::zero(); }
  static Value lowest() { return A::lowest(); }
  static Value highest() { return A::highest(); }
  static Value number(double v) { return A::number(v); }
  static bool is_nan(Value v) { return A::is_nan(v); }
  static Value add(Value a, Value b) { return A::add(a, b, nullptr); }
  static Value sub(Value a, Value b) { return A::sub(a, b, nullptr); }
  static Value max(Value a, Value b) { return A::max(a, b, nullptr); }
  static Value min(Value a, Value b) { return A::min(a, b, nullptr); }
  static Value larger(Value a, Value b) { return A::larger(a, b, nullptr); }
  static Value smaller(Value a, Value b) { return A::smaller(a, b, nullptr); }
  static Value between(Value a, double, double) { return a; }
  static Value quiet(Value a) { return A::quiet(a); }
  static Value neg(Value a) { return A::neg(a, nullptr); }
  static Value abs(Value a) { return A::abs(a, nullptr); }
  static Value sqrt(Value a) { return A::sqrt(a, nullptr); }
  static Value pow(Value a, const Exponent& b) { return A::pow(a, b.low, nullptr); }
  template <RealFunction f> static Value function(Value a) { return A::template function<f>(a, nullptr); }
  static Value floor(Value a) { return A::floor(a, nullptr); }
  static Value ceil(Value a) { return A::ceil(a, nullptr); }
  static Value round(Value a) { return A::round(a, nullptr); }
  static Value mul(Value a, Value b) { return A::mul(a, b, nullptr); }
  static Value div(Value a, Value b, unsigned*) { return A::div(a, b, nullptr); }
  static Value div_count(Value a, std::uint64_t count) { return A::div_count(a, count, nullptr); }
  static Value root_of_squares(Value a) { return A::root_of_squares(a, nullptr); }
  static Value power(Value a, unsigned quarters) { return impl::power(A{}, a, quarters, nullptr); }
  static Value fma(Value a, Value b, Value c) { return A::fma(a, b, c, nullptr); }
  template <class From> static Value converted(typename From::Value v) {
    return impl::converted<A, typename From::Plain>(v, nullptr);
  }

  // What the rounding of a result has lost, at most: exactly that, where it can be computed ("ACC-FLOAT-LOSS").
  static double rounding(Value v) { return rounding_of(as_double<A>(v), facts); }
  static double sum_loss(Value a, Value b, Value v) { return loss_of_sum(as_double<A>(a), as_double<A>(b), v); }
  static double difference_loss(Value a, Value b, Value v) { return loss_of_sum(as_double<A>(a), -as_double<A>(b), v); }
  static double product_loss(Value a, Value b, Value v) {
    const double x = as_double<A>(a), y = as_double<A>(b), product = x * y;
    return known(lost(product, is_exact_product ? 0 : rest_of_product(x, y, product), as_double<A>(v)), rounding(v));
  }
  static double quotient_loss(Value a, Value b, Value v) {
    return loss_of_quotient(as_double<A>(a), as_double<A>(b), v);
  }
  static double count_loss(Value a, std::uint64_t count, Value v) {
    return count <= std::uint64_t{1} << 53 ? loss_of_quotient(as_double<A>(a), static_cast<double>(count), v)
                                           : rounding(v);
  }
  // The root r of x is wrong by (x - r*r) / (r + sqrt(x)).
  static double root_loss(Value a, Value v) {
    const double x = as_double<A>(a), root = as_double<A>(v);
    const double rest = std::abs(is_exact_product ? x - root * root : rest_of_root(x, root));
    return known(rest == 0 ? 0 : quotient_up(rest, root * (2 - 4 * facts.u)), rounding(v));
  }
  // The function of a double is wrong by half of its last place, which counts. An infinity has no real value.
  template <RealFunction f> static double function_loss(Value a, Value v) {
    if (!std::isfinite(as_double<A>(a))) return infinite_bound;
    if constexpr (format.fraction == 52) return rounding(v);
    const double exact = function_of(f, as_double<A>(a)), number = as_double<A>(v);
    if (exact == number && has_exact_value(f, as_double<A>(a))) return 0;
    const double last = std::max(product_up(std::abs(exact), 0x1p-52), 0x1p-1074);  // also where it is too small
    return known(sum_up(std::abs(exact - number), last), rounding(v));
  }
  template <class From> static double conversion_loss(typename From::Value a, Value v) {
    return known(std::abs(as_double<typename From::Plain>(a) - as_double<A>(v)), rounding(v));
  }

  static Ends ends(Value v) { return {as_double<A>(v), as_double<A>(v)}; }
  static Truth::Computed less(Value a, Value b, unsigned*) {
    return as_double<A>(a) < as_double<A>(b) ? Truth::Computed::yes : Truth::Computed::no;
  }
  static Value joined(Value yes, Value) { return yes; }  // never called: a comparison of points is decided
  static Magnitude magnitude(Value v) { return {std::abs(as_double<A>(v)), std::abs(as_double<A>(v))}; }

 private:
  static constexpr bool is_exact_product = 2 * (format.fraction + 1) <= 53;  // as a double

  static double loss_of_sum(double x, double y, Value v) {
    const double sum = x + y, rounded = as_double<A>(v);
    return known(lost(sum, rest_of_sum(x, y, sum), rounded), sum_rounding_of(rounded));
  }
  // A number divided by an infinity is a zero, but no real quotient.
  static double loss_of_quotient(double x, double y, Value v) {
    if (std::isinf(y)) return infinite_bound;
    const double quotient = as_double<A>(v);
    const double rest = is_exact_product ? x - quotient * y : rest_of_quotient(x, y, quotient);
    return known(rest == 0 ? 0 : quotient_up(std::abs(rest), std::abs(y)), rounding(v));
  }
  // A loss in units of u, or if it is not known, what can be lost at most.
  static double known(double loss, double most) {
    const double units = loss / facts.u;
    return most < infinite_bound && units < most ? units : most;
  }
};

// ---- sums of known values
// --------------------------------------------------------------------------------------------

// A sum, and what its roundings have lost, with the sign ("ACC-FLOAT-DRIFT"): most of it cancels, so that it bounds the
// error of a long sum much better than what each rounding can lose at most. It is for formats in which exact products
// are doubles. A step loses the exact value of what it computes, as two doubles, minus the rounded one.
template <class Errors> class Drifting {
 public:
  using Carrier = typename Errors::Carrier;
  using Value = typename Errors::Value;

  void plus(const Value& a, unsigned*) {
    add(a.v_);
    take(a.e_ == 0 ? 0 : a.error(), a.causes_);
  }
  void scaled(const Value& a, const Value& b, unsigned*) {
    const auto product = Carrier::mul(a.v_, b.v_);
    lose(number(a.v_) * number(b.v_) - number(product));
    add(product);
    take(a, b);
  }
  void times(const Value& a, unsigned*) { start(Errors::mul(value(), a, nullptr)); }
  void divide(std::uint64_t count, unsigned*) { start(Errors::div_count(value(), count, nullptr)); }
  void root(unsigned*) { start(Errors::root_of_squares(value(), nullptr)); }
  Value finish(unsigned*) const { return value(); }

 protected:
  void fuse(const Value& a, const Value& b) {
    const auto before = sum_;
    sum_ = Carrier::fma(a.v_, b.v_, before);
    lose(number(a.v_) * number(b.v_), number(before));
    take(a, b);
  }

 private:
  static double number(typename Carrier::Value v) { return as_double<typename Carrier::Plain>(v); }

  void add(typename Carrier::Value a) {
    const auto before = sum_;
    sum_ = Carrier::add(before, a);
    lose(number(before), number(a));
  }
  void lose(double loss) {
    lost_ += loss;
    sizes_ += std::abs(loss);
    ++losses_;
  }
  void lose(double x, double y) {  // where the sum is now that of both
    const double exact = x + y;
    lose((exact - number(sum_)) + rest_of_sum(x, y, exact));
  }
  // What is wrong with operands. A loaded one is exact, and known to be when this is compiled.
  void take(double error, unsigned causes) {
    if (error != 0) e_ = sum_up(e_, error);
    causes_ |= causes;
  }
  void take(const Value& a, const Value& b) {
    take(a.e_ == 0 && b.e_ == 0 ? 0 : Errors::product(a, b), a.causes_ | b.causes_);
  }
  void start(const Value& a) {
    *this = {};
    sum_ = a.v_;
    take(a.error(), a.causes_);
  }
  // What was lost is known but for the roundings here, each of at most 2^-53 of a number that is not beyond the sum of
  // the magnitudes: one for a loss, one for adding it. The first term loses at most once, and that is exact.
  Value value() const {
    const double own = losses_ <= 1 ? 0 : static_cast<double>(losses_ + 2) * 0x1p-50;
    const double lost = sum_up(std::abs(lost_), product_up(sizes_, own)) / Carrier::facts.u;
    return {sum_, sum_up(lost, e_), 1, causes_};
  }

  typename Carrier::Value sum_ = Carrier::zero();
  double lost_ = 0, sizes_ = 0, e_ = 0;
  std::uint64_t losses_ = 0;
  unsigned causes_ = 0;
};

template <class A, class R>
  requires(A::format.fraction < 52)
struct Sequential<Tracked<Points<A>, Operands::exact, R>> : Drifting<Tracked<Points<A>, Operands::exact, R>> {
  using Value = typename Tracked<Points<A>, Operands::exact, R>::Value;
  void step(const Value& a, const Value& b, unsigned*) { this->scaled(a, b, nullptr); }
};

template <class A, class R>
  requires(A::format.fraction < 52)
struct Fused<Tracked<Points<A>, Operands::exact, R>> : Drifting<Tracked<Points<A>, Operands::exact, R>> {
  using Value = typename Tracked<Points<A>, Operands::exact, R>::Value;
  void step(const Value& a, const Value& b, unsigned*) { this->fuse(a, b); }
};

}  // namespace etalon::impl
