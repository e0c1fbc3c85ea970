// SPDX-License-Identifier: Apache-2.0
// Floor 4. The step that all quantised results end with: an exact number is rounded to an integer, the zero point is
// added, and the sum is held in the range of the type ("QUANTISE-ALL-STEP"). A world has an algebra of exact numbers
// for what comes before: world.exactly(f).
#pragma once

#include "ops/family/in_type.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// The types of scales, and of quantised elements.
inline constexpr TypeSet scale_types{DType::f16, DType::bf16, DType::f32};
inline constexpr TypeSet quantised_types = types::int4 | types::int8_16;

// The ends of an integer type of at most 32 bits.
struct IntegerEnds {
  double low, high;

  static IntegerEnds of(DType type) {
    const unsigned bits = info(type).bits;
    if (info(type).kind == Kind::signed_)
      return {static_cast<double>(int_lowest(bits)), static_cast<double>(int_highest(bits))};
    return {0, static_cast<double>(uint_highest(bits))};
  }
};

// C is the algebra of the result, E that of the exact number.
template <class C, class E>
auto quantised(const C& c, DType type, const E& e, const typename E::Value& v, const typename C::Value& zero_point,
               unsigned* events) {
  if constexpr (requires { c.quantised(v, zero_point, events); }) {
    return c.quantised(v, zero_point, events);
  } else {
    const IntegerEnds ends = IntegerEnds::of(type);
    if constexpr (requires { c.template quantised_from<E>(v, zero_point, ends.low, ends.high); }) {
      return c.template quantised_from<E>(v, zero_point, ends.low, ends.high);
    } else {
      const auto sum = c.add(in_type(c, e, e.round(v, events), events), zero_point, events);
      return c.max(c.number(ends.low), c.min(c.number(ends.high), sum, events), events);
    }
  }
}

// Element i of an operand, as an exact number.
template <TypeSet types, class World, class E>
auto exact_element(const World& world, const E& e, const Call& call, Inputs inputs, unsigned x, const auto& i) {
  return loaded_as<types>(world, e, call.inputs[x]->type, inputs[x], i, nullptr);
}

// Element i of a zero point, which may be omitted.
template <class C> auto zero_point_of(const C& c, const Call& call, Inputs inputs, unsigned x, const auto& i) {
  return call.has_input(x) ? c.load(inputs[x], i) : c.zero();
}

// Which operands rescale an accumulator: it is multiplied by a * b / y.
struct Rescales {
  unsigned a, b, y, zero_point;
};

// What fold_integers (integer_sum.hpp) is to make of its sums: places(i) has those of the scales of element i.
template <class World, class Places>
auto requantised(const World& world, const Call& call, Inputs inputs, const Rescales& by, Places places) {
  return [&world, &call, inputs, by, places](const auto& a, auto each) {
    const DType type = call.outputs[0]->type;
    world.exactly([&](const auto& e) {
      world.template with<types::int8>(type, [&](const auto& c) {
        each(c, [&](unsigned* events, const auto& sum, const auto& i) {
          const auto at = places(i);
          const auto scale = [&](unsigned x, const auto& place) {
            return exact_element<scale_types>(world, e, call, inputs, x, place);
          };
          const auto product = e.mul(in_type(e, a, sum, nullptr), scale(by.a, at[0]), events);
          const auto v = e.div(e.mul(product, scale(by.b, at[1]), events), scale(by.y, at[2]), events);
          return quantised(c, type, e, v, zero_point_of(c, call, inputs, by.zero_point, at[2]), events);
        });
      });
    });
  };
}

}  // namespace etalon::impl
