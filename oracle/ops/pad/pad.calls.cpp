// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/pad/pad.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "oracle/cases/calls.hpp"
#include "oracle/ops/cast/cast.hpp"

namespace oracle {
namespace {

constexpr std::array<const char*, 4> modes{"constant", "reflect", "edge", "wrap"};

// Version 1 only adds. Something is left of most axes, and the result has at most as many elements as shapes that are
// drawn.
std::vector<std::int64_t> draw_pads(Random& random, const Shape& data, std::span<const std::int64_t> axes, int opset) {
  std::vector<std::int64_t> pads(2 * axes.size(), 0);
  int room = 600;
  for (const std::uint64_t size : data) {
    room /= std::max(static_cast<int>(size), 1);
  }
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto size = static_cast<int>(data[axis_of(axes[i], data.size())]);
    const int to_take = opset < 2 ? 0 : random.below(16) == 0 ? size : std::max(size - 1, 0);
    const int most = std::min(2 * size + 2, std::max(room - 1, 0) * std::max(size, 1) / 2);
    const int begin = random.coin() ? 0 : random.between(-to_take, most);
    const int end = random.coin() ? 0 : random.between(-to_take - std::min(begin, 0), most);
    pads[i] = begin;
    pads[axes.size() + i] = end;
    room = std::min(room, room * std::max(size, 1) / std::max(size + begin + end, 1));
  }
  return pads;
}

// Something is left of every axis.
bool has_elements(const Shape& data, std::span<const std::int64_t> pads, std::span<const std::int64_t> axes) {
  std::vector<std::int64_t> taken;
  for (const std::int64_t pad : pads) {
    taken.push_back(std::min<std::int64_t>(pad, 0));
  }
  return element_count(pad(data, taken, axes, Padding::constant).shape) > 0;
}

// The value is an attribute until version 2, of type float: a number or the canonical NaN.
std::optional<Float> draw_value(Random& random) {
  const std::uint64_t pattern = draw_tensor(random, float32, {}).patterns[0];
  return random.coin() ? std::optional(Float{static_cast<std::uint32_t>(cast(float32, float32, pattern).bits)})
                       : std::nullopt;
}

Tensor axes_tensor(Random& random, std::span<const std::int64_t> axes) {
  Tensor tensor = tensor_of(axes);
  if (random.coin()) {
    tensor.type = int32;
    for (std::uint64_t& pattern : tensor.patterns) {
      pattern &= 0xFFFFFFFF;
    }
  }
  return tensor;
}

bool is_of_first_versions(Type type) { return type == float16 || type == float32 || type == float64; }

}  // namespace

// The pads are an attribute until version 2, named `paddings` in version 1, and an input since version 11. Axes can be
// chosen since version 18, and `wrap` came with version 19.
Call draw_pad_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const Shape data = draw_shape(random, 0, highest_rank, 200);
  const bool has_axes = opset >= 18 && random.coin();
  std::vector<std::int64_t> axes = draw_axes(random, data.size(), data.size(), true);
  if (has_axes) {
    axes.resize(random.below(axes.size() + 1));
  } else {
    std::iota(axes.begin(), axes.end(), 0);
  }
  const std::vector<std::int64_t> pads = draw_pads(random, data, axes, opset);
  const std::size_t mode = has_elements(data, pads, axes) ? random.below(opset < 19 ? 3 : 4) : 0;
  Call call{"Pad", opset, {draw_tensor(random, type, data)}};
  std::uint64_t fill = 0;
  if (opset < 11) {
    give(call, opset < 2 ? "paddings" : "pads", pads);
    const std::optional<Float> value = draw_value(random);
    if (value && is_of_first_versions(type)) {
      give(call, "value", *value);
      fill = cast(float32, type, value->pattern).bits;
    }
  } else {
    call.inputs.emplace_back(tensor_of(pads));
    const Tensor value = draw_tensor(random, type, {});
    const bool has_value = random.coin();
    fill = has_value ? value.patterns[0] : 0;
    if (has_value || has_axes || (opset >= 18 && random.coin())) {
      call.inputs.push_back(has_value ? std::optional(value) : std::nullopt);
    }
    if (has_axes) {
      call.inputs.emplace_back(axes_tensor(random, axes));
    }
  }
  if (mode != 0 || random.coin()) {
    give(call, "mode", std::string(modes[mode]));
  }
  call.outputs = {moved_tensor(pad(data, pads, axes, static_cast<Padding>(mode)), std::vector{*call.inputs[0]}, fill)};
  return call;
}

}  // namespace oracle
