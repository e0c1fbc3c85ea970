// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>

#include "oracle/cases/calls.hpp"
#include "oracle/ops/cast/cast.hpp"
#include "oracle/ops/family/resize_drawing.hpp"

namespace oracle {
namespace {

constexpr std::array<Format, 3> types_of_roi{float32, float64, float16};

std::string draw_coordinates(Random& random, int opset) {
  std::vector<std::string> modes{"half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric",
                                 "tf_crop_and_resize"};
  if (opset >= 19) {
    modes.emplace_back("half_pixel_symmetric");
  }
  if (opset < 13) {
    modes.emplace_back("tf_half_pixel_for_nn");
  }
  return modes[random.below(modes.size())];
}

double draw_end(Random& random) {
  constexpr std::array<double, 8> frequent{0, 1, 0.25, 0.5, 0.75, 0.1, -0.2, 1.2};
  return random.coin() ? frequent[random.below(frequent.size())] : random.between(-300, 1300) * 0.001;
}

// The sizes that keep the ratio of the lengths of those axes that are named.
void keep_ratio(Resizing& resizing, const std::vector<bool>& named, bool smaller) {
  std::optional<mpq_class> scale;
  for (std::size_t k = 0; k < named.size(); ++k) {
    const ResizedAxis& axis = resizing.axes[k];
    if (named[k] && axis.before > 0 && (!scale || (smaller ? axis.scale < *scale : axis.scale > *scale))) {
      scale = axis.scale;
    }
  }
  for (std::size_t k = 0; k < named.size(); ++k) {
    if (named[k] && resizing.axes[k].before > 0) {
      resizing.axes[k].scale = *scale;
      resizing.axes[k].after = rounded_half_up(*scale * resizing.axes[k].before);
    }
  }
}

// One of the two lists, and the lengths that follow from it.
struct Lists {
  std::vector<float> scales;
  std::vector<std::int64_t> sizes;
  Tensor roi;
};

Lists draw_lists(Random& random, Resizing& resizing, const std::vector<std::int64_t>& axes, bool sized) {
  Lists lists{{}, {}, {types_of_roi[random.below(3)], {0}, {}}};
  const bool crops = resizing.coordinates == "tf_crop_and_resize";
  const bool has_roi = crops || random.below(4) == 0;
  std::vector<std::uint64_t> ends;
  for (const std::int64_t number : axes) {
    ResizedAxis& axis = resizing.axes[axis_of(number, resizing.axes.size())];
    if (has_roi) {
      const std::uint64_t start = pattern_of(lists.roi.type, draw_end(random));
      const std::uint64_t end = pattern_of(lists.roi.type, draw_end(random));
      lists.roi.patterns.push_back(start);
      ends.push_back(end);
      if (crops) {
        axis.start = exact_number(lists.roi.type, start);
        axis.end = exact_number(lists.roi.type, end);
      }
    }
    if (sized) {
      axis.after = axis.before == 0 ? 0 : random.below(12);
      axis.scale = axis.before == 0 ? mpq_class(1) : mpq_class(axis.after, axis.before);
      axis.scale.canonicalize();
      lists.sizes.push_back(static_cast<std::int64_t>(axis.after));
    } else {
      lists.scales.push_back(draw_scale(random, axis.before, 0));
      axis.scale = mpq_class(static_cast<double>(lists.scales.back()));
      const mpq_class length = axis.scale * axis.before * (axis.end - axis.start);
      axis.after = length > 0 ? whole_part(length) : 0;
    }
  }
  lists.roi.patterns.insert(lists.roi.patterns.end(), ends.begin(), ends.end());
  lists.roi.shape = {lists.roi.patterns.size()};
  return lists;
}

bool is_empty(const Resizing& resizing) {
  return std::ranges::any_of(resizing.axes, [](const ResizedAxis& axis) { return axis.after == 0; });
}

}  // namespace

// Version 10 has scales alone. Since version 13 inputs can be left out; before, an empty list says so. Axes can be
// named and the ratio kept since version 18.
Call draw_resize_call(Random& random) {
  Call call{"Resize", draw_opset(random, 10)};
  const bool linear = random.coin();
  const Type type = draw_type_for(random, linear);
  // Of many axes few lengths are usable, which takes long to find; whoever wishes draws again and again.
  const Shape shape = draw_shape(random, 0, linear || random.wish != nullptr ? 5 : highest_rank, 60);
  if (linear || random.coin()) {
    give(call, "mode", std::string(linear ? "linear" : "nearest"));
  }
  call.accumulation = linear ? draw_accumulation(random, type) : Accumulation::sequential;
  call.inputs = {draw_elements(random, type, shape, linear)};
  if (call.opset < 11) {
    std::vector<float> scales;
    Resizing resizing = draw_old(random, shape, 0, scales);
    resizing.rounding = linear ? "" : "floor";
    call.inputs.emplace_back(floats_of(scales));
    add_result(call, resizing, type);
    return call;
  }
  Resizing resizing{{}, draw_coordinates(random, call.opset), ""};
  constexpr std::array<const char*, 4> roundings{"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"};
  const std::size_t rounding = random.below(4);
  if (!linear) {
    resizing.rounding = roundings[rounding];
  }
  if (rounding != 0 || random.coin()) {
    give(call, "nearest_mode", std::string(roundings[rounding]));
  }
  if (resizing.coordinates != "half_pixel" || random.coin()) {
    give(call, "coordinate_transformation_mode", resizing.coordinates);
  }
  if (random.coin()) {
    const std::uint64_t value = pattern_of(float32, random.between(-50, 50) * 0.3);
    give(call, "extrapolation_value", Float{static_cast<std::uint32_t>(value)});
    resizing.outside = cast(float32, type, value).bits;
  }
  std::vector<std::int64_t> axes;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    axes.push_back(static_cast<std::int64_t>(k));
  }
  if (call.opset >= 18 && random.coin() && !shape.empty()) {
    axes = draw_axes(random, shape.size(), 1 + random.below(shape.size()), true);
    give(call, "axes", axes);
  }
  // Without an axis there is nothing to give: the list is empty, and so the one that is not given.
  const bool sized = random.coin();
  const std::uint64_t policy = call.opset >= 18 ? random.below(4) : 0;
  const std::vector<bool> named = axes_of(axes, shape.size());
  Resizing drawn;
  Lists lists{{}, {}, {float32, {0}, {}}};
  do {
    drawn = resizing;
    for (const std::uint64_t length : shape) {
      drawn.axes.push_back({length, length, 1});
    }
    lists = draw_lists(random, drawn, axes, sized);
    if (sized && policy > 1) {
      keep_ratio(drawn, named, policy == 2);
    }
  } while (!is_usable(drawn) || (is_empty(drawn) && random.coin()));
  if (policy > 0) {
    constexpr std::array<const char*, 4> policies{"", "stretch", "not_larger", "not_smaller"};
    give(call, "keep_aspect_ratio_policy", std::string(policies[policy]));
  }
  const bool omits = call.opset >= 13 && random.coin();
  const bool has_roi = !omits || !lists.roi.patterns.empty();
  call.inputs.push_back(has_roi ? std::optional(lists.roi) : std::nullopt);
  call.inputs.push_back(!sized || !omits ? std::optional(floats_of(lists.scales)) : std::nullopt);
  if (sized) {
    call.inputs.emplace_back(tensor_of(lists.sizes));
  }
  add_result(call, drawn, type);
  return call;
}

}  // namespace oracle
