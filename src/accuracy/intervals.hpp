// SPDX-License-Identifier: Apache-2.0
// Floor 7. The carrier of real numbers over intervals: nothing is rounded there, so what Tracked finds is the
// propagated error alone. See tracked.hpp.
#pragma once

#include "accuracy/tracked_sums.hpp"

namespace etalon::impl {

inline Truth::Computed less_of(const Ends& a, const Ends& b) {
  return a.high < b.low ? Truth::Computed::yes : a.low >= b.high ? Truth::Computed::no : Truth::Computed::either;
}

// What the real operator makes of operands that lie in intervals: where its result lies, and the sum of the magnitudes
// of the terms that it is made of, which is what bounds known beforehand are built on; and of a sum how many terms can
// be other than zero.
struct RealResult {
  double *sizes, *size, *terms = nullptr;
};

struct RealIntervals {
  struct Value : Interval {
    double sizes;
    double terms = infinite_bound;  // infinite: not counted
  };
  using Operand = EndsView;
  using Result = RealResult;
  static constexpr bool rounds = false;
  static constexpr FormatFacts facts{1, 0, 0, infinite_bound};

  static Value load(Operand operand, std::uint64_t i) {
    const Ends x = operand[i];
    const Interval held = std::isnan(x.low) || std::isnan(x.high) ? Interval::everything() : Interval{x};
    return {held, magnitude_of(held).high};
  }
  static unsigned store(Result result, std::uint64_t i, const Value& v) {
    result.sizes[i] = v.sizes;
    result.size[i] = magnitude_of(v).high;
    if (result.terms != nullptr) result.terms[i] = v.terms;
    return 0;
  }
  static Value zero() { return {Interval{{0, 0}}, 0}; }
  static Value lowest() { return {Interval::everything(), infinite_bound}; }
  static Value highest() { return {Interval::everything(), infinite_bound}; }
  static Value number(double v) {
    const Ends point{v, v};
    return load({&point}, 0);
  }
  static Value add(const Value& a, const Value& b) { return {Interval::sum(a, b), sum_up(a.sizes, b.sizes)}; }
  static Value sub(const Value& a, const Value& b) {
    return {Interval::sum(a, {-b.high, -b.low}), sum_up(a.sizes, b.sizes)};
  }
  static Value max(const Value& a, const Value& b) {
    if (is_everything(a) || is_everything(b)) return with_its_size(Interval::everything());
    return {Interval{{std::max(a.low, b.low), std::max(a.high, b.high)}}, std::max(a.sizes, b.sizes)};
  }
  static Value min(const Value& a, const Value& b) {
    if (is_everything(a) || is_everything(b)) return with_its_size(Interval::everything());
    return {Interval{{std::min(a.low, b.low), std::min(a.high, b.high)}}, std::max(a.sizes, b.sizes)};
  }
  static Value larger(const Value& a, const Value& b) { return max(a, b); }
  static Value smaller(const Value& a, const Value& b) { return min(a, b); }
  static Value between(const Value& a, double low, double high) {
    if (is_everything(a)) return a;
    return {Interval{{std::clamp(a.low, low, high), std::clamp(a.high, low, high)}}, a.sizes};
  }
  static Value quiet(const Value& a) { return a; }
  static Value neg(const Value& a) { return {Interval{{-a.high, -a.low}}, a.sizes}; }
  static Value abs(const Value& a) {
    if (is_everything(a)) return a;
    const Magnitude size = magnitude_of(a);
    return {Interval{{size.low, size.high}}, a.sizes};
  }
  static Value sqrt(const Value& a) { return with_its_size(Interval::root(a)); }
  template <RealFunction f> static Value function(const Value& a) { return with_its_size(Interval::function(f, a)); }
  static Value floor(const Value& a) { return with_its_size({{std::floor(a.low), std::floor(a.high)}}); }
  static Value ceil(const Value& a) { return with_its_size({{std::ceil(a.low), std::ceil(a.high)}}); }
  static Value round(const Value& a) { return with_its_size({{f64_nearest(a.low), f64_nearest(a.high)}}); }
  static Value mul(const Value& a, const Value& b) {
    return {&a == &b ? Interval::square(a) : Interval::product(a, b), product_up(a.sizes, b.sizes)};
  }
  static Value div(const Value& a, const Value& b, unsigned*) {
    return {Interval::quotient(a, b), is_finite(b) ? quotient_up(a.sizes, magnitude_of(b).low) : infinite_bound};
  }
  static Value power(const Value& a, unsigned quarters) { return with_its_size(quarter_power(a, quarters)); }
  static Value pow(const Value& a, const Exponent& b) { return with_its_size(power_between(a, b)); }
  static Value root_of_squares(const Value& a) {
    const Interval root = Interval::root_of_squares(a);
    return {root, magnitude_of(root).high};
  }
  static Value div_count(const Value& a, std::uint64_t count) {
    return {Interval::quotient(a, count_ends(count)), quotient_up(a.sizes, count_ends(count).low)};
  }

  static Ends rounded(const Value& v) { return {f64_nearest(v.low), f64_nearest(v.high)}; }
  static Value between_ends(double low, double high) { return with_its_size({{low, high}}); }

  static double rounding(const Value&) { return 0; }
  static double product_loss(const Value&, const Value&, const Value&) { return 0; }
  static double quotient_loss(const Value&, const Value&, const Value&) { return 0; }
  static double count_loss(const Value&, std::uint64_t, const Value&) { return 0; }
  static double root_loss(const Value&, const Value&) { return 0; }
  template <RealFunction> static double function_loss(const Value&, const Value&) { return 0; }

