// SPDX-License-Identifier: Apache-2.0
// Floor 4. What ReduceMax and ReduceMin share: each element of the result is the largest or the smallest of some
// elements of the operand; of none it is the end of the type on the other side. Where nothing is to be reduced it is
// that element itself.
#pragma once

#include "ops/family/fold.hpp"
#include "ops/family/reduction.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// Their rows differ in the requirement on types.
template <const char* types_rule> struct ExtremeRows {
  static constexpr TypeSet numbers = types::floats | types::int32_64, bytes = types::int8;
  static constexpr int versions[] = {1, 11, 12, 13, 18, 20};
  static constexpr TypeRule axes{"tensor(int64)", types::int64, types_rule};
  static constexpr TypeRule v1[] = {{"T", numbers, types_rule}}, v12[] = {{"T", numbers | bytes, types_rule}},
                            v13[] = {{"T", numbers | bytes | types::bfloat16, types_rule}}, v18[] = {v13[0], axes},
                            v20[] = {{"T", numbers | bytes | types::bfloat16 | types::boolean, types_rule}, axes};
  static constexpr const char* shape_rule = "REDUCE-ALL-KEEPDIMS";
  static constexpr Row rows[] = {
      {Source::onnx, {1, 11}, data_alone, reduced_output, v1, reduced_shape, shape_rule, axes_attributes},
      {Source::onnx, 12, data_alone, reduced_output, v12, reduced_shape, shape_rule, axes_attributes},
      {Source::onnx, 13, data_alone, reduced_output, v13, reduced_shape, shape_rule, axes_attributes},
      {Source::onnx, 18, data_and_axes, reduced_output, v18, reduced_shape, shape_rule, noop_attributes},
      {Source::onnx, 20, data_and_axes, reduced_output, v20, reduced_shape, shape_rule, noop_attributes},
  };
};

template <class World>
Status reduce_to_extreme(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work,
                         Wanted wanted) {
  constexpr TypeSet types = types::floats | types::bfloat16 | types::int32_64 | types::int8;
  const Reduction r(call);
  if (r.identity) return pass_on(world, call, inputs, outputs);
  const auto each = [&](const auto& i, auto&& take) {
    r.for_each_term(world, i, [&](const auto& element, const auto&) { take(element); });
  };
  if (call.outputs[0]->type == DType::boolean) return fold_truth(world, call, inputs, outputs, wanted, each);
  return fold_extreme<types>(world, call, inputs, outputs, work, wanted, each);
}

}  // namespace etalon::impl
