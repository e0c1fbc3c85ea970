// SPDX-License-Identifier: Apache-2.0
// Floor 7. The worlds beyond stored numbers that references are computed in (ops/world.hpp): the type `real`, real
// numbers that are enclosed, and the algebra of errors (tracked.hpp) over each of its carriers. Operands that are
// indices are plain tensors in every world.
#pragma once

#include "accuracy/exact_ranges.hpp"
#include "accuracy/integer_ranges.hpp"
#include "accuracy/ranges.hpp"
#include "accuracy/reals.hpp"
#include "exact/real.hpp"
#include "ops/world.hpp"

namespace etalon::impl {

// The type `real`. Truth values, and whatever else is not real, are stored ones.
struct RealTyped : Counting {
  // What is compared are operands, which are rationals: so that is always known.
  static bool is_true(const Real::Truth& truth) {
    const bool* known = std::get_if<bool>(&truth);
    return known != nullptr && *known;
  }
  struct Index : Int<64> {
    static Value choose(const Real::Truth& truth, Value yes, Value no) { return is_true(truth) ? yes : no; }
  };
  template <TypeSet types, class F> static void with(DType, F f) { f(Real{}); }
  template <class F> static void moving(DType, F f) { f(Real{}); }
  template <class F> static void indices(F f) { f(Index{}); }
  template <class F> static void exactly(F f) { f(Real{}); }
  static Real::Truth truth(const void* operand, std::uint64_t i) { return Boolean::load(operand, i); }
  static void decide(void* output, std::uint64_t i, const Real::Truth& truth) {
    Boolean::store(output, i, is_true(truth));
  }
  static Enclosure exponent(DType, const void* operand, std::uint64_t i) { return Real::load(operand, i); }
  static void give(const Call& call, void* output) { call.op->write(call, output); }

  // No source has conversions of reals.
  static void convert(const Call& call, const void* input, void* output, Events*) {
    for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) Real::store(output, i, Real::load(input, i));
  }

  static Tensor written(const Call& call) {
    Tensor tensor(call.outputs[0]->type, call.outputs[0]->shape);
    call.op->write(call, tensor.data());
    return tensor;
  }
};

// The shadow: every type is real numbers there, truth values are 0 and 1.
struct Enclosures : Counting {
  explicit Enclosures(const Precision& bits = {}) : precision(bits) {}
  template <TypeSet types, class F> void with(DType, F f) const { f(Enclosed{precision}); }
  template <class F> void moving(DType, F f) const { f(Enclosed{precision}); }
  template <class F> void indices(F f) const { f(Enclosed{precision}); }
  template <class F> void exactly(F f) const { f(Enclosed{precision}); }
  static Enclosed::Truth truth(const void* operand, std::uint64_t i) {
    const Enclosure& real = Enclosed::load(operand, i);
    if (const auto* none = std::get_if<NoValue>(&real)) return *none;
    return std::get<Number>(real).sign() != 0;
  }
  static void decide(void* output, std::uint64_t i, const Enclosed::Truth& truth) {
    Enclosed::store(output, i, Enclosed::jump(truth, Enclosed::number(1), Enclosed::number(0)));
  }
  static const Enclosure& exponent(DType, const void* operand, std::uint64_t i) { return Enclosed::load(operand, i); }
  static void give(const Call& call, void* output) {
    const Tensor tensor = RealTyped::written(call);
    const Reals reals = reals_of(tensor.view());
    for (std::uint64_t i = 0; i < reals.size(); ++i) Enclosed::store(output, i, reals[i]);
  }
  void convert(const Call& call, const void* input, void* output, Events* events) const;

  Precision precision;
};

// The carrier of ranges over an algebra of values.
template <class A> struct RangesOver {
  using Type = Ranges<A>;
};
template <unsigned Bits> struct RangesOver<Int<Bits>> {
  using Type = IntegerRanges<Int<Bits>, Bits, true>;
};
template <unsigned Bits> struct RangesOver<UInt<Bits>> {
  using Type = IntegerRanges<UInt<Bits>, Bits, false>;
};

// Whether the reals find the same truth: where an error of its own says that they may not, either is possible. An error
// without a bound has its cause elsewhere.
inline Truth truth_of(bool low, bool high, double error = 0) {
  const Truth::Computed computed = low != high ? Truth::Computed::either
                                   : low       ? Truth::Computed::yes
                                               : Truth::Computed::no;
  return {computed, error == 0, error < infinite_bound ? 0 : cause(Risk::overflow)};
}

// A truth value that the reals may not share has no bound, and `unsettled` is the cause unless there is another one.
template <class Values> void bound_truth(const TrackedResult<Values>& result, std::uint64_t i, const Truth& truth) {
  result.bounds[i] = truth.agrees ? 0 : infinite_bound;
  if (!truth.agrees && result.risks != nullptr)
    result.risks->note(truth.causes != 0 ? truth.causes : cause(Risk::unsettled), i);
}

// A result that follows from the call alone is exact; but a NaN or an infinity has no real value that it could be near
// to.
inline void bound_given(const Call& call, const void* elements, double* bounds, Risks* risks) {
  const auto& [type, shape] = *call.outputs[0];
  const TensorView given{type, shape, elements, *stored_bytes(type, shape.count)};
  for (std::uint64_t i = 0; i < given.shape.count; ++i) {
    bounds[i] = is_finite(given, i) ? 0 : infinite_bound;
    if (bounds[i] != 0 && risks != nullptr) risks->note(cause(Risk::overflow), i);
  }
}

