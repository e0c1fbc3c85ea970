// SPDX-License-Identifier: Apache-2.0
// Floor 8. Sums over the algebra of what conforms: any order, products rounded or fused, a wider accumulator or none
// ("CON-FLOAT-SUM"). Terms that are zero change no sum and are not counted.
#pragma once

#include "conform/allowed_algebra.hpp"
#include "ops/dot.hpp"

namespace etalon::impl {

template <class A> struct Exactly<Allowed<A>> {
  using Value = AllowedValue;
  void step(const Value& x, const Value& y, unsigned*) {
    const Value a = Allowed<A>::closed(x), b = Allowed<A>::closed(y);
    if (!a.is_known() || !b.is_known()) return void(known = false);
    const double product = a.mid * b.mid;
    if (!a.is_number() || !b.is_number()) return void(special += product);
    const bool is_known = a.rad == 0 && b.rad == 0 && a.low == 0 && b.low == 0;
    if (is_known && (a.mid == 0 || b.mid == 0)) return;  // it changes no sum
    if (is_known && (A::format.fraction < 52 || std::abs(product) >= smallest_with_rest)) {
      few.take(a.mid, b.mid);
      quantum = std::min(quantum, quantum_of(a.mid) * quantum_of(b.mid));
    } else {
      few.give_up();
      quantum = 0;
    }
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
    start(product, product_up(sum.sizes, std::abs(a.mid)), 1);
    quantum *= quantum_of(a.mid);
    few.give_up();
  }
  void divide(std::uint64_t count, unsigned*) {
    const Value sum = finish(nullptr), divisor{static_cast<double>(count)};
    if (!sum.is_known() || !sum.is_number() || count == 0) return void(special = count == 0 ? std::nan("") : special);
    overflow(1);
    const bool is_exact = std::has_single_bit(count) && quantum / divisor.mid >= 2 * Allowed<A>::facts.eta;
    start(pairs::quotient({sum.mid, sum.low, sum.rad}, divisor), quotient_up(sum.sizes, divisor.mid), is_exact ? 0 : 2);
    quantum = is_exact ? quantum / divisor.mid : 0;
    few.divisor *= divisor.mid;
    if (!is_exact) few.give_up();
  }
  void root(unsigned*) { rooted = true; }
  Value finish(unsigned*) const {
    if (!known || !std::isfinite(mid + low)) return Value::unknown();
    if (special != 0) return {special};
    if (terms == 0) {
      Value none;
      none.is_sum = true;
      return none;
    }
    const double n = static_cast<double>(terms);
    Value v = pairs::settled(mid, low, sum_up(rad, product_up(product_up(n, n), sizes * 0x1p-104)));
    v.sizes = sizes * (1 + (n + 2) * 0x1p-52);
    v.terms = terms;
    v.further = further;
    v.early = early;
    if (terms == 1 && further == 0) v.rad = rad;  // nothing was added
    v.quantum = quantum;
    v.is_sum = true;
    if (few.is_few()) {
      few_terms = few;
      v.few = ++sums_of_few;
    }
    return rooted ? Allowed<A>::root_of_squares(v, nullptr) : v;
  }

 private:
  // What is infinite stays so when it is multiplied by a finite number.
  void overflow(double factor) {
    const std::uint8_t now = Allowed<A>::closed(finish(nullptr)).beyond;
    const Value signs =
        factor < 0 ? Allowed<A>::neg({0, 0, 0, 0, 0, 0, 0, now}, nullptr) : Value{0, 0, 0, 0, 0, 0, 0, now};
    early = factor == 0 && now != 0 ? std::uint8_t{allows_nan} : signs.beyond;
  }
  void take(double high, double rest, double radius) {
    ++terms;
    const double sum = mid + high;
    low += rest_of_sum(mid, high, sum) + rest;
    mid = sum;
    if (radius != 0) rad = sum_up(rad, radius);
    sizes += std::abs(high) + std::abs(rest) + radius;
  }
  void join(const Value& x) {
    if (!x.is_known() || !x.is_number()) return void(known = false);
    const double before = sizes;
    take(x.mid, x.low, x.rad);
    sizes = before + x.sizes;
    terms += x.terms - 1;
    quantum = std::min(quantum, x.quantum);
    few.give_up();
    further = std::max(further, x.further);
    early |= x.early;
  }
  void start(const Value& v, double all, std::uint64_t roundings) {
    mid = v.mid, low = v.low, rad = v.rad, sizes = all;
    further += roundings;
  }

  double mid = 0, low = 0, rad = 0, sizes = 0, special = 0, quantum = infinite_bound;
  FewTerms few;
  std::uint64_t terms = 0, further = 0;
  std::uint8_t early = 0;
  bool known = true, rooted = false;
};

}  // namespace etalon::impl
