// SPDX-License-Identifier: Apache-2.0
// Floor 4. The shape rules of ArgMax and ArgMin; see argument.hpp.
#include "ops/family/argument.hpp"

namespace etalon::impl {

Result<std::vector<Argument>> argument_shape(const Call& call) {
  const Shape& data = call.inputs[0]->shape;
  const std::int64_t number = *call.named<std::int64_t>("axis");
  const auto axis = axis_at(number, data.rank);
  if (!axis || (number < 0 && call.version < 11))
    return with_axes_meant(call, data.rank,
                           broken(call.row->shape_rule, axis_message(call, number, data.rank), axis_hint));
  for (const char* name : {"keepdims", "select_last_index"})
    if (const std::int64_t* value = call.named<std::int64_t>(name); value != nullptr && *value != 0 && *value != 1)
      return refused(call, std::string("attribute ") + name + " is " + std::to_string(*value), "it is 0 or 1");
  if (data[*axis] == 0)
    return refused(call, "data has shape " + to_string(data) + ", and the axis has no element",
                   "the axis must have at least one element");
  std::vector<std::uint64_t> dims;
  for (unsigned k = 0; k < data.rank; ++k)
    if (k != *axis)
      dims.push_back(data[k]);
    else if (*call.named<std::int64_t>("keepdims") != 0)
      dims.push_back(1);
  return std::vector{Argument{DType::i64, *Shape::of(dims)}};
}

Result<std::vector<Argument>> argument_shape_in_profile(const Call& call) {
  if (*call.named<std::int64_t>("axis") < 0)
    return with_axes_meant(
        call, call.inputs[0]->shape.rank,
        refused(call, "axis is " + std::to_string(*call.named<std::int64_t>("axis")),
                "this profile counts axes from 0: give the axis that is meant, or use --profile onnx"));
  return argument_shape(call);
}

}  // namespace etalon::impl
