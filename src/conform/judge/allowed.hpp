// SPDX-License-Identifier: Apache-2.0
// Floor 8. The world of what conforms: the algebra of allowed_algebra.hpp with its sums.
#pragma once

#include "conform/judge/allowed_quantised.hpp"
#include "conform/judge/allowed_sums.hpp"
#include "ops/type_sets.hpp"
#include "ops/world.hpp"

namespace etalon::impl {

// The world of what conforms, for calls whose operands are known: floating-point elements are sets, and integers of at
// most 32 bits that were rounded.
struct Admissible : Counting {
  // What a reference asks for that computes with quantised elements, their sums and their scales alone.
  static constexpr TypeSet of_quantised =
      types::int4 | types::int8_16 | TypeSet{DType::i32, DType::f16, DType::bf16, DType::f32};

  explicit Admissible(Allowing& allowing) : in(allowing) {}

  template <TypeSet types, class F> void with(DType type, F f) const {
    Stored::with<types>(type, [&]<class A>(A) {
      if constexpr (requires { A::format; })
        f(Allowed<A>(in));
      else if constexpr (of_quantised.contains(types))
        f(AllowedIntegers<A>{});
    });
  }
  template <class F> void moving(DType type, F f) const { with<types::numbers>(type, f); }
  template <class F> static void indices(F) {}
  template <class F> static void exactly(F f) { f(AllowedFractions{}); }
  static Truth truth(const void* operand, std::uint64_t i) {
    return {Boolean::load(operand, i) ? Truth::Computed::yes : Truth::Computed::no, true, 0};
  }
  static void decide(void*, std::uint64_t, const Truth&) {}
  static Exponent exponent(DType type, const void* operand, std::uint64_t i) {
    const exact_value y = Stored::exponent(type, operand, i);
    return {y, y, 0};
  }
  static void give(const Call&, void*) {}
  static void convert(const Call&, const void*, void*, Events*) {}

  Allowing& in;
};

}  // namespace etalon::impl
