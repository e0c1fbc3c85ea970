// SPDX-License-Identifier: Apache-2.0
// Floor 4. The shape rules of the element-wise operators; what they mean is in elementwise.md.
#include <string>

#include "ops/elementwise.hpp"

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

}  // namespace

Result<Shape> same_shape(const Site& site) {
  if (site.inputs[0].shape == site.inputs[1].shape) return site.inputs[0].shape;
  return broken(site.row.shape_rule, shapes_of(site) + "; this profile wants one shape for A, B and the result",
                "give both operands the same shape, or use --profile onnx, which broadcasts");
}

Result<Shape> numpy_shape(const Site& site) {
  if (const auto shape = numpy_broadcast(site.inputs[0].shape, site.inputs[1].shape)) return *shape;
  if (numpy_matches(site.inputs[0].shape, site.inputs[1].shape)) return uncountable(shapes_of(site));
  return broken(site.row.shape_rule, shapes_of(site) + ", which do not broadcast to one shape",
                "aligned at the last axis, each pair of dimensions must be equal or hold a 1");
}

Result<Shape> axis_shape(const Site& site) {
  const std::optional<std::int64_t> broadcast = integer_attribute(site.attributes, "broadcast");
  const std::optional<std::int64_t> axis = integer_attribute(site.attributes, "axis");
  const Shape& a = site.inputs[0].shape;
  const Shape& b = site.inputs[1].shape;
  const std::string op = site.op.name;

  if (!broadcast && !site.defaults_allowed)
    return broken("ELT-ALL-AXIS-DEFAULTS",
                  op + ": attribute broadcast is not given, and this profile allows no default",
                  "give broadcast=0 or broadcast=1");
  if (broadcast && *broadcast != 0 && *broadcast != 1)
    return broken("ELT-ALL-AXIS-BROADCAST", op + ": attribute broadcast is " + std::to_string(*broadcast),
                  "broadcast is 0 or 1");
  if (broadcast.value_or(0) == 0) {
    if (axis)
      return broken("ELT-ALL-AXIS-BROADCAST", op + ": attribute axis is given without broadcast=1",
                    "give broadcast=1, or leave axis out");
    if (a == b) return a;
    return broken("ELT-ALL-AXIS-BROADCAST", shapes_of(site) + "; without broadcast=1 they must be equal",
                  "give broadcast=1 (and axis), or make the shapes equal");
  }
  if (!site.defaults_allowed && axis.has_value() != (b.count != 1))
    return broken("ELT-ALL-AXIS-DEFAULTS",
                  axis ? op + ": attribute axis is given, but B has one element and needs none"
                       : op + ": attribute axis is not given, and this profile allows no default",
                  "give axis exactly when broadcast=1 and B has more than one element");

  const AxisPlace place = place_by_axis(a, b, axis);
  if (place.match == AxisMatch::fits) return a;
  return broken(
      site.row.shape_rule,
      shapes_of(site) + (axis ? " at axis " + std::to_string(*axis) : std::string(" without an axis")) + ": " +
          reason_of(place.match),
      "B must have one element and no more dimensions than A, or be a contiguous run of A's shape starting at "
      "axis (A's last dimensions without it); a dimension of 1 does not stretch");
}

}  // namespace etalon::impl
