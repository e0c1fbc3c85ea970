// SPDX-License-Identifier: Apache-2.0
// Floor 4. How the numbers that a call gives become axes, and where their places lie. See resize.hpp.
#include "ops/family/resize/resize.hpp"

#include <cmath>
#include <string>

#include "base/quote.hpp"
#include "ops/family/axes.hpp"
#include "ops/family/map.hpp"
#include "ops/family/resize/resize_axis.hpp"
#include "scalar/size.h"
#include "tensor/conversion.hpp"

namespace etalon::impl {
namespace {

using namespace resizing;

// ---- what a call gives ----------------------------------------------------------------------------------------------

// A list of numbers that is an input; an empty one counts as omitted.
struct List {
  const Call* call = nullptr;
  std::size_t operand = 0, size = 0;
  double number(std::size_t i) const {
    double number = 0;
    const Conversion exact(call->known[operand]->type(), DType::f64);
    exact.store(&number, 0, exact.load(call->known[operand]->data(), i), nullptr);
    return number;
  }
};
List list_of(const Call& call, const char* name) {
  for (std::size_t k = 0; k < call.row->inputs.size(); ++k)
    if (std::string_view(call.row->inputs[k].name) == name && call.has_input(k))
      return {&call, k, static_cast<std::size_t>(call.inputs[k]->shape.count)};
  return {};
}

// The scales: an input, an attribute, or in version 1 of Upsample two attributes.
struct Scales {
  explicit Scales(const Call& call)
      : list(list_of(call, "scales")),
        attribute(call.named<std::vector<float>>("scales")),
        height(call.named<float>("height_scale")),
        width(call.named<float>("width_scale")),
        size(attribute != nullptr ? attribute->size()
             : height != nullptr  ? 4
                                  : list.size) {}
  double operator[](std::size_t i) const {
    if (attribute != nullptr) return (*attribute)[i];
    if (height != nullptr) return i < 2 ? 1 : i == 2 ? *height : *width;
    return list.number(i);
  }
  List list;
  const std::vector<float>* attribute;
  const float *height, *width;
  std::size_t size;
};

std::string_view word_of(const Call& call, const char* name, std::string_view otherwise) {
  const std::string* given = call.named<std::string>(name);
  return given != nullptr ? std::string_view(*given) : otherwise;
}

bool is_upsample(const Call& call) { return std::string_view(call.op->name) == "Upsample"; }

std::optional<Coordinates> coordinates_of(const Call& call) {
  const std::string_view name = word_of(call, "coordinate_transformation_mode", "asymmetric");
  if (name == "half_pixel") return Coordinates::half;
  if (name == "half_pixel_symmetric" && call.version >= 19) return Coordinates::symmetric;
  if (name == "pytorch_half_pixel") return Coordinates::half_or_zero;
  if (name == "align_corners") return Coordinates::corners;
  if (name == "asymmetric") return Coordinates::asymmetric;
  if (name == "tf_half_pixel_for_nn" && call.version == 11) return Coordinates::half_for_nearest;
  if (name == "tf_crop_and_resize") return Coordinates::crop;
  return std::nullopt;
}

std::optional<ResizeGeometry::Nearest> rounding_of_name(std::string_view name) {
  using Nearest = ResizeGeometry::Nearest;
  if (name == "round_prefer_floor") return Nearest::round_prefer_floor;
  if (name == "round_prefer_ceil") return Nearest::round_prefer_ceil;
  if (name == "floor") return Nearest::floor;
  if (name == "ceil") return Nearest::ceil;
  return std::nullopt;
}

Finding too_long(const Call& call, unsigned k) {
  return error(Code::limit, "FILE-ALL-LIMITS",
               std::string(call.op->name) + ": the coordinates of axis " + std::to_string(k) +
                   " have more bits than this release computes with",
               "give shorter axes, or scales and a roi of fewer digits");
}

// ---- all axes -------------------------------------------------------------------------------------------------------

// The axes that the numbers of the lists belong to: all, or those that the attribute names.
class Named {
 public:
  static Result<Named> of(const Call& call) {
    Named named;
    const unsigned rank = call.inputs[0]->shape.rank;
    named.count = rank;
    for (unsigned k = 0; k < rank; ++k) named.place[k] = static_cast<int>(k);
    const auto* axes = call.named<std::vector<std::int64_t>>("axes");
    if (axes == nullptr) return named;
    if (const auto marked = marked_axes(call, *axes, rank, FromEnd::allowed); !marked) return marked.finding();
    named.place.fill(-1);
    named.count = axes->size();
    for (std::size_t i = 0; i < axes->size(); ++i) named.place[*axis_at((*axes)[i], rank)] = static_cast<int>(i);
    return named;
  }
  std::size_t count = 0;
  std::array<int, Limits::max_rank> place{};  // in the lists; -1: the axis is not named
};

std::optional<Finding> wrong_count(const Call& call, const char* name, std::size_t given, std::size_t wanted) {
  if (given == wanted) return std::nullopt;
  return refused(call, std::to_string(given) + " " + name + " are given for " + std::to_string(wanted) + " axes",
                 "give one for each axis, or name the axes");
}

// Refuses words that the definition does not have, and what this release does not compute.
std::optional<Finding> unknown_word(const Call& call) {
  const std::string op = call.op->name;
  const std::string& mode = *call.named<std::string>("mode");
  const bool first = call.named<float>("height_scale") != nullptr;
  const auto tagged = [&](const char* resize_rule, const char* upsample_rule, const std::string& what,
                          const char* hint) {
    return broken(is_upsample(call) ? upsample_rule : resize_rule, op + ": " + what, hint);
  };
  if (mode == "cubic" && call.row->inputs.size() > 2)
    return broken("RESIZE-ALL-CUBIC", op + ": mode is cubic", "use mode nearest or linear");
  if (mode != "nearest" && mode != (first ? "bilinear" : "linear"))
    return tagged("RESIZE-ALL-MODE", "UPSAMPLE-ALL-MODE", "mode is " + quoted(mode, 60),
                  first ? "mode is nearest or bilinear" : "mode is nearest or linear");
  if (const std::int64_t* given = call.named<std::int64_t>("antialias"); given != nullptr && *given != 0)
    return broken("RESIZE-ALL-ANTIALIAS", op + ": antialias is " + std::to_string(*given), "leave it out");
  if (const std::int64_t* given = call.named<std::int64_t>("exclude_outside"); given != nullptr && *given != 0)
    return broken("RESIZE-ALL-EXCLUDE", op + ": exclude_outside is " + std::to_string(*given), "leave it out");
  if (mode != "nearest" && info(call.inputs[0]->type).kind != Kind::floating)
    return tagged("RESIZE-ALL-LINEAR-TYPES", "UPSAMPLE-ALL-LINEAR-TYPES",
                  "mode is " + mode + ", and X is of " + info(call.inputs[0]->type).name,
                  "use mode nearest, or cast X to a floating-point type");
  if (!coordinates_of(call))
    return broken("RESIZE-ALL-COORDINATES",
                  op + ": coordinate_transformation_mode is " +
                      quoted(*call.named<std::string>("coordinate_transformation_mode"), 60),
                  "see the page of Resize for those that the version has");
  if (const std::string* given = call.named<std::string>("nearest_mode"); given && !rounding_of_name(*given))
    return broken("RESIZE-ALL-NEAREST", op + ": nearest_mode is " + quoted(*given, 60),
                  "it is round_prefer_floor, round_prefer_ceil, floor or ceil");
  if (const std::string* given = call.named<std::string>("keep_aspect_ratio_policy");
      given && *given != "stretch" && *given != "not_larger" && *given != "not_smaller")
    return broken("RESIZE-ALL-ASPECT", op + ": keep_aspect_ratio_policy is " + quoted(*given, 60),
                  "it is stretch, not_larger or not_smaller");
  return std::nullopt;
}

// The parts of the operand that are taken, by axis.
using Regions = std::array<Region, Limits::max_rank>;
Result<Regions> regions_of(const Call& call, const Named& named, Coordinates mode) {
  Regions regions{};
  if (mode != Coordinates::crop) return regions;
  const List roi = list_of(call, "roi");
  if (roi.size != 2 * named.count)
    return broken("RESIZE-ALL-ROI",
                  std::string(call.op->name) + ": " + std::to_string(roi.size) + " numbers of roi are given for " +
                      std::to_string(named.count) + " axes",
                  "tf_crop_and_resize needs all starts, then all ends");
  for (unsigned k = 0; k < call.inputs[0]->shape.rank; ++k) {
    if (named.place[k] < 0) continue;
    const auto i = static_cast<std::size_t>(named.place[k]);
    const double start = roi.number(i), end = roi.number(named.count + i);
    if (!std::isfinite(start) || !std::isfinite(end))
      return broken("RESIZE-ALL-ROI", std::string(call.op->name) + ": roi has a number that is not finite",
                    "give finite numbers");
    const auto region = region_of(start, end);
    if (!region) return too_long(call, k);
    regions[k] = *region;
  }
  return regions;
}

// The scale of all axes that are named, where the ratio of lengths is kept: the smallest or largest of sizes / lengths.
std::optional<Scale> common_scale(const Call& call, const Integers& sizes, const Named& named) {
  const std::string_view policy = word_of(call, "keep_aspect_ratio_policy", "stretch");
  if (policy == "stretch") return std::nullopt;
  std::optional<Scale> best;
  const Shape& x = call.inputs[0]->shape;
  for (unsigned k = 0; k < x.rank; ++k) {
    if (named.place[k] < 0 || x[k] == 0) continue;
    const Scale own{x[k], static_cast<std::uint64_t>(sizes[static_cast<std::size_t>(named.place[k])])};
    // size / length < best: size * best's length < best's size * length
    const bool smaller =
        best && wide_less(wide_product(own.divisor, best->factor), wide_product(best->divisor, own.factor));
    const bool larger =
        best && wide_less(wide_product(best->divisor, own.factor), wide_product(own.divisor, best->factor));
    if (!best || (policy == "not_larger" ? smaller : larger)) best = own;
  }
  return best;
}

constexpr std::uint64_t longest = std::uint64_t{1} << 53;

// The length of an axis of the result, and its scale, by scales or by sizes.
struct Lengthened {
  std::uint64_t out;
  Scale scale;
};

std::optional<Finding> nothing_to_take(const Call& call, unsigned k, std::uint64_t in, std::uint64_t out) {
  if (in != 0 || out == 0) return std::nullopt;
  return refused(call, "axis " + std::to_string(k) + " has no element, and " + std::to_string(out) + " are asked for",
                 "an empty axis stays empty");
}

Result<Lengthened> by_scale(const Call& call, unsigned k, double scale, const Region& region, bool crops) {
  const std::uint64_t in = call.inputs[0]->shape[k];
  const bool only_up = is_upsample(call);
  if (!(scale > 0) || !std::isfinite(scale) || (only_up && scale < 1))
    return refused(call, "a scale is not " + std::string(only_up ? "at least 1" : "a positive number"),
                   only_up ? "use Resize to make an axis shorter" : "give positive numbers");
  const auto out = scaled_length(in, scale, region);
  if (!out || *out >= longest) return uncountable(call.op->name);
  const auto own = scale_of(scale);
  if (!own && *out > 0 && !crops) return too_long(call, k);
  return Lengthened{*out, own.value_or(Scale{})};
}

Result<Lengthened> by_size(const Call& call, unsigned k, std::int64_t size, const std::optional<Scale>& common) {
  const std::uint64_t in = call.inputs[0]->shape[k];
  if (in >= longest || static_cast<std::uint64_t>(size) >= longest) return uncountable(call.op->name);
  if (!common || in == 0) {
    const auto out = static_cast<std::uint64_t>(size);
    if (auto finding = nothing_to_take(call, k, in, out)) return *std::move(finding);
    return Lengthened{out, {in, std::max<std::uint64_t>(out, 1), 0}};
  }
  const auto out = rounded_length(in, *common);
  if (!out || *out >= longest) return uncountable(call.op->name);
  return Lengthened{*out, {common->factor, std::max<std::uint64_t>(common->divisor, 1), 0}};
}

}  // namespace

Result<ResizeGeometry> ResizeGeometry::of(const Call& call) {
  const Shape& x = call.inputs[0]->shape;
  if (call.named<float>("height_scale") != nullptr && x.rank != 4)
    return refused(call, "X has rank " + std::to_string(x.rank), "version 1 is for batch, channels, height and width");
  if (auto finding = unknown_word(call)) return *std::move(finding);
  const Coordinates mode = *coordinates_of(call);
  const auto named = Named::of(call);
  if (!named) return named.finding();
  const auto regions = regions_of(call, *named, mode);
  if (!regions) return regions.finding();
  const Scales scales(call);
  const List given_sizes = list_of(call, "sizes");
  for (const List& list : {scales.list, given_sizes, list_of(call, "roi")})
    if (list.size > 0 && call.inputs[list.operand]->shape.rank != 1)
      return refused(call,
                     formal_name(call.row->inputs, list.operand) + " has rank " +
                         std::to_string(call.inputs[list.operand]->shape.rank),
                     "give a list");
  const bool sized = given_sizes.size > 0;
  if (sized && scales.size > 0) return refused(call, "scales and sizes are both given", "give one of them");
  if (auto finding = sized ? wrong_count(call, "sizes", given_sizes.size, named->count)
                           : wrong_count(call, "scales", scales.size, named->count))
    return *std::move(finding);
  const Integers sizes = sized ? call.known_integers(given_sizes.operand) : Integers{};
  for (const std::int64_t size : sizes)
    if (size < 0) return refused(call, "a size is " + std::to_string(size), "a size is not negative");
  const std::optional<Scale> common = sized ? common_scale(call, sizes, *named) : std::nullopt;

  ResizeGeometry g;
  g.rank = x.rank;
  g.linear = *call.named<std::string>("mode") != "nearest";
  g.crops = mode == Coordinates::crop;
  g.rounding = *rounding_of_name(word_of(call, "nearest_mode", "floor"));
  if (const float* value = call.named<float>("extrapolation_value"))
    g.extrapolated = attribute_in(call.inputs[0]->type, *value);
  for (unsigned k = 0; k < x.rank; ++k) {
    if (named->place[k] < 0) {
      g.axis[k].in = g.axis[k].out = x[k];
      continue;
    }
    const auto i = static_cast<std::size_t>(named->place[k]);
    const auto length =
        sized ? by_size(call, k, sizes[i], common) : by_scale(call, k, scales[i], (*regions)[k], g.crops);
    if (!length) return length.finding();
    const auto axis = axis_by(mode, x[k], length->out, length->scale, (*regions)[k]);
    if (!axis) return too_long(call, k);
    g.axis[k] = *axis;
  }
  return g;
}

Result<std::vector<Argument>> resized(const Call& call) {
  const auto g = ResizeGeometry::of(call);
  if (!g) return g.finding();
  std::array<std::uint64_t, Limits::max_rank> dims{};
  for (unsigned k = 0; k < g->rank; ++k) dims[k] = g->axis[k].out;
  const auto shape = Shape::of({dims.data(), g->rank});
  if (!shape) return uncountable(call.op->name);
  return std::vector{Argument{call.inputs[0]->type, *shape}};
}

std::uint64_t operations_of_resize(const Call& call) {
  std::uint64_t count = 0;
  const std::uint64_t each = std::uint64_t{1} << ResizeGeometry::of(call)->interpolated();
  return size_mul(call.outputs[0]->shape.count, each, &count) ? count : UINT64_MAX;
}

}  // namespace etalon::impl