  static Ends ends(const Value& v) { return v; }
  static Magnitude magnitude(const Value& v) { return magnitude_of(v); }
  static Truth::Computed less(const Value& a, const Value& b, unsigned*) { return less_of(a, b); }
  static Value joined(const Value& a, const Value& b) {
    return {Interval{{std::min(a.low, b.low), std::max(a.high, b.high)}}, std::max(a.sizes, b.sizes)};
  }

 private:
  static Value with_its_size(const Interval& x) { return {x, magnitude_of(x).high}; }
};

// A sum over them. Behind the first terms it is not rounded outward step by step, which takes ten times as long: plain
// sums are inflated once, when the sum is done. n+1 numbers that are added in any order, each of them rounded twice at
// most, are wrong by at most (n+3) * 2^-53 of the sum of their magnitudes, and by what underflows. A term that is
// certainly zero is left out.
template <> struct Exactly<Tracked<RealIntervals>> {
  using Errors = Tracked<RealIntervals>;
  using Value = Errors::Value;
  void step_at(const void* of_x, std::uint64_t i, const void* of_y, std::uint64_t j) {
    if (column_.passes(static_cast<const Errors::Operand*>(of_y)->values.nonzeros, j)) return;
    step(Errors::load(of_x, i), Errors::load(of_y, j), nullptr);
  }
  void step(const Value& a, const Value& b, unsigned*) {
    if ((is_zero(a) && is_number(b)) || (is_zero(b) && is_number(a))) return;
    if (terms_ < few || &a == &b) return plus(Errors::mul(a, b, nullptr), nullptr);
    const double x = a.v_.low * b.v_.low;
    if (a.v_.low == a.v_.high && b.v_.low == b.v_.high) {
      low_ += x;
      high_ += x;
    } else {
      const double y = a.v_.low * b.v_.high, z = a.v_.high * b.v_.low, w = a.v_.high * b.v_.high;
      low_ += std::min({x, y, z, w});
      high_ += std::max({x, y, z, w});
    }
    const double size_a = std::max(std::abs(a.v_.low), std::abs(a.v_.high)),
                 size_b = std::max(std::abs(b.v_.low), std::abs(b.v_.high)), error_a = a.error(), error_b = b.error();
    sizes_ += a.v_.sizes * b.v_.sizes;
    if (error_a != 0 || error_b != 0) {
      errors_ += (size_a * error_b + size_b * error_a) + error_a * error_b;
      is_exact_ = false;
    }
    causes_ |= a.causes_ | b.causes_;
    ++terms_;
    ++added_;
  }
  void plus(const Value& a, unsigned*) {
    if (is_zero(a)) return;
    ++added_;
    if (terms_ < few) {
      start(Errors::add(whole(), a, nullptr), terms_ + 1);
      return;
    }
    low_ += a.v_.low;
    high_ += a.v_.high;
    sizes_ += a.v_.sizes;
    errors_ += a.error();
    is_exact_ = is_exact_ && a.e_ == 0;
    causes_ |= a.causes_;
    ++terms_;
  }
  void scaled(const Value& a, const Value& b, unsigned*) { step(a, b, nullptr); }
  void times(const Value& a, unsigned*) { start(Errors::mul(whole(), a, nullptr), terms_); }
  void divide(std::uint64_t count, unsigned*) { start(Errors::div_count(whole(), count, nullptr), terms_); }
  void root(unsigned*) { start(Errors::root_of_squares(whole(), nullptr), terms_); }
  Value finish(unsigned*) const { return whole(); }

 private:
  static constexpr std::uint64_t few = 16;

  // Not a sum that cancelled: what it was made of counts.
  static bool is_zero(const Value& a) {
    return a.v_.low == 0 && a.v_.high == 0 && a.v_.sizes == 0 && a.e_ == 0 && a.causes_ == 0;
  }
  static bool is_number(const Value& a) { return is_finite(a.v_) && a.e_ < infinite_bound && a.causes_ == 0; }

  void start(const Value& a, std::uint64_t terms) {
    low_ = a.v_.low;
    high_ = a.v_.high;
    sizes_ = a.v_.sizes;
    errors_ = a.error();
    is_exact_ = a.e_ == 0;
    causes_ = a.causes_;
    terms_ = terms;
  }
  // What is wrong with a sum of these magnitudes.
  double lost(double sizes) const {
    const double n = static_cast<double>(terms_ + 4);
    return sum_up(product_up(sizes, n * 0x1p-51), n * 0x1p-1072);
  }
  Value whole() const {
    if (terms_ <= few) return {{Interval{{low_, high_}}, sizes_, added_}, errors_, 1, causes_};
    const double sizes = sum_up(sizes_, lost(sizes_)), beyond = lost(sizes);
    const bool held = is_finite(Ends{low_, high_});
    return {
        {held ? Interval{{next_down(low_ - beyond), next_up(high_ + beyond)}} : Interval::everything(), sizes, added_},
        is_exact_ ? 0 : sum_up(errors_, lost(errors_)),
        1,
        causes_};
  }

  ColumnCursor column_;
  double low_ = 0, high_ = 0, sizes_ = 0, errors_ = 0;
  bool is_exact_ = true;
  unsigned causes_ = 0;
  std::uint64_t terms_ = 0;  // that the sum is made of since it was begun
  double added_ = 0;         // all of them
};

}  // namespace etalon::impl
