// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Clip: a number below the lower bound becomes that bound, then one above the upper bound
// becomes that one; so the upper bound wins where they are crossed. A bound that is a NaN bounds nothing. Over any
// world.
#pragma once

#include <cmath>
#include <optional>

#include "ops/clip/formals.hpp"
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {

// Whether the operand is known to be the infinity that no number lies beyond.
inline bool is_without_effect(const Call& call, const ClipBound& bound) {
  const Tensor* known = call.known.empty() ? nullptr : call.known[bound.input].get();
  if (known == nullptr || info(known->type()).kind != Kind::floating) return false;
  const binary_format format = binary_format_of(info(known->type()).bits, info(known->type()).fraction);
  const std::uint64_t pattern = pattern_at(known->view(), 0);
  return binary_is_infinite(format, pattern) != 0 && (binary_sign(format, pattern) != 0) == (bound.without_effect < 0);
}

// A bound from an attribute, or from an operand; nothing where there is none. An infinity that no number lies beyond is
// left out as well: only stored numbers have it.
template <class A>
std::optional<typename A::Value> clip_bound(const A& a, const Call& call, Inputs inputs, const ClipBound& bound) {
  if (call.row->attributes.empty()) {
    if (!call.has_input(bound.input)) return std::nullopt;
    if constexpr (!requires { A::format; })
      if (is_without_effect(call, bound)) return std::nullopt;
    return a.load(inputs[bound.input], 0);
  }
  const float* given = call.attribute<float>(bound.attribute);
  if (given == nullptr) return std::nullopt;
  const double value = attribute_in(call.outputs[0]->type, *given);
  if (std::isnan(value) || value == bound.without_effect) return std::nullopt;
  return a.number(value);
}

template <class World>
Status clip_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  // The working group's page compares the bounds first, so that crossed ones decide for a NaN as well.
  const bool bounds_first = call.row->source != Source::onnx;
  world.template with<types::numbers>(call.outputs[0]->type, [&]<class A>(const A& a) {
    const auto low = clip_bound(a, call, inputs, lower_bound), high = clip_bound(a, call, inputs, upper_bound);
    for (const auto i : world.elements(call.outputs[0]->shape))
      put(a, outputs[0], i, work.events, [&](unsigned* events) -> typename A::Value {
        const typename A::Value x = a.load(inputs[0], i);
        const auto limited = [&] {
          typename A::Value y = x;
          if (low) y = a.larger(y, *low, events);
          if (high) y = a.smaller(y, *high, events);
          return a.quiet(y, events);
        };
        if constexpr (requires { a.is_nan(x); })
          if (bounds_first && low && high) {
            const auto is_nan = a.is_nan(x);
            if constexpr (!std::is_same_v<decltype(is_nan), const bool>)
              return a.choose(conjunction(a.less(*high, *low, events), is_nan), *high, limited());
            else if (is_nan)
              return a.choose(a.less(*high, *low, events), *high, a.quiet(x, events));
          }
        return limited();
      });
  });
  return {};
}

}  // namespace etalon::impl
