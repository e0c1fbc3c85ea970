// SPDX-License-Identifier: Apache-2.0
// Floor 8. What another implementation may do otherwise, as a world: the reference runs over it with an Alternative and
// is held against the candidate element by element ("CON-ALL-CAUSE"). Here are its sums; altered_value.hpp has its
// numbers.
#pragma once

#include "conform/altered_value.hpp"

namespace etalon::impl {

// The terms of a sum, added when all are there. W is the format that the policy adds in.
template <class A, class W, bool policy_fuses> class Collected {
 public:
  using Value = typename A::Value;
  using Number = typename A::Number;
  void step(Number a, Number b, unsigned*) { terms_.push_back({a, b, true}); }
  void plus(Number a, unsigned*) { terms_.push_back({a, A::number(1), false}); }
  void scaled(Number a, Number b, unsigned*) {
    collapse();
    sum_ = W::add(sum_, W::mul(wide(a), wide(b), nullptr), nullptr);
  }
  void times(Number a, unsigned*) {
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
    Number a, b;
    bool is_product;
  };
  template <class V> static typename V::Value in(Number v) {
    if constexpr (std::is_same_v<typename V::Plain, typename A::Plain>)
      return v;
    else
      return V::template from<A>(v);
  }
  static typename W::Value wide(Number v) { return in<W>(v); }
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
  template <class V> static typename V::Value joined(std::vector<typename V::Value> parts) {
    const auto add = [&](std::size_t to, std::size_t from) { parts[to] = V::add(parts[to], parts[from], nullptr); };
    using enum Alternative::Join;
    switch (alternative->join) {
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
        sum = V::add(sum, joined<V>(std::move(parts)), nullptr);
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
