// SPDX-License-Identifier: Apache-2.0
// Floor 8. What another implementation may do differently, as a world: the reference runs over it with an Alternative
// and is held against the candidate element by element ("CON-ALL-CAUSE"). Here are its sums; alternative_algebra.hpp
// has its numbers.
#pragma once

#include "conform/cause/alternative_algebra.hpp"

namespace etalon::impl {

// The terms of a sum, added when all are there. W is the format that the policy adds in.
template <class A, class W, bool policy_fuses> class Collected {
 public:
  using Value = typename A::Value;
  using Number = typename A::Number;
  using Algebra = A;
  explicit Collected(const A& a) : a_(a), w_(a), sum_(w_.zero()) {}
  void step(Number a, Number b, unsigned*) { terms_.push_back({a, b, true}); }
  void plus(Number a, unsigned*) { terms_.push_back({a, a_.number(1), false}); }
  void scaled(Number a, Number b, unsigned*) {
    collapse();
    sum_ = w_.add(sum_, w_.mul(wide(a), wide(b), nullptr), nullptr);
  }
  void times(Number a, unsigned*) {
    collapse();
    sum_ = w_.mul(sum_, wide(a), nullptr);
  }
  void divide(std::uint64_t count, unsigned*) {
    collapse();
    sum_ = w_.div_count(sum_, count, nullptr);
  }
  void root(unsigned*) {
    collapse();
    sum_ = w_.root_of_squares(sum_, nullptr);
  }
  Value finish(unsigned*) {
    collapse();
    return converted_into<A, W>(a_, sum_);
  }

 private:
  struct Term {
    Number a, b;
    bool is_product;
  };
  template <class V> static typename V::Value in(const V& algebra, Number v) {
    if constexpr (std::is_same_v<typename V::Plain, typename A::Plain>)
      return v;
    else
      return algebra.template from<A>(v);
  }
  typename W::Value wide(Number v) const { return in(w_, v); }

  void collapse() {
    if (terms_.empty()) return;
    a_.alternative->in_double ? settle<AlternativeAlgebra<Double>>() : settle<W>();
  }
  template <class V> void settle() {
    const V algebra(a_);
    const typename V::Value all = summed(algebra, converted_into<V, W>(algebra, sum_));
    terms_.clear();
    sum_ = converted_into<W, V>(w_, all);
  }
  template <class To, class From>
  static typename To::Value converted_into(const To& to, const typename From::Value& v) {
    if constexpr (std::is_same_v<typename To::Plain, typename From::Plain>)
      return v;
    else
      return to.template from<From>(v);
  }

  template <class V> typename V::Value with(const V& v, const typename V::Value& sum, const Term& t) const {
    if (!t.is_product) return v.add(sum, in(v, t.a), nullptr);
    if (policy_fuses) return v.fma(in(v, t.a), in(v, t.b), sum, nullptr);
    return v.add(sum, v.product(in(v, t.a), in(v, t.b)), nullptr);
  }
  template <class V> typename V::Value tree(const V& v, std::size_t begin, std::size_t end) const {
    if (end - begin == 1) return with(v, v.zero(), terms_[begin]);
    const std::size_t middle = begin + (end - begin) / 2;
    return v.add(tree(v, begin, middle), tree(v, middle, end), nullptr);
  }
  template <class V> typename V::Value joined(const V& v, std::vector<typename V::Value> parts) const {
    const auto add = [&](std::size_t to, std::size_t from) { parts[to] = v.add(parts[to], parts[from], nullptr); };
    using enum Alternative::Join;
    switch (a_.alternative->join) {
      case in_order:
        for (std::size_t k = 1; k < parts.size(); ++k) add(0, k);
        break;
      case neighbours:
        for (std::size_t apart = 1; apart < parts.size(); apart *= 2)
          for (std::size_t k = 0; k < parts.size(); k += 2 * apart) add(k, k + apart);
        break;
      default:
        for (std::size_t half = parts.size() / 2; half > 0; half /= 2)
          for (std::size_t k = 0; k < half; ++k) add(k, k + half);
    }
    return parts[0];
  }
  // The number of terms before a last one that is added alone, and is taken apart where it is taken first.
  template <class V> typename V::Value summed(const V& v, typename V::Value sum) const {
    using enum Alternative::Order;
    std::size_t n = terms_.size();
    const bool has_bias = n > 1 && !terms_.back().is_product && terms_.front().is_product;
    if (has_bias) --n;
    if (has_bias && a_.alternative->bias_first) sum = v.add(sum, in(v, terms_.back().a), nullptr);
    const std::size_t width = a_.alternative->width == 0 ? n : static_cast<std::size_t>(a_.alternative->width);
    switch (a_.alternative->order) {
      case reversed:
        for (std::size_t k = n; k-- > 0;) sum = with(v, sum, terms_[k]);
        break;
      case pairwise:
        if (n > 0) sum = v.add(sum, tree(v, 0, n), nullptr);
        break;
      case blocked:
        for (std::size_t k = 0; k < n; k += width) {
          typename V::Value part = v.zero();
          for (std::size_t j = k; j < std::min(n, k + width); ++j) part = with(v, part, terms_[j]);
          sum = v.add(sum, part, nullptr);
        }
        break;
      case lanes: {
        std::vector<typename V::Value> parts(width, v.zero());
        for (std::size_t k = 0; k < n; ++k) parts[k % width] = with(v, parts[k % width], terms_[k]);
        sum = v.add(sum, joined(v, std::move(parts)), nullptr);
        break;
      }
      case inner: {
        const std::size_t stride = static_cast<std::size_t>(a_.alternative->stride), rows = n / stride;
        const std::size_t group = a_.alternative->width == 0 ? rows : width;
        for (std::size_t first = 0; first < rows; first += group)
          for (std::size_t place = 0; place < stride; ++place)
            for (std::size_t row = first; row < std::min(rows, first + group); ++row)
              sum = with(v, sum, terms_[row * stride + place]);
        break;
      }
      default:
        for (std::size_t k = 0; k < n; ++k) sum = with(v, sum, terms_[k]);
    }
    if (has_bias && !a_.alternative->bias_first) sum = v.add(sum, in(v, terms_.back().a), nullptr);
    return sum;
  }

  std::vector<Term> terms_;
  A a_;
  W w_;
  typename W::Value sum_;
};

template <class A> struct WiderThan<AlternativeAlgebra<A>> {
  using Type = AlternativeAlgebra<typename WiderThan<A>::Type>;
};
template <class A>
struct Sequential<AlternativeAlgebra<A>> : Collected<AlternativeAlgebra<A>, AlternativeAlgebra<A>, false> {
  using Collected<AlternativeAlgebra<A>, AlternativeAlgebra<A>, false>::Collected;
};
template <class A> struct Fused<AlternativeAlgebra<A>> : Collected<AlternativeAlgebra<A>, AlternativeAlgebra<A>, true> {
  using Collected<AlternativeAlgebra<A>, AlternativeAlgebra<A>, true>::Collected;
};
template <class A, class W>
struct Wide<AlternativeAlgebra<A>, AlternativeAlgebra<W>>
    : Collected<AlternativeAlgebra<A>, AlternativeAlgebra<W>, true> {
  using Collected<AlternativeAlgebra<A>, AlternativeAlgebra<W>, true>::Collected;
};

// Sums of integers: the order of their terms matters where sums saturate.
template <class A> class Wrapped<AlternativeAlgebra<A>, KeepExact::for_events> {
 public:
  using Algebra = AlternativeAlgebra<A>;
  using Value = typename Algebra::Value;
  explicit Wrapped(const Algebra& algebra) : a_(algebra), sum_(a_.zero()) {}
  // The factors of the next product, as they are stored.
  void see(Value x, Value w) {
    if (const auto& pairs = a_.alternative->pairs) seen_.push_back((x + pairs->x) * (w + pairs->w));
  }
  void step(Value x, Value y, unsigned*) { products_.push_back(a_.product(x, y)); }
  void plus(Value x, unsigned*) {
    collapse();
    sum_ = a_.add(sum_, x, nullptr);
  }
  void scaled(Value x, Value y, unsigned*) { plus(a_.product(x, y), nullptr); }
  void times(Value x, unsigned*) {
    collapse();
    sum_ = a_.product(sum_, x);
  }
  Value finish(unsigned*) {
    collapse();
    return sum_;
  }

 private:
  void collapse() {
    const std::size_t n = products_.size();
    const bool is_inner = a_.alternative->order == Alternative::Order::inner;
    const std::size_t stride = is_inner ? static_cast<std::size_t>(a_.alternative->stride) : 1, rows = n / stride;
    const auto at = [&](std::size_t k) { return k % rows * stride + k / rows; };
    for (std::size_t k = 0; k < n; ++k) sum_ = a_.add(sum_, products_[at(k)], nullptr);
    // What the pairs lose; the last product may have no other, and is not too large by itself.
    for (std::size_t k = 0; k + 1 < seen_.size(); k += 2) {
      const std::int64_t pair = seen_[at(k)] + seen_[at(k + 1)];
      sum_ = a_.add(sum_, static_cast<Value>(std::clamp<std::int64_t>(pair, INT16_MIN, INT16_MAX) - pair), nullptr);
    }
    products_.clear();
    seen_.clear();
  }

  Algebra a_;
  Value sum_;
  std::vector<Value> products_;
  std::vector<std::int64_t> seen_;  // products of the stored factors, where pairs of them saturate
};

struct AlternativeWorld : Counting {
  explicit AlternativeWorld(const Alternative& other) : alternative(other) {}

  template <TypeSet types, class F> void with(DType type, F f) const {
    Stored::with<types>(type, [&]<class A>(A) { f(AlternativeAlgebra<A>(alternative)); });
  }
  template <class F> static void moving(DType type, F f) {
    Stored::moving(type, [&]<class A>(A) { f(Compared<A>{}); });
  }
  template <class F> static void indices(F f) { f(Compared<Int<64>>{}); }
  template <class F> void exactly(F f) const { f(AlternativeFractions{&alternative}); }
  static bool truth(const void* operand, std::uint64_t i) { return Boolean::load(operand, i); }
  static void decide(void* output, std::uint64_t i, bool truth) { Compared<Boolean>::store(output, i, truth); }
  static exact_value exponent(DType type, const void* operand, std::uint64_t i) {
    return Stored::exponent(type, operand, i);
  }
  static void give(const Call&, void*) {}
  void convert(const Call& call, const void* input, void* output, Events*) const;

  const Alternative& alternative;
};

}  // namespace etalon::impl
