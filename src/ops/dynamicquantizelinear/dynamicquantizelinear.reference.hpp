// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of DynamicQuantizeLinear: scale and zero point follow from the least and the largest element,
// or from 0 where it is beyond these; then x is quantised by them. The steps are those of ONNX's function body, each
// rounded; where all elements are 0 the scale is 1.
#pragma once

#include "ops/family/fold.hpp"
#include "ops/family/quantised/requantise.hpp"

namespace etalon::impl {

template <class World>
Status dynamicquantizelinear_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs,
                                       const Work& work) {
  constexpr TypeSet floats{DType::f32}, bytes{DType::u8};
  enum : std::size_t { quantised_output, scale_output, zero_point_output };
  const auto wanted = [&](std::size_t k) { return k < outputs.size() && call.outputs[k].has_value(); };
  world.exactly([&](const auto& e) {
    world.template with<floats>(DType::f32, [&]<class A>(const A& a) {
      world.template with<bytes>(DType::u8, [&]<class C>(const C& c) {
        Extreme<A> largest{a, Wanted::largest}, least{a, Wanted::smallest};
        unsigned in_range = 0;  // events of the extremes
        largest.take(a.zero(), nullptr);
        least.take(a.zero(), nullptr);
        for (const auto i : world.elements(call.inputs[0]->shape)) {
          largest.take(a.load(inputs[0], i), &in_range);
          least.take(a.load(inputs[0], i), &in_range);
        }
        const auto low = least.finish();
        const auto scale = [&](unsigned* events) {
          if (events != nullptr) *events |= in_range;
          const auto range = a.sub(largest.finish(), low, events);
          const auto is_zero = a.equal(range, a.zero(), events);
          if constexpr (std::is_same_v<decltype(is_zero), const bool>) note(events, EVENT_INVALID, is_zero);
          return chosen(a, is_zero, a.number(1), a.div(range, a.number(255), events));
        };
        const auto step = scale(nullptr);
        const auto zero_point = [&](unsigned* events) {
          const auto place = a.neg(a.div(low, step, events), events);
          const auto held = a.max(a.zero(), a.min(a.number(255), place, events), events);
          return quantised(c, DType::u8, e, in_type(e, a, held, events), c.zero(), events);
        };
        const typename C::Value zero = zero_point(nullptr);
        const std::uint64_t only = 0;
        if (wanted(scale_output)) put(a, outputs[scale_output], only, work.events, scale);
        if (wanted(zero_point_output)) put(c, outputs[zero_point_output], only, work.events, zero_point);
        if (!wanted(quantised_output)) return;
        for (const auto i : world.elements(call.inputs[0]->shape))
          put(c, outputs[quantised_output], i, work.events, [&](unsigned* events) {
            const auto quotient = a.div(a.load(inputs[0], i), step, events);
            return quantised(c, DType::u8, e, in_type(e, a, quotient, events), zero, events);
          });
      });
    });
  });
  return {};
}

}  // namespace etalon::impl
