// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of DequantizeLinear: x less its zero point, times its scale. The difference is an exact integer,
// and the product is rounded once.
#pragma once

#include "ops/family/quantised/quantise.hpp"
#include "ops/family/quantised/requantise.hpp"

namespace etalon::impl {

template <class World>
Status dequantizelinear_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs,
                                  const Work& work) {
  constexpr TypeSet integers = quantised_types | TypeSet{DType::i32};
  const ScaleGeometry g = *ScaleGeometry::of(call);
  world.exactly([&](const auto& e) {
    world.template with<integers>(call.inputs[0]->type, [&](const auto& x) {
      world.template with<types::int64>(DType::i64, [&](const auto& a) {
        world.template with<scale_types>(call.outputs[0]->type, [&](const auto& c) {
          for (const auto i : world.elements(call.outputs[0]->shape))
            put(c, outputs[0], i, work.events, [&](unsigned* events) {
              const auto at = g.place(i);
              const auto difference = a.sub(in_type(a, x, x.load(inputs[0], i), nullptr),
                                            in_type(a, x, zero_point_of(x, call, inputs, 2, at), nullptr), nullptr);
              return in_type(c, e,
                             e.mul(in_type(e, a, difference, nullptr),
                                   exact_element<scale_types>(world, e, call, inputs, 1, at), events),
                             events);
            });
        });
      });
    });
  });
  return {};
}

}  // namespace etalon::impl
