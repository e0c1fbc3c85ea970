// SPDX-License-Identifier: Apache-2.0
// Floor 7. The accumulation policies over the algebra of errors (tracked.hpp), for those whose general form does not
// carry errors. The carriers include this file, so that no sum of theirs takes the general form by mistake.
#pragma once

#include "accuracy/tracked.hpp"

namespace etalon::impl {

template <class C, Operands o, class R> struct WiderThan<Tracked<C, o, R>> {
  using Type = Tracked<typename C::Wider, o, R>;
};

// Conversions carry the error, and add that of their own rounding.
template <class C, class W, Operands o, class R> struct Wide<Tracked<C, o, R>, Tracked<W, o, R>> {
  using Narrow = Tracked<C, o, R>;
  using Wider = Tracked<W, o, R>;
  using Value = typename Narrow::Value;
  void step(const Value& a, const Value& b, unsigned*) {
    const typename Wider::Value x = Wider::template from<Narrow>(a);
    sum = &a == &b ? Wider::fma(x, x, sum, nullptr) : Wider::fma(x, Wider::template from<Narrow>(b), sum, nullptr);
  }
  void plus(const Value& a, unsigned*) { sum = Wider::add(sum, Wider::template from<Narrow>(a), nullptr); }
  void scaled(const Value& a, const Value& b, unsigned*) {
    sum =
        Wider::add(sum, Wider::mul(Wider::template from<Narrow>(a), Wider::template from<Narrow>(b), nullptr), nullptr);
  }
  void times(const Value& a, unsigned*) { sum = Wider::mul(sum, Wider::template from<Narrow>(a), nullptr); }
  void divide(std::uint64_t count, unsigned*) { sum = Wider::div_count(sum, count, nullptr); }
  void root(unsigned*) { sum = Wider::root_of_squares(sum, nullptr); }
  Value finish(unsigned*) const { return Narrow::template from<Wider>(sum); }

  typename Wider::Value sum = Wider::zero();
};

template <class C, Operands o, class R> struct Exact<Tracked<C, o, R>> {
  using Errors = Tracked<C, o, R>;
  using Value = typename Errors::Value;
  void step(const Value& a, const Value& b, unsigned*) {
    sum.step(a.v_, b.v_, nullptr);
    if (const double more = Errors::product(a, b); more != 0) e = sum_up(e, more);
    causes |= a.causes_ | b.causes_;
  }
  void plus(const Value& a, unsigned*) {
    sum.plus(a.v_, nullptr);
    if (a.e_ != 0) e = sum_up(e, a.error());
    causes |= a.causes_;
  }
  void scaled(const Value& a, const Value& b, unsigned*) { step(a, b, nullptr); }
  void times(const Value& a, unsigned*) {
    sum.times(a.v_, nullptr);
    if (e != 0) e = product_up(e, C::magnitude(a.v_).high);
    causes |= a.causes_;
  }
  void divide(std::uint64_t count, unsigned*) {
    sum.divide(count, nullptr);
    if (e != 0) e = quotient_up(e, static_cast<double>(count));
    if (count == 0) causes |= cause(Risk::overflow);
  }
  void root(unsigned*) {
    sum.root(nullptr);
    rooted = true;
  }
  Value finish(unsigned*) {
    const auto v = sum.finish(nullptr);
    return Errors::with(v, C::rounding(v), 1, rooted && e != 0 ? Errors::root_error(e, v) : e, causes);
  }

  typename C::ExactSum sum;
  double e = 0;
  unsigned causes = 0;
  bool rooted = false;
};

}  // namespace etalon::impl
