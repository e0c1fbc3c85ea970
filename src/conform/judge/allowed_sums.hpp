// SPDX-License-Identifier: Apache-2.0
// Floor 8. Sums over the algebra of what conforms: any order, products rounded or fused, a wider accumulator or none
// ("CON-FLOAT-SUM"). Terms that are zero change no sum and are not counted.
#pragma once

#include "conform/judge/allowed_algebra.hpp"
#include "ops/family/dot.hpp"

namespace etalon::impl {

template <class A> struct Exactly<Allowed<A>> {
  using Algebra = Allowed<A>;
  using Value = AllowedValue;
  explicit Exactly(const Algebra& algebra) : a_(algebra) {}
  void step(const Value& x, const Value& y, unsigned*) {
    const Value a = Allowed<A>::closed(x), b = Allowed<A>::closed(y);
    if (!a.is_known() || !b.is_known()) return void(known = false);
    const double product = a.mid * b.mid;
    if (!a.is_number() || !b.is_number()) return void(special += product);
    const bool is_known = a.rad == 0 && b.rad == 0 && a.low == 0 && b.low == 0;
    if (is_known && (a.mid == 0 || b.mid == 0)) return;  // it changes no sum
    if (is_known)
      few.take(a.mid, b.mid);
    else
      few.give_up();
    quantum = is_known ? std::min(quantum, quantum_of(a.mid) * quantum_of(b.mid)) : 0;
    if constexpr (A::format.fraction < 52) {
      if (is_known) return take(product, 0, 0);  // it is exact
    }
    const Value v = pairs::product(a, b);
    take(v.mid, v.low, v.rad);
  }
  void plus(const Value& x, unsigned*) {
    if (x.terms > 1) return join(x);
    const Value a = Allowed<A>::closed(x);
    if (!a.is_known()) return void(known = false);
    if (!a.is_number()) return void(special += a.mid);
    const bool is_known = a.rad == 0 && a.low == 0;
    if (is_known && a.mid == 0) return;
    if (is_known)
      few.take(a.mid, 1);
    else
      few.give_up();
    quantum = is_known ? std::min(quantum, quantum_of(a.mid)) : 0;
    take(a.mid, a.low, a.rad);
  }
  void scaled(const Value& a, const Value& b, unsigned*) { step(a, b, nullptr); }
  void times(const Value& a, unsigned*) {
    const Value sum = finish(nullptr), product = pairs::product({sum.mid, sum.low, sum.rad}, a);
    if (!sum.is_known() || !sum.is_number()) return;
    overflow(a.mid);
    rise = product_up(sum.rise, std::abs(a.mid)), fall = product_up(sum.fall, std::abs(a.mid));
    if (a.mid < 0) std::swap(rise, fall);
    start(product, 1);
    quantum *= quantum_of(a.mid);
    few.give_up();
  }
  void divide(std::uint64_t count, unsigned*) {
    const Value sum = finish(nullptr), divisor{static_cast<double>(count)};
    if (!sum.is_known() || !sum.is_number() || count == 0) return void(special = count == 0 ? std::nan("") : special);
    overflow(1);
    const bool halves = std::has_single_bit(count);
    const bool is_exact = halves && quantum / divisor.mid >= 2 * Allowed<A>::facts.eta;
    rise = quotient_up(sum.rise, divisor.mid), fall = quotient_up(sum.fall, divisor.mid);
    start(pairs::quotient({sum.mid, sum.low, sum.rad}, divisor), is_exact ? 0 : 2);
    quantum = is_exact ? quantum / divisor.mid : 0;
    few.divisor *= divisor.mid;
    if (!halves) few.give_up();
  }
  void root(unsigned*) { rooted = true; }
  Value finish(unsigned*) const {
    if (!known || !std::isfinite(mid + low)) return Value::unknown();
    if (special != 0) return {special};
    if (terms == 0) {
      Value none;
      none.is_sum = !rooted, none.is_root = rooted;
      return none;
    }
    const double n = static_cast<double>(terms), grown = 1 + (n + 2) * 0x1p-52;
    Value v = pairs::settled(mid, low, sum_up(rad, product_up(product_up(n, n), (rise + fall) * 0x1p-104)));
    v.rise = rise * grown, v.fall = fall * grown;
    v.terms = terms;
    v.further = further;
    v.early = early;
    if (terms == 1 && further == 0) v.rad = rad;  // nothing was added
    v.quantum = quantum;
    v.is_sum = true;
    if (few.is_few()) {
      a_.in->few_terms = few;
      v.few = ++a_.in->sums_of_few;
    }
    return rooted ? Allowed<A>::root_of_squares(v, nullptr) : v;
  }

 private:
  // What is infinite stays so when it is multiplied by a finite number.
  void overflow(double factor) {
    const std::uint8_t now = Allowed<A>::closed(finish(nullptr)).beyond;
    early = factor == 0 && now != 0 ? std::uint8_t{allows_nan} : factor < 0 ? Allowed<A>::mirrored(now) : now;
  }
  void take(double high, double rest, double radius) {
    ++terms;
    const double sum = mid + high;
    low += rest_of_sum(mid, high, sum) + rest;
    mid = sum;
    if (radius != 0) rad = sum_up(rad, radius);
    const double off = std::abs(rest) + radius, size = std::abs(high) + off;  // near zero: either sign
    if (high > 0 || std::abs(high) <= off) rise += size;
    if (high < 0 || std::abs(high) <= off) fall += size;
  }
  void join(const Value& x) {
    if (!x.is_known() || !x.is_number()) return void(known = false);
    const double rise_before = rise, fall_before = fall;
    take(x.mid, x.low, x.rad);
    rise = rise_before + x.rise, fall = fall_before + x.fall;
    terms += x.terms - 1;
    quantum = std::min(quantum, x.quantum);
    few.give_up();
    further = std::max(further, x.further);
    early |= x.early;
  }
  void start(const Value& v, std::uint64_t roundings) {
    mid = v.mid, low = v.low, rad = v.rad;
    further += roundings;
  }

  Algebra a_;
  double mid = 0, low = 0, rad = 0, rise = 0, fall = 0, special = 0, quantum = infinite_bound;
  FewTerms few;
  std::uint64_t terms = 0, further = 0;
  std::uint8_t early = 0;
  bool known = true, rooted = false;
};

}  // namespace etalon::impl
