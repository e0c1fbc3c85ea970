// SPDX-License-Identifier: Apache-2.0
// An expression that a trace recorded, evaluated: every step by the operation of stored numbers that it stands for.
#pragma once

#include <unordered_map>
#include <vector>

#include "ops/family/power.hpp"
#include "ops/world.hpp"
#include "tensor/conversion.hpp"
#include "trace/trace.hpp"

namespace etalon::tests {

struct TermHash {
  std::size_t operator()(const impl::Term& term) const { return static_cast<std::size_t>(term.low ^ term.high << 1); }
};

class Evaluation {
 public:
  using Joined = impl::Joiner::Joined;

  // The elements of variables, by number of the tensor.
  explicit Evaluation(const std::vector<impl::TracedOperand>& variables) : variables_(variables) {}

  // In the order in which they were joined. False for a step that has no value of its own.
  void evaluate(const std::vector<Joined>& steps) {
    for (const Joined& one : steps) {
      joined_.try_emplace(one.result, &one);
      if (!values_.contains(one.result)) evaluate(one);
    }
  }

  std::uint64_t pattern(const impl::Term& term) const { return value(term).pattern; }

 private:
  struct Value {
    std::uint64_t pattern = 0;
    fraction exact = {};
    exact_value exponent = {};
  };

  Value value(const impl::Term& term) const {
    if (term.level != 0) return values_.at(term);
    if (term.high >> 62 == 0) return {.pattern = term.low};
    return {.pattern = variables_[term.high & 0xFFFFFFFF].pattern(term.low)};
  }

  template <class A> static typename A::Value of(std::uint64_t pattern) {
    if constexpr (requires { A::format; })
      return A::of(pattern);
    else if constexpr (std::is_signed_v<typename A::Value>)
      return int_wrap(pattern, impl::info(impl::stored_type<A>).bits);
    else
      return static_cast<typename A::Value>(pattern);
  }
  template <class A> static std::uint64_t stored(const typename A::Value& v) {
    if constexpr (requires { A::format; })
      return A::pattern(v);
    else
      return uint_wrap(static_cast<std::uint64_t>(v), impl::info(impl::stored_type<A>).bits);
  }

  void evaluate(const Joined& one) {
    using impl::Step;
    switch (one.step) {
      case Step::sum_start:
      case Step::sum_step:
      case Step::sum_scale:
      case Step::unknown:
        return;
      default:
        break;
    }
    Value result;
    const Value a = value_or_none(one.operands[0]), b = value_or_none(one.operands[1]),
                c = value_or_none(one.operands[2]);
    switch (one.step) {
      case Step::both:
        result.pattern = a.pattern & b.pattern;
        break;
      case Step::negation:
        result.pattern = 1 - a.pattern;
        break;
      case Step::choose:
        result = a.pattern != 0 ? b : c;
        break;
      case Step::exact_product:
        result.exact = impl::Fractions::mul(a.exact, b.exact, nullptr);
        break;
      case Step::exact_quotient:
        result.exact = impl::Fractions::div(a.exact, b.exact, nullptr);
        break;
      case Step::exponent:
        result.exponent = impl::Conversion(one.type, one.type).load(&a.pattern, 0);
        break;
      case Step::convert:
        result = converted(one, a);
        break;
      default:
        impl::Stored::with<impl::types::numbers>(one.type,
                                                 [&]<class A>(A) { result.pattern = number<A>(one, a, b, c); });
    }
    values_.emplace(one.result, result);
  }
  // Sums have no value before they end.
  Value value_or_none(const impl::Term& term) const {
    if (term.level != 0 && !values_.contains(term)) return {};
    return term.level == 0 && term.high == 0 ? Value{} : value(term);
  }

  static Value converted(const Joined& one, const Value& a) {
    const auto from = static_cast<impl::DType>(one.number);
    Value result;
    if (one.type == impl::DType::real)
      result.exact = fraction_of_value(impl::Conversion(from, from).load(&a.pattern, 0));
    else if (from == impl::DType::real)
      impl::Stored::with<impl::types::all_floats>(
          one.type, [&]<class A>(A) { result.pattern = stored<A>(A::pack(a.exact, nullptr)); });
    else
      impl::Conversion(from, one.type)
          .store(&result.pattern, 0, impl::Conversion(from, from).load(&a.pattern, 0), nullptr);
    return result;
  }

