// SPDX-License-Identifier: Apache-2.0
// Floor 8. What another implementation may do otherwise, as an algebra: the reference runs over it with an Alternative
// and is held against the candidate element by element. The first element that differs ends the run, so that a wrong
// guess costs one element ("CON-ALL-CAUSE").
#pragma once

#include <algorithm>
#include <vector>

#include "accuracy/points.hpp"
#include "conform/alternative.hpp"
#include "ops/type_sets.hpp"
#include "ops/world.hpp"

namespace etalon::impl {

// The alternative that this thread computes with, and what it is held against.
inline thread_local const Alternative* alternative = nullptr;
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
struct Candidate {
  const void* elements;
  DType type;                  // floating-point numbers are rounded into it before they are compared
  bool any_zero = false;       // the sign of a zero does not count
  void* kept = nullptr;        // where results are stored instead, for what is computed from them
  Matches* matches = nullptr;  // which elements are the same, instead of ending at the first that is not
};

inline bool is_subnormal(binary_format f, std::uint64_t pattern) {
  const std::uint64_t size = pattern & (binary_sign_bit(f) - 1);
  return size != 0 && size < std::uint64_t{1} << f.fraction;
}

// What integers and floating-point numbers do alike: a result is not stored but compared.
template <class A> struct Compared : A {
  using Value = typename A::Value;
  static void store(void* data, std::uint64_t i, const Value& v) {
    const auto* candidate = static_cast<const Candidate*>(data);
    if constexpr (requires { A::format; }) {
      bool same = false;
      Stored::with<types::all_floats>(candidate->type, [&]<class B>() {
        unsigned ignored = 0;
        const std::uint64_t own = binary_convert(A::format, B::format, A::pattern(v), &ignored);
        same = candidate->kept != nullptr;
        if (same) return B::store(candidate->kept, i, B::of(own));
        const typename B::Value other = B::load(candidate->elements, i);
        same = own == B::pattern(other) || (B::is_nan(B::of(own)) && B::is_nan(other)) ||
               (candidate->any_zero && ((own | B::pattern(other)) & ~binary_sign_bit(B::format)) == 0);
      });
      if (candidate->matches != nullptr) return candidate->matches->note(i, same);
      if (!same) throw Differs{};
    } else if (candidate->kept != nullptr) {
      A::store(candidate->kept, i, v);
    } else if (v != A::load(candidate->elements, i)) {
      throw Differs{};
    }
  }
};

template <class A> struct Altered : Compared<A> {
  using Value = typename A::Value;
  using Plain = A;
  static Value flushed(Value v) {
    if constexpr (requires { A::format; })
      if (alternative->flushes && is_subnormal(A::format, A::pattern(v)))
        return A::of(A::pattern(v) & binary_sign_bit(A::format));
    return v;
  }
  static Value load(const void* data, std::uint64_t i) { return flushed(A::load(data, i)); }
  static Value add(Value a, Value b, unsigned*) {
    if constexpr (requires { A::format; }) {
      if (is_product(a)) return fma(product_.a, product_.b, b, nullptr);
      if (is_product(b)) return fma(product_.a, product_.b, a, nullptr);
    }
    return kept(A::add, a, b);
  }
  static Value sub(Value a, Value b, unsigned*) {
    if constexpr (requires { A::format; }) {
      if (is_product(a)) return fma(product_.a, product_.b, A::neg(b, nullptr), nullptr);
      if (is_product(b)) return fma(A::neg(product_.a, nullptr), product_.b, a, nullptr);
    }
    return kept(A::sub, a, b);
  }
  static Value mul(Value a, Value b, unsigned*) { return product_ = {a, b, product(a, b)}, product_.rounded; }
  static Value product(Value a, Value b) { return kept(A::mul, a, b); }  // that is never contracted
  static Value div(Value a, Value b, unsigned*)
    requires requires { A::div; }
  {
    if constexpr (requires { A::format; })
      if (alternative->reciprocal) return flushed(A::mul(a, A::div(A::number(1), b, nullptr), nullptr));
    return flushed(A::div(a, b, nullptr));
  }
  static Value fma(Value a, Value b, Value c, unsigned*)
    requires requires { A::fma; }
  {
    return flushed(A::fma(a, b, c, nullptr));
  }
  static Value div_count(Value a, std::uint64_t count, unsigned*)
    requires requires { A::div_count; }
  {
    if constexpr (requires { A::format; })
      if (alternative->reciprocal) return flushed(A::mul(a, A::div_count(A::number(1), count, nullptr), nullptr));
    return flushed(A::div_count(a, count, nullptr));
  }
  template <class From> static Value from(const typename From::Value& v) {
    return flushed(converted<A, typename From::Plain>(v, nullptr));
  }

 private:
  // The last product, which a sum takes as it was before it was rounded. It is known by its bits: a number that only
  // equals the product and is added next would be taken for it.
  struct Product {
    Value a, b, rounded;
  };
  inline static thread_local Product product_ = {};
  static bool is_product(Value v) { return alternative->contracts && A::pattern(v) == A::pattern(product_.rounded); }

  // An integer that wrapped takes the end that it went beyond.
  template <class Operation> static Value kept(Operation operation, Value a, Value b) {
    if constexpr (requires { A::format; }) {
      return flushed(operation(a, b, nullptr));
    } else {
      unsigned events = 0;
      const Value v = operation(a, b, &events);
      if (!alternative->saturates || (events & EVENT_WRAP) == 0) return v;
      return operation == &A::mul   ? ((a < 0) != (b < 0) ? A::lowest() : A::highest())
             : operation == &A::sub ? (std::is_signed_v<Value> ? a < 0 : a < b) ? A::lowest() : A::highest()
                                    : (a < 0 ? A::lowest() : A::highest());
    }
  }
};

// The terms of a sum, added when all are there. W is the format that the policy adds in.
template <class A, class W, bool policy_fuses> class Collected {
 public:
  using Value = typename A::Value;
  void step(Value a, Value b, unsigned*) { terms_.push_back({a, b, true}); }
  void plus(Value a, unsigned*) { terms_.push_back({a, A::number(1), false}); }
  void scaled(Value a, Value b, unsigned*) {
    collapse();
    sum_ = W::add(sum_, W::mul(wide(a), wide(b), nullptr), nullptr);
  }
  void times(Value a, unsigned*) {
    collapse();
    sum_ = W::mul(sum_, wide(a), nullptr);
  }
  void divide(std::uint64_t count, unsigned*) {
    collapse();
    sum_ = W::div_count(sum_, count, nullptr);
  }
  void root(unsigned*) {
    collapse();
    sum_ = W::root_of_squares(sum_, nullptr);
  }
  Value finish(unsigned*) {
    collapse();
    return narrow<W>(sum_);
  }

 private:
  struct Term {
    Value a, b;
    bool is_product;
  };
  template <class V> static typename V::Value in(Value v) {
    if constexpr (std::is_same_v<typename V::Plain, typename A::Plain>)
      return v;
    else
      return V::template from<A>(v);
  }
  static typename W::Value wide(Value v) { return in<W>(v); }
  template <class V> static Value narrow(const typename V::Value& v) {
    if constexpr (std::is_same_v<typename V::Plain, typename A::Plain>)
      return v;
    else
      return A::template from<V>(v);
  }

  void collapse() {
    if (terms_.empty()) return;
    using enum Alternative::Accumulator;
    switch (alternative->accumulator) {
      case type:
        return settle<A>();
      case wider:
        return settle<Altered<typename WiderThan<typename A::Plain>::Type>>();
      case widest:
        return settle<Altered<Double>>();
      default:
        return settle<W>();
    }
  }
  template <class V> void settle() {
    const typename V::Value before = in_sum<V>(sum_);
    const typename V::Value all = summed<V>(before);
    terms_.clear();
    if constexpr (std::is_same_v<typename V::Plain, typename W::Plain>)
      sum_ = all;
    else
      sum_ = W::template from<V>(all);
  }
  template <class V> static typename V::Value in_sum(const typename W::Value& v) {
    if constexpr (std::is_same_v<typename V::Plain, typename W::Plain>)
      return v;
    else
      return V::template from<W>(v);
  }

  static bool fuses() {
    return alternative->steps == Alternative::Steps::policy ? policy_fuses
                                                            : alternative->steps == Alternative::Steps::fused;
  }
  template <class V> static typename V::Value with(const typename V::Value& sum, const Term& t) {
    if (!t.is_product) return V::add(sum, in<V>(t.a), nullptr);
    if (fuses()) return V::fma(in<V>(t.a), in<V>(t.b), sum, nullptr);
    return V::add(sum, V::product(in<V>(t.a), in<V>(t.b)), nullptr);
  }
  template <class V> typename V::Value tree(std::size_t begin, std::size_t end) const {
    if (end - begin == 1) return with<V>(V::zero(), terms_[begin]);
    const std::size_t middle = begin + (end - begin) / 2;
    return V::add(tree<V>(begin, middle), tree<V>(middle, end), nullptr);
  }
  // The number of terms before a last one that is added alone, and is taken apart where it is taken first.
  template <class V> typename V::Value summed(typename V::Value sum) {
    using enum Alternative::Order;
    std::size_t n = terms_.size();
    const bool has_bias = n > 1 && !terms_.back().is_product && terms_.front().is_product;
    if (has_bias) --n;
    if (has_bias && alternative->bias_first) sum = V::add(sum, in<V>(terms_.back().a), nullptr);
    const std::size_t width = alternative->width == 0 ? n : static_cast<std::size_t>(alternative->width);
    switch (alternative->order) {
      case reversed:
        for (std::size_t k = n; k-- > 0;) sum = with<V>(sum, terms_[k]);
        break;
      case pairwise:
        if (n > 0) sum = V::add(sum, tree<V>(0, n), nullptr);
        break;
      case blocked:
        for (std::size_t k = 0; k < n; k += width) {
          typename V::Value part = V::zero();
          for (std::size_t j = k; j < std::min(n, k + width); ++j) part = with<V>(part, terms_[j]);
          sum = V::add(sum, part, nullptr);
        }
        break;
      case lanes: {
        std::vector<typename V::Value> parts(width, V::zero());
        for (std::size_t k = 0; k < n; ++k) parts[k % width] = with<V>(parts[k % width], terms_[k]);
        for (std::size_t half = width / 2; half > 0; half /= 2)
          for (std::size_t k = 0; k < half; ++k) parts[k] = V::add(parts[k], parts[k + half], nullptr);
        sum = V::add(sum, parts[0], nullptr);
        break;
      }
      case inner: {
        const std::size_t stride = static_cast<std::size_t>(alternative->stride), rows = n / stride;
        const std::size_t group = alternative->width == 0 ? rows : width;
        for (std::size_t first = 0; first < rows; first += group)
          for (std::size_t place = 0; place < stride; ++place)
            for (std::size_t row = first; row < std::min(rows, first + group); ++row)
              sum = with<V>(sum, terms_[row * stride + place]);
        break;
      }
      default:
        for (std::size_t k = 0; k < n; ++k) sum = with<V>(sum, terms_[k]);
    }
    if (has_bias && !alternative->bias_first) sum = V::add(sum, in<V>(terms_.back().a), nullptr);
    return sum;
  }

  std::vector<Term> terms_;
  typename W::Value sum_ = W::zero();
};

template <class A> struct WiderThan<Altered<A>> {
  using Type = Altered<typename WiderThan<A>::Type>;
};
template <class A> struct Sequential<Altered<A>> : Collected<Altered<A>, Altered<A>, false> {};
template <class A> struct Fused<Altered<A>> : Collected<Altered<A>, Altered<A>, true> {};
template <class A, class W> struct Wide<Altered<A>, Altered<W>> : Collected<Altered<A>, Altered<W>, true> {};

struct Otherwise {
  template <TypeSet types, class F> static void with(DType type, F f) {
    Stored::with<types>(type, [&]<class A>() { f.template operator()<Altered<A>>(); });
  }
  template <class F> static void moving(DType type, F f) {
    Stored::moving(type, [&]<class A>() { f.template operator()<Compared<A>>(); });
  }
  template <class F> static void indices(F f) { f.template operator()<Compared<Int<64>>>(); }
  static bool truth(const void* operand, std::uint64_t i) { return Boolean::load(operand, i); }
  static void decide(void* output, std::uint64_t i, bool truth) { Compared<Boolean>::store(output, i, truth); }
  static exact_value exponent(DType type, const void* operand, std::uint64_t i) {
    return Stored::exponent(type, operand, i);
  }
  static void give(const Call&, void*) {}
  static void convert(const Call& call, const void* input, void* output, Events*);
};

}  // namespace etalon::impl
