// SPDX-License-Identifier: Apache-2.0
// Floor 4. What ArgMax and ArgMin share: the place along one axis.
#pragma once

#include "ops/family/axes.hpp"
#include "ops/family/fold.hpp"
#include "ops/family/reduction.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

Result<std::vector<Argument>> argument_shape(const Call& call);  // ONNX
// SONNX: the axis is not negative, and what is given is given.
Result<std::vector<Argument>> argument_shape_in_profile(const Call& call);

inline constexpr Formal argument_outputs[] = {{"reduced", "tensor(int64)"}};
inline constexpr AttributeFormal argument_attributes[] = {{"axis", AttributeFormal::Kind::integer, 0},
                                                          {"keepdims", AttributeFormal::Kind::integer, 1},
                                                          {"select_last_index", AttributeFormal::Kind::integer, 0}};

// The rows of ONNX, which differ in the requirements on types and axis.
template <const char* types_rule, const char* axis_rule> struct ArgumentRows {
  static constexpr TypeSet numbers = types::floats | types::int8_16 | types::int32_64;
  static constexpr int versions[] = {1, 11, 12, 13};
  static constexpr TypeRule index{"tensor(int64)", types::int64, types_rule};
  static constexpr TypeRule v1[] = {{"T", numbers, types_rule}, index},
                            v13[] = {{"T", numbers | types::bfloat16, types_rule}, index};
  static constexpr auto without_last = std::span(argument_attributes).first(2);
  static constexpr Row rows[] = {
      {Source::onnx, {1, 11}, data_alone, argument_outputs, v1, argument_shape, axis_rule, without_last},
      {Source::onnx, 12, data_alone, argument_outputs, v1, argument_shape, axis_rule, argument_attributes},
      {Source::onnx, 13, data_alone, argument_outputs, v13, argument_shape, axis_rule, argument_attributes},
  };
};

inline Reduction reduction_along_axis(const Call& call) {
  const Shape& data = call.inputs[0]->shape;
  Reduction::Axes axes{};
  axes[axis_of(call, 0, data.rank)] = true;
  return {data, axes};
}

template <class World>
Status place_along_axis(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work,
                        Wanted wanted) {
  constexpr TypeSet types = types::numbers;
  const Reduction r = reduction_along_axis(call);
  const std::int64_t* last = call.named<std::int64_t>("select_last_index");
  const Tie tie = last != nullptr && *last != 0 ? Tie::last : Tie::first;
  return fold_leader<types>(world, call, inputs, outputs, work, 0, wanted, tie,
                            [&](const auto& i, auto&& take) { r.for_each_term(world, i, take); });
}

}  // namespace etalon::impl
