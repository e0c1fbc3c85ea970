// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of QuantizeLinear: the quotient of x and its scale, rounded once into the precision that the
// version names, is rounded to an integer and moved by the zero point.
#pragma once

#include "ops/family/quantised/quantise.hpp"
#include "ops/family/quantised/requantise.hpp"

namespace etalon::impl {

template <class P> inline constexpr bool rounds_quotients_once = false;
template <unsigned Bits, unsigned Fraction> inline constexpr bool rounds_quotients_once<Binary<Bits, Fraction>> = true;

template <class World>
Status quantizelinear_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs,
                                const Work& work) {
  constexpr TypeSet operands = scale_types | TypeSet{DType::i32}, precisions = scale_types | TypeSet{DType::f64};
  const ScaleGeometry g = *ScaleGeometry::of(call);
  const DType precision = quotient_type(call), type = call.outputs[0]->type;
  // Of stored operands of the type in which the quotient is rounded it is that of Div, which is three times as fast.
  [[maybe_unused]] const bool is_division = call.inputs[0]->type == precision && call.inputs[1]->type == precision;
  world.exactly([&](const auto& e) {
    world.template with<precisions>(precision, [&]<class P>(const P& p) {
      world.template with<quantised_types>(type, [&](const auto& c) {
        for (const auto i : world.elements(call.outputs[0]->shape))
          put(c, outputs[0], i, work.events, [&](unsigned* events) {
            const auto at = g.place(i);
            const auto rounded = [&] {
              if constexpr (rounds_quotients_once<P>)
                if (is_division) return p.div(p.load(inputs[0], i), p.load(inputs[1], at), events);
              return in_type(p, e,
                             e.div(exact_element<operands>(world, e, call, inputs, 0, i),
                                   exact_element<operands>(world, e, call, inputs, 1, at), events),
                             events);
            }();
            return quantised(c, type, e, in_type(e, p, rounded, events), zero_point_of(c, call, inputs, 2, at), events);
          });
      });
    });
  });
  return {};
}

}  // namespace etalon::impl
