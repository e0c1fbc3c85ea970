// SPDX-License-Identifier: Apache-2.0
// Floor 8. One element as another implementation may compute it, as an algebra: results are not stored but compared
// with the candidate's. The first element that differs ends the run, so that a wrong guess costs one element
// ("CON-ALL-CAUSE").
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "accuracy/points.hpp"
#include "conform/cause/alternative.hpp"
#include "conform/requantise/rules.hpp"
#include "ops/type_sets.hpp"
#include "ops/world.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {

// ---- what becomes of a result ---------------------------------------------------------------------------------------

struct Differs {};  // thrown at the first element that does
struct Matches {
  std::vector<bool> same;
  std::uint64_t seen = 0, missed = 0;

  void note(std::uint64_t i, bool is_same) {
    ++seen;
    if (is_same) return;
    same[static_cast<std::size_t>(i)] = false;
    if (++missed == seen && seen == first_elements) throw Differs{};
  }
};

// The bits of some elements, which end the run once all of them are there.
struct Seen {};
struct Probe {
  std::span<const std::uint64_t> places;  // ascending
  std::uint64_t* bits;
  std::size_t* missing;  // of all probes of a run

  void note(std::uint64_t i, std::uint64_t own) const {
    const auto found = std::ranges::lower_bound(places, i);
    if (found == places.end() || *found != i) return;
    bits[found - places.begin()] = own;
    if (--*missing == 0) throw Seen{};
  }
};

struct Candidate {
  const void* elements;
  DType type;                    // floating-point numbers are rounded into it before they are compared
  bool any_zero = false;         // the sign of a zero does not count
  void* kept = nullptr;          // where results are stored instead, for what is computed from them
  Matches* matches = nullptr;    // which elements are the same, instead of ending at the first that is not
  const Probe* probe = nullptr;  // where the bits of some elements go instead
};

// What integers and floating-point numbers do alike: a result is not stored but compared.
template <class A> struct Compared : A {
  using Value = typename A::Value;
  static void store(void* data, std::uint64_t i, const Value& v) {
    const auto& candidate = *static_cast<const Candidate*>(data);
    if constexpr (requires { A::format; })
      Stored::with<types::all_floats>(candidate.type, [&]<class B>(B) {
        unsigned ignored = 0;
        settle<B>(candidate, i, B::of(binary_convert(A::format, B::format, A::pattern(v), &ignored)));
      });
    else
      settle<A>(candidate, i, v);
  }

 private:
  template <class B> static void settle(const Candidate& candidate, std::uint64_t i, const typename B::Value& own) {
    if (candidate.kept != nullptr) return B::store(candidate.kept, i, own);
    if (candidate.probe != nullptr) {
      std::uint64_t bits = 0;
      B::store(&bits, 0, own);
      return candidate.probe->note(i, pattern_at({candidate.type, {}, &bits, sizeof bits}, 0));
    }
    const bool same = is_same<B>(own, B::load(candidate.elements, i), candidate.any_zero);
    if (candidate.matches != nullptr) return candidate.matches->note(i, same);
    if (!same) throw Differs{};
  }
  template <class B> static bool is_same(typename B::Value own, typename B::Value other, bool any_zero) {
    if constexpr (requires { B::format; })
      return B::pattern(own) == B::pattern(other) || (B::is_nan(own) && B::is_nan(other)) ||
             (any_zero && ((B::pattern(own) | B::pattern(other)) & ~binary_sign_bit(B::format)) == 0);
    else
      return own == other;
  }
};

// ---- numbers --------------------------------------------------------------------------------------------------------

inline bool is_subnormal(binary_format f, std::uint64_t pattern) {
  const std::uint64_t size = pattern & (binary_sign_bit(f) - 1);
  return size != 0 && size < std::uint64_t{1} << f.fraction;
}

// A number that knows whether it is a product, and of what: a contraction adds the product as it was before it was
// rounded, and nothing that merely has the same bits.
template <class Number> struct Carried {
  Carried(Number value = {}) : number(value) {}
  operator Number() const { return number; }

  Number number, a = {}, b = {};
  bool is_product = false;
};

// An exact number on its way to a quantised element, with the accumulator and the scales that it is made of: another
// implementation makes another number of these.
struct AlternativeFraction {
  fraction exact;
  std::array<double, 4> parts = {0, 1, 1,
                                 1};  // the accumulator, or the first factor; what it is multiplied by; a divisor
  unsigned factors = 0;               // beside the first

  operator const fraction&() const { return exact; }
  Rescaling by(std::int64_t zero_point, std::int64_t lowest, std::int64_t highest) const {
    return {parts[1], parts[2], parts[3], zero_point, lowest, highest};
  }
};

struct AlternativeFractions {
  using Value = AlternativeFraction;
  using Plain = Fractions;
  const Alternative* alternative;

  template <class From> static Value from(const typename From::Value& v) {
    using Their = typename From::Plain;
    const typename Their::Value number = v;
    const fraction exact = fraction_of_value(Their::unpack(number));
    if constexpr (requires { Their::format; })
      return {exact, {as_double<Their>(number), 1, 1, 1}};
    else
      return {exact, {static_cast<double>(number), 1, 1, 1}};
  }
  static Value mul(const Value& a, const Value& b, unsigned*) {
    unsigned ignored = 0;
    Value v = a;
    v.exact = fraction_mul(a.exact, b.exact, &ignored);
    v.parts[std::min(++v.factors, 2U)] = b.parts[0];
    return v;
  }
  Value div(const Value& a, const Value& b, unsigned*) const {
    unsigned ignored = 0;
    Value v = a;
    v.parts[3] = b.parts[0];
    if (a.factors == 0 && alternative->reciprocal) {
      const float product = f32_mul(static_cast<float>(a.parts[0]), f32_div(1, static_cast<float>(b.parts[0])));
      v.exact = fraction_of_value(Float::unpack(product));
    } else {
      v.exact = fraction_div(a.exact, b.exact, &ignored);
    }
    return v;
  }
};

