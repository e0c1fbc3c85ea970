// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of DequantizeLinear: steps that are rounded one by one ("CON-ALL-CAUSE").
#include "conform/cause/alternative_world.hpp"
#include "conform/cause/alternatives.hpp"
#include "ops/family/quantised/quantise.hpp"
#include "ops/family/quantised/requantise.hpp"

namespace etalon::impl {
namespace {

// f(a, x, zero_point, scale) in the format of a, where x and the zero point are integers of 64 bits in the algebra b.
template <class F>
Status in_steps(const AlternativeWorld& world, DType format, const Call& call, Inputs inputs, Outputs outputs, F f) {
  constexpr TypeSet integers = quantised_types | TypeSet{DType::i32};
  const ScaleGeometry g = *ScaleGeometry::of(call);
  world.with<types::int64>(DType::i64, [&](const auto& b) {
    world.with<integers>(call.inputs[0]->type, [&](const auto& own) {
      world.with<scale_types>(format, [&](const auto& a) {
        for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) {
          const std::uint64_t at = g.place(i);
          const auto x = in_type(b, own, own.load(inputs[0], i), nullptr);
          const auto zero_point = in_type(b, own, zero_point_of(own, call, inputs, 2, at), nullptr);
          const auto scale = loaded_as<scale_types>(world, a, call.inputs[1]->type, inputs[1], at, nullptr);
          a.store(outputs[0], i, f(a, b, x, zero_point, scale));
        }
      });
    });
  });
  return {};
}

constexpr auto rounded_difference = [](const auto& a, const auto& b, auto x, auto zero_point, const auto& scale) {
  return a.mul(in_type(a, b, b.sub(x, zero_point, nullptr), nullptr), scale, nullptr);
};
constexpr auto difference_of_products = [](const auto& a, const auto& b, auto x, auto zero_point, const auto& scale) {
  return a.sub(a.mul(in_type(a, b, x, nullptr), scale, nullptr),
               a.mul(in_type(a, b, zero_point, nullptr), scale, nullptr), nullptr);
};

constexpr ChangeRule difference_first{
    ChangeKind::rewriting, [](Call&, Alternative& a, const ChangeRule::Parameters&) {
      a.instead = [](const AlternativeWorld& world, const Call& call, Inputs inputs, Outputs outputs) {
        return in_steps(world, call.outputs[0]->type, call, inputs, outputs, rounded_difference);
      };
    }};
constexpr ChangeRule through_float{ChangeKind::rewriting, [](Call&, Alternative& a, const ChangeRule::Parameters&) {
                                     a.instead = [](const AlternativeWorld& world, const Call& call, Inputs inputs,
                                                    Outputs outputs) {
                                       return in_steps(world, DType::f32, call, inputs, outputs, rounded_difference);
                                     };
                                   }};
constexpr ChangeRule multiplied_out{
    ChangeKind::rewriting, [](Call&, Alternative& a, const ChangeRule::Parameters&) {
      a.instead = [](const AlternativeWorld& world, const Call& call, Inputs inputs, Outputs outputs) {
        return in_steps(world, call.outputs[0]->type, call, inputs, outputs, difference_of_products);
      };
    }};
constexpr ChangeRule contraction{ChangeKind::products,
                                 [](Call&, Alternative& a, const ChangeRule::Parameters&) { a.contracts = true; }};

void add_changes(const Call& call, std::vector<Change>& changes) {
  changes.push_back({&difference_first, {}, "the difference is rounded before it is multiplied"});
  if (call.outputs[0]->type != DType::f32)
    changes.push_back({&through_float, {}, "the operator is computed in float and rounded once at its end"});
  changes.push_back({&multiplied_out, {}, "the operator is multiplied out, as x*scale - zero_point*scale"});
  changes.push_back({&contraction, {}, "a product is not rounded before it is added (contraction)"});
}

}  // namespace

extern const OperatorAlternatives dequantizelinear_alternatives;
constexpr OperatorAlternatives dequantizelinear_alternatives{.add_changes = add_changes};

}  // namespace etalon::impl
