// SPDX-License-Identifier: Apache-2.0
// Floor 4. The shape rules of Softmax and LogSoftmax; see slices.hpp.
#include "ops/family/slices.hpp"

namespace etalon::impl {

Result<std::vector<Argument>> slice_shape(const Call& call) {
  const Shape& x = call.inputs[0]->shape;
  const std::int64_t number = *call.named<std::int64_t>("axis");
  if (!axis_at(number, x.rank) || (number < 0 && call.version < 11))
    return with_axes_meant(
        call, x.rank,
        refused(call, "axis is " + std::to_string(number) + ", and the rank is " + std::to_string(x.rank), axis_hint));
  return std::vector{*call.inputs[0]};
}

Result<std::vector<Argument>> slice_shape_in_profile(const Call& call) {
  const std::int64_t number = *call.named<std::int64_t>("axis");
  if (number < 0)
    return with_axes_meant(
        call, call.inputs[0]->shape.rank,
        refused(call, "axis is " + std::to_string(number),
                "this profile counts axes from 0: give the axis that is meant, or use --profile onnx"));
  return slice_shape(call);
}

std::uint64_t three_of_each(const Call& call) {
  std::uint64_t count = 0;
  return size_mul(3, call.inputs[0]->shape.count, &count) ? count : UINT64_MAX;
}

}  // namespace etalon::impl