template <class A> struct AlternativeAlgebra : Compared<A> {
  explicit AlternativeAlgebra(const Alternative& other) : alternative(&other) {}
  template <class B> explicit AlternativeAlgebra(const AlternativeAlgebra<B>& other) : alternative(other.alternative) {}
  const Alternative* alternative;

  static constexpr bool is_float = requires { A::format; };
  using Number = typename A::Value;
  using Value = std::conditional_t<is_float, Carried<Number>, Number>;
  using Plain = A;

  Number flushed(Number v) const {
    if constexpr (is_float)
      if (alternative->flushes && is_subnormal(A::format, A::pattern(v)))
        return A::of(A::pattern(v) & binary_sign_bit(A::format));
    return v;
  }
  static Value zero() { return A::zero(); }
  static Value max(const Value& a, const Value& b, unsigned*) { return A::max(a, b, nullptr); }
  static Value min(const Value& a, const Value& b, unsigned*) { return A::min(a, b, nullptr); }
  static Value quiet(const Value& v, unsigned* = nullptr) { return A::quiet(v); }
  Value load(const void* data, std::uint64_t i) const { return flushed(A::load(data, i)); }
  // Of two products the first is contracted, as compilers do.
  Value add(const Value& a, const Value& b, unsigned*) const {
    if constexpr (is_float) {
      if (contracts(a)) return fma(a.a, a.b, b, nullptr);
      if (contracts(b)) return fma(b.a, b.b, a, nullptr);
    }
    return kept(A::add, a, b);
  }
  Value sub(const Value& a, const Value& b, unsigned*) const {
    if constexpr (is_float) {
      if (contracts(a)) return fma(a.a, a.b, A::neg(b, nullptr), nullptr);
      if (contracts(b)) return fma(A::neg(b.a, nullptr), b.b, a, nullptr);
    }
    return kept(A::sub, a, b);
  }
  Value mul(const Value& a, const Value& b, unsigned*) const {
    Value v = product(a, b);
    if constexpr (is_float) v.a = a, v.b = b, v.is_product = true;
    return v;
  }
  Number product(Number a, Number b) const { return kept(A::mul, a, b); }  // that is never contracted
  Value div(const Value& a, const Value& b, unsigned*) const
    requires requires { A::div; }
  {
    if constexpr (is_float)
      if (alternative->reciprocal) return flushed(A::mul(a, A::div(A::number(1), b, nullptr), nullptr));
    return flushed(A::div(a, b, nullptr));
  }
  Value fma(Number a, Number b, Number c, unsigned*) const
    requires requires { A::fma; }
  {
    return flushed(A::fma(a, b, c, nullptr));
  }
  Value div_count(const Value& a, std::uint64_t count, unsigned*) const
    requires requires { A::div_count; }
  {
    if constexpr (is_float)
      if (alternative->reciprocal) return flushed(A::mul(a, A::div_count(A::number(1), count, nullptr), nullptr));
    return flushed(A::div_count(a, count, nullptr));
  }
  template <RealFunction f> Value function(const Value& a, unsigned*) const {
    return flushed(A::template function<f>(a, nullptr));
  }
  template <class From> Value from(const typename From::Value& v) const {
    return flushed(converted<A, typename From::Plain>(v, nullptr));
  }

  Value quantised(const AlternativeFraction& v, Number zero_point, unsigned*) const
    requires(!is_float)
  {
    const Number result = requantised(v, zero_point);
    return alternative->rectifies ? std::max(result, zero_point) : result;
  }

 private:
  bool contracts(const Value& v) const { return v.is_product && alternative->contracts; }

  Number requantised(const AlternativeFraction& v, Number zero_point) const {
    const auto zero = static_cast<std::int64_t>(zero_point);
    const auto lowest = static_cast<std::int64_t>(A::lowest()), highest = static_cast<std::int64_t>(A::highest());
    if (alternative->requantisation == nullptr) return A::quantised(v.exact, zero_point, nullptr);
    if (v.factors == 2)
      return static_cast<Number>(
          alternative->requantisation->of(static_cast<std::int64_t>(v.parts[0]), v.by(zero, lowest, highest)));
    return static_cast<Number>(alternative->requantisation->of_number(v.exact, {1, 1, 1, zero, lowest, highest}));
  }

  // An integer that wrapped takes the end that it went beyond.
  template <class Operation> Number kept(Operation operation, Number a, Number b) const {
    if constexpr (is_float) {
      return flushed(operation(a, b, nullptr));
    } else {
      unsigned events = 0;
      const Number v = operation(a, b, &events);
      if (!alternative->saturates || (events & EVENT_WRAP) == 0) return v;
      return operation == &A::mul   ? ((a < 0) != (b < 0) ? A::lowest() : A::highest())
             : operation == &A::sub ? (std::is_signed_v<Number> ? a < 0 : a < b) ? A::lowest() : A::highest()
                                    : (a < 0 ? A::lowest() : A::highest());
    }
  }
};

}  // namespace etalon::impl