// Errors beside the reference's own bits: floating-point types alone.
struct Pointed : Counting {
  template <TypeSet types, class F> static void with(DType type, F f) {
    Stored::with<types>(type, [&]<class A>(A) {
      if constexpr (requires { A::format; }) f(Tracked<Points<A>, Operands::exact>{});
    });
  }
  template <class F> static void moving(DType type, F f) { with<types::numbers>(type, f); }
  // A call with such a result has no bits that are all floating-point, nor has one that computes with exact numbers.
  template <class F> static void indices(F) {}
  template <class F> static void exactly(F) {}
  static Truth truth(const void* operand, std::uint64_t i) {
    const auto* tracked = static_cast<const TrackedOperand<const void*>*>(operand);
    const bool value = Boolean::load(tracked->values, i);
    return truth_of(value, value);
  }
  static void decide(void* output, std::uint64_t i, const Truth& truth) {
    const auto* result = static_cast<const TrackedResult<void*>*>(output);
    Boolean::store(result->values, i, truth.computed == Truth::Computed::yes);
    bound_truth(*result, i, truth);
  }
  static Exponent exponent(DType type, const void* operand, std::uint64_t i) {
    const auto* tracked = static_cast<const TrackedOperand<const void*>*>(operand);
    const exact_value y = Stored::exponent(type, tracked->values, i);
    return {y, y, tracked->errors == nullptr ? 0 : tracked->errors[i]};
  }
  static void give(const Call& call, void* output) {
    const auto* result = static_cast<const TrackedResult<void*>*>(output);
    call.op->write(call, result->values);
    bound_given(call, result->values, result->bounds, result->risks);
  }
  static void convert(const Call& call, const void* input, void* output, Events* events);
};

// Errors beside ranges. Truth values are the integers 0 and 1.
struct Ranged : Counting {
  template <TypeSet types, class F> static void with(DType type, F f) {
    Stored::with<types>(type, [&]<class A>(A) { f(Tracked<typename RangesOver<A>::Type, Operands::exact>{}); });
  }
  template <class F> static void moving(DType type, F f) {
    with<types::numbers>(type == DType::boolean ? DType::u8 : type, f);
  }
  template <class F> static void indices(F f) { f(Tracked<RangesOver<Int<64>>::Type, Operands::exact>{}); }
  template <class F> static void exactly(F f) { f(Tracked<ExactRanges, Operands::exact>{}); }
  static Truth truth(const void* operand, std::uint64_t i) {
    const RangeOperand& range = static_cast<const TrackedOperand<RangeOperand>*>(operand)->values;
    return truth_of(Boolean::load(range.low, i), Boolean::load(range.high, i));
  }
  static void decide(void* output, std::uint64_t i, const Truth& truth) {
    const auto* result = static_cast<const TrackedResult<RangeResult>*>(output);
    Boolean::store(result->values.low, i, truth.computed == Truth::Computed::yes);
    Boolean::store(result->values.high, i, truth.computed != Truth::Computed::no);
    bound_truth(*result, i, truth);
  }
  static Exponent exponent(DType type, const void* operand, std::uint64_t i) {
    const auto* tracked = static_cast<const TrackedOperand<RangeOperand>*>(operand);
    return {Stored::exponent(type, tracked->values.low, i), Stored::exponent(type, tracked->values.high, i),
            tracked->errors == nullptr ? 0 : tracked->errors[i]};
  }
  static void give(const Call& call, void* output) {
    const auto* result = static_cast<const TrackedResult<RangeResult>*>(output);
    call.op->write(call, result->values.low);
    call.op->write(call, result->values.high);
    bound_given(call, result->values.low, result->bounds, result->risks);
  }
  static void convert(const Call& call, const void* input, void* output, Events* events);
};

// Propagated errors: nothing is rounded.
struct Propagated : Counting {
  using Algebra = Tracked<RealIntervals>;
  template <TypeSet types, class F> static void with(DType, F f) { f(Algebra{}); }
  template <class F> static void moving(DType, F f) { f(Algebra{}); }
  template <class F> static void indices(F f) { f(Algebra{}); }
  template <class F> static void exactly(F f) { f(Algebra{}); }
  static Truth truth(const void* operand, std::uint64_t i) {
    const auto* tracked = static_cast<const TrackedOperand<EndsView>*>(operand);
    return truth_of(tracked->values[i].low != 0, tracked->values[i].high != 0,
                    tracked->errors == nullptr ? 0 : tracked->errors[i]);
  }
  static void decide(void* output, std::uint64_t i, const Truth& truth) {
    const auto* result = static_cast<const TrackedResult<RealResult>*>(output);
    result->values.size[i] = result->values.sizes[i] = 1;
    bound_truth(*result, i, truth);
  }
  static Exponent exponent(DType, const void* operand, std::uint64_t i) {
    const auto* tracked = static_cast<const TrackedOperand<EndsView>*>(operand);
    const auto exact = [](double x) { return binary_value(FORMAT_DOUBLE, f64_bits(x)); };
    return {exact(tracked->values[i].low), exact(tracked->values[i].high),
            tracked->errors == nullptr ? 0 : tracked->errors[i]};
  }
  static void give(const Call& call, void* output) {
    const auto* result = static_cast<const TrackedResult<RealResult>*>(output);
    const Tensor tensor = RealTyped::written(call);
    for (std::uint64_t i = 0; i < tensor.shape().count; ++i) {
      const Ends ends = ends_of(tensor.view(), i);
      result->values.size[i] = result->values.sizes[i] = magnitude_of(ends).high;
    }
    bound_given(call, tensor.data(), result->bounds, result->risks);
  }
  static void convert(const Call& call, const void* input, void* output, Events* events);
};

}  // namespace etalon::impl
