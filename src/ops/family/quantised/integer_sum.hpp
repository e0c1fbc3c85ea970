// SPDX-License-Identifier: Apache-2.0
// Floor 4. Sums of products of 8-bit integers, each less its zero point, in int32: what integer products and
// convolutions are made of ("QUANTISE-INT-ACCUMULATOR"). The operands have types of their own.
#pragma once

#include "ops/family/dot.hpp"
#include "ops/family/in_type.hpp"
#include "ops/family/quantised/quantise.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// Which operands are the factors and their zero points; these may be omitted.
struct IntegerFactors {
  unsigned x, w, x_zero, w_zero;
};

// A sum under way. A is the algebra of int32, X and W those of the factors.
template <class World, class A, class X, class W, class Policy> struct IntegerTerms {
  using Value = typename A::Value;

  void product(const auto& i, const auto& j) { take(in_type(a, x, x.load(factor_x, i), nullptr), factor(j)); }
  // A padded element is the zero point: its product is 0.
  template <class Inside> void padded_product(const Inside& inside, const auto& i, const auto& j) {
    if constexpr (!std::is_same_v<Inside, bool>)
      world.when(inside, [&] { product(i, j); });
    else if (inside)
      product(i, j);
    else if constexpr (sees_factors)
      take(x_zero, factor(j));
  }
  void element(const void* operand, const auto& i) { sum.plus(a.load(operand, i), events); }

  const World& world;
  const A& a;
  const X& x;
  const W& w;
  Policy& sum;
  const void *factor_x, *factor_w;
  const Value &x_zero, &w_zero;
  unsigned* events;

 private:
  // A policy may look at the factors as they are stored, too.
  static constexpr bool sees_factors = requires(Policy& policy, const Value& v) { policy.see(v, v); };

  Value factor(const auto& j) const { return in_type(a, w, w.load(factor_w, j), nullptr); }
  void take(const Value& p, const Value& q) {
    if constexpr (sees_factors) sum.see(p, q);
    sum.step(a.sub(p, x_zero, nullptr), a.sub(q, w_zero, nullptr), events);
  }
};

// Where the zero points of the factors of one element lie.
template <class Place> struct ZeroPlaces {
  Place x, w;
};

// Element i of the result is finish(c, events, sum, i), where c is the algebra that `result` chooses for it, and sum is
// that of what terms(i, t) gives to t. result(a, each) gets the algebra of int32, and calls each(c, finish) once.
template <class World, class Zeros, class EachTerm, class Result>
Status fold_integers(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work,
                     const IntegerFactors& at, Zeros zeros, EachTerm terms, Result result) {
  constexpr TypeSet factors = types::int8, sums{DType::i32};
  world.template with<sums>(DType::i32, [&]<class A>(const A& a) {
    world.template with<factors>(call.inputs[at.x]->type, [&]<class X>(const X& x) {
      world.template with<factors>(call.inputs[at.w]->type, [&]<class W>(const W& w) {
        with_policy(a, Accumulation::exact, [&]<class Policy>() {
          result(a, [&](const auto& c, auto finish) {
            for (const auto i : world.elements(call.outputs[0]->shape))
              put(c, outputs[0], i, work.events, [&](unsigned* events) {
                const auto place = zeros(i);
                const auto zero = [&](const auto& own, unsigned k, const auto& element) {
                  return call.has_input(k) ? in_type(a, own, own.load(inputs[k], element), nullptr) : a.zero();
                };
                const typename A::Value x_zero = zero(x, at.x_zero, place.x), w_zero = zero(w, at.w_zero, place.w);
                Policy sum = begun<Policy>(a);
                terms(i, IntegerTerms<World, A, X, W, Policy>{world, a, x, w, sum, inputs[at.x], inputs[at.w], x_zero,
                                                              w_zero, events});
                return finish(events, sum.finish(events), i);
              });
          });
        });
      });
    });
  });
  return {};
}

template <class World, class Result>
Status fold_product_of_integers(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work,
                                const QuantisedProduct& g, const ProductOperands& at, Result result) {
  const MatmulGeometry& m = g.product;
  return fold_integers(
      world, call, inputs, outputs, work, {at.a, at.b, at.a_zero_point, at.b_zero_point},
      [&g](const auto& i) { return ZeroPlaces{g.a.place(i), g.b.place(i)}; },
      [&](const auto& element, auto&& terms) {
        const auto matrix = element / (m.rows * m.columns), i = element / m.columns % m.rows, j = element % m.columns;
        const auto a = m.matrix(0, matrix) + i * m.inner, b = m.matrix(1, matrix) + j;
        for (const auto k : world.below(m.inner)) terms.product(a + k, b + k * m.columns);
      },
      result);
}

template <class World, class Result>
Status fold_conv_of_integers(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work,
                             const QuantisedConv& g, const QuantisedConvOperands& at, Result result) {
  const ConvGeometry& conv = g.conv;
  return fold_integers(
      world, call, inputs, outputs, work, {at.conv.x, at.conv.w, at.x_zero_point, at.w_zero_point},
      [&](const auto& i) {
        using Place = std::remove_cvref_t<decltype(i)>;
        return ZeroPlaces{Place(0), g.place(conv.sum(i).feature)};
      },
      [&](const auto& i, auto&& terms) {
        const auto sum = conv.sum(i);
        const auto corner = conv.window.corner(sum.position);
        for (const auto channel : world.below(conv.channels_of_group, "channel")) {
          const auto x = sum.x + channel * conv.window.inputs(), w = sum.w + channel * conv.window.places();
          conv.window.for_each_place(world, corner, [&](const auto& place, const auto& inside, const auto& offset) {
            terms.padded_product(inside, x + offset, w + place);
          });
        }
        if (at.conv.b != ConvOperands::none && call.has_input(at.conv.b)) terms.element(inputs[at.conv.b], sum.feature);
      },
      result);
}

}  // namespace etalon::impl