  template <class A>
  std::uint64_t number(const Joined& one, const Value& first, const Value& second, const Value& third) const {
    using impl::Step;
    const typename A::Value a = of<A>(first.pattern), b = of<A>(second.pattern);
    const auto truth = [](bool value) { return std::uint64_t{value}; };
    switch (one.step) {
      case Step::add:
        return stored<A>(A::add(a, b, nullptr));
      case Step::sub:
        return stored<A>(A::sub(a, b, nullptr));
      case Step::mul:
        return stored<A>(A::mul(a, b, nullptr));
      case Step::abs:
        return stored<A>(A::abs(a, nullptr));
      case Step::max:
        return stored<A>(A::max(a, b, nullptr));
      case Step::min:
        return stored<A>(A::min(a, b, nullptr));
      case Step::larger:
        return stored<A>(A::larger(a, b, nullptr));
      case Step::smaller:
        return stored<A>(A::smaller(a, b, nullptr));
      case Step::pow:
        return stored<A>(A::pow(a, second.exponent, nullptr));
      case Step::quiet:
        return stored<A>(A::quiet(a));
      case Step::less:
        return truth(A::less(a, b));
      case Step::equal:
        return truth(A::equal(a, b, nullptr));
      case Step::less_or_equal:
        return truth(A::less_or_equal(a, b, nullptr));
      case Step::leads: {
        impl::Leader<A, impl::Int<64>> leader{
            A{}, {}, static_cast<impl::Wanted>(one.number >> 8), static_cast<impl::Tie>(one.number & 0xFF)};
        leader.take(b, 0, nullptr);
        leader.take(a, 1, nullptr);
        return truth(leader.number == 1);
      }
      case Step::neg:
        if constexpr (requires { A::neg(a, nullptr); }) return stored<A>(A::neg(a, nullptr));
        return 0;
      case Step::sum_finish:
      case Step::sum_quotient:
      case Step::sum_root:
        if constexpr (requires { A::format; })
          return summed<A, impl::Exact<A>>(one);
        else
          return summed<A, impl::Wrapped<A, impl::KeepExact::always>>(one);
      default:
        if constexpr (requires { A::format; })
          return floating<A>(one, a, b, of<A>(third.pattern));
        else
          return integer<A>(one, first, a, b);
    }
  }

  template <class A>
  static std::uint64_t integer(const Joined& one, const Value& exact, typename A::Value a, typename A::Value b) {
    using impl::Step;
    if (one.step == Step::div_floor) return stored<A>(A::div_floor(a, b, nullptr));
    if (one.step == Step::div_truncate) return stored<A>(A::div_truncate(a, b, nullptr));
    if (one.step == Step::quantised) return stored<A>(A::quantised(exact.exact, b, nullptr));
    return ~std::uint64_t{0};
  }

  template <class A>
  static std::uint64_t floating(const Joined& one, typename A::Value a, typename A::Value b, typename A::Value c) {
    using impl::RealFunction;
    using impl::Step;
    const auto function = [&]<RealFunction f> { return stored<A>(A::template function<f>(a, nullptr)); };
    switch (one.step) {
      case Step::div:
        return stored<A>(A::div(a, b, nullptr));
      case Step::div_count:
        return stored<A>(A::div_count(a, one.number, nullptr));
      case Step::fma:
        return stored<A>(A::fma(a, b, c, nullptr));
      case Step::sqrt:
        return stored<A>(A::sqrt(a, nullptr));
      case Step::root_of_squares:
        return stored<A>(A::root_of_squares(a, nullptr));
      case Step::power:
        return stored<A>(impl::power(A{}, a, static_cast<unsigned>(one.number), nullptr));
      case Step::floor:
        return stored<A>(A::floor(a, nullptr));
      case Step::ceil:
        return stored<A>(A::ceil(a, nullptr));
      case Step::round:
        return stored<A>(A::round(a, nullptr));
      case Step::is_nan:
        return A::is_nan(a);
      case Step::is_lowest:
        return A::pattern(a) == A::pattern(A::lowest());
      case Step::below:
        return A::below(a, b);
      case Step::function:
        switch (static_cast<RealFunction>(one.number)) {
          case RealFunction::exp:
            return function.template operator()<RealFunction::exp>();
          case RealFunction::log:
            return function.template operator()<RealFunction::log>();
          case RealFunction::sigmoid:
            return function.template operator()<RealFunction::sigmoid>();
          case RealFunction::tanh:
            return function.template operator()<RealFunction::tanh>();
          case RealFunction::erf:
            return function.template operator()<RealFunction::erf>();
          case RealFunction::sin:
            return function.template operator()<RealFunction::sin>();
          case RealFunction::cos:
            return function.template operator()<RealFunction::cos>();
          case RealFunction::acos:
            return function.template operator()<RealFunction::acos>();
        }
        [[fallthrough]];
      default:
        return ~std::uint64_t{0};
    }
  }

  // The whole sum, from its first term on.
  template <class A, class Policy> std::uint64_t summed(const Joined& end) const {
    using impl::Step;
    std::vector<const Joined*> steps;
    for (const Joined* at = joined_.at(end.operands[0]); at->step != Step::sum_start; at = joined_.at(at->operands[0]))
      steps.push_back(at);
    Policy sum{};
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      const auto operand = [&](unsigned k) { return of<A>(value((*step)->operands[k]).pattern); };
      if ((*step)->step == Step::sum_scale)
        sum.times(operand(1), nullptr);
      else
        sum.step(operand(1), operand(2), nullptr);
    }
    if (end.step == Step::sum_quotient) sum.divide(end.number, nullptr);
    if (end.step == Step::sum_root) sum.root(nullptr);
    return stored<A>(sum.finish(nullptr));
  }

  const std::vector<impl::TracedOperand>& variables_;
  std::unordered_map<impl::Term, Value, TermHash> values_;
  std::unordered_map<impl::Term, const Joined*, TermHash> joined_;
};

}  // namespace etalon::tests
