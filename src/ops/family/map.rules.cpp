// SPDX-License-Identifier: Apache-2.0
// Floor 4. The shape rules of the element-wise operators; what they mean is in map.md.
#include <string>

#include "ops/family/map.hpp"

namespace etalon::impl {
namespace {

const char* reason_of(AxisMatch match) {
  switch (match) {
    case AxisMatch::axis_negative:
      return "the axis is negative";
    case AxisMatch::axis_beyond:
      return "the axis is so large that B reaches beyond A's last dimension";
    case AxisMatch::rank_above:
      return "B has a higher rank than A";
    case AxisMatch::no_run:
      return "B's dimensions are not those of A from the axis on";
    case AxisMatch::fits:
      break;
  }
  return "";
}

Result<std::vector<Argument>> as_truth(Result<std::vector<Argument>> results) {
  if (results) results->front().type = DType::boolean;
  return results;
}

}  // namespace

Result<std::vector<Argument>> like_first(const Call& call) { return std::vector{*call.inputs[0]}; }

Result<std::vector<Argument>> same_shape(const Call& call) {
  for (const std::optional<Argument>& input : call.inputs)
    if (input->shape != call.inputs[0]->shape)
      return call.row->source == Source::onnx
                 ? broken(call.row->shape_rule, shapes_of(call) + "; this version wants one shape for all operands",
                          "give all operands the same shape, or use a newer operator set, which broadcasts")
                 : broken(call.row->shape_rule, shapes_of(call) + "; this profile wants one shape for all operands",
                          "give all operands the same shape, or use --profile onnx, which broadcasts");
  return like_first(call);
}

Result<std::vector<Argument>> numpy_shape(const Call& call) {
  Shape shape = call.inputs[0]->shape;
  for (const std::optional<Argument>& input : call.inputs) {
    if (const auto both = numpy_broadcast(shape, input->shape))
      shape = *both;
    else if (numpy_matches(shape, input->shape))
      return uncountable(shapes_of(call));
    else
      return broken(call.row->shape_rule, shapes_of(call) + ", which do not broadcast to one shape",
                    "aligned at the last axis, each pair of dimensions must be equal or hold a 1");
  }
  return std::vector{Argument{call.inputs[0]->type, shape}};
}

Result<std::vector<Argument>> results_by_axis(const Call& call) {
  const std::int64_t broadcast = *call.attribute<std::int64_t>(broadcast_attribute);
  const std::int64_t* axis = call.attribute<std::int64_t>(axis_attribute);
  const Shape& a = call.inputs[0]->shape;
  const Shape& b = call.inputs[1]->shape;
  const std::string op = call.op->name;

  if (broadcast != 0 && broadcast != 1)
    return broken("ELT-ALL-AXIS-BROADCAST", op + ": attribute broadcast is " + std::to_string(broadcast),
                  "broadcast is 0 or 1");
  if (broadcast == 0) {
    if (axis != nullptr)
      return broken("ELT-ALL-AXIS-BROADCAST", op + ": attribute axis is given without broadcast=1",
                    "give broadcast=1, or leave axis out");
    if (a == b) return like_first(call);
    return broken("ELT-ALL-AXIS-BROADCAST", shapes_of(call) + "; without broadcast=1 they must be equal",
                  "give broadcast=1 (and axis), or make the shapes equal");
  }
  if (!call.defaults_allowed && (axis != nullptr) != (b.count != 1))
    return broken("ELT-ALL-AXIS-DEFAULTS",
                  axis != nullptr ? op + ": attribute axis is given, but B has one element and needs none"
                                  : op + ": attribute axis is not given, and this profile allows no default",
                  "give axis exactly when broadcast=1 and B has more than one element");

  const AxisPlace place = place_by_axis(a, b, axis != nullptr ? std::optional(*axis) : std::nullopt);
  if (place.match == AxisMatch::fits) return like_first(call);
  return broken(
      call.row->shape_rule,
      shapes_of(call) + (axis != nullptr ? " at axis " + std::to_string(*axis) : std::string(" without an axis")) +
          ": " + reason_of(place.match),
      "B must have one element and no more dimensions than A, or be a contiguous run of A's shape starting at "
      "axis (A's last dimensions without it); a dimension of 1 does not stretch");
}

Result<std::vector<Argument>> onto_first(const Call& call) {
  const Shape& first = call.inputs[0]->shape;
  for (const std::optional<Argument>& input : call.inputs)
    if (const auto both = numpy_broadcast(first, input->shape); !both || *both != first)
      return broken(call.row->shape_rule, shapes_of(call) + ", and the first operand is not stretched",
                    "aligned at the last axis, each dimension of the second shape must be 1 or that of the first");
  return like_first(call);
}

unsigned place_by_attribute(const Call& call, unsigned x) {
  const Shape &first = call.inputs[0]->shape, &own = call.inputs[x]->shape;
  const std::int64_t* axis = call.attribute<std::int64_t>(axis_attribute);
  return x == 1 && axis != nullptr ? place_by_axis(first, own, *axis).axis : first.rank - own.rank;
}

Result<std::vector<Argument>> results_by_channel(const Call& call) {
  const Shape &first = call.inputs[0]->shape, &second = call.inputs[1]->shape;
  const bool one = second.count == 1 && second.rank <= std::max(first.rank, 1u);
  if (one || (second.rank == 1 && first.rank > 1 && second[0] == first[1])) return like_first(call);
  return broken(call.row->shape_rule, shapes_of(call) + "; this version wants one element, or one for each channel",
                "the channels are the second axis of the first operand");
}

unsigned place_of_channels(const Call& call, unsigned x) {
  const Shape &first = call.inputs[0]->shape, &own = call.inputs[x]->shape;
  return x > 0 && own.count > 1 ? 1 : first.rank - own.rank;
}

Result<std::vector<Argument>> same_truth(const Call& call) { return as_truth(same_shape(call)); }
Result<std::vector<Argument>> numpy_truth(const Call& call) { return as_truth(numpy_shape(call)); }
Result<std::vector<Argument>> truth_by_axis(const Call& call) { return as_truth(results_by_axis(call)); }

}  // namespace etalon::impl
