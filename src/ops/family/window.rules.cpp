// SPDX-License-Identifier: Apache-2.0
// Floor 4. The rules of windows; see window.hpp and window.md.
#include <algorithm>
#include <string>

#include "ops/family/axes.hpp"
#include "ops/family/window.hpp"
#include "scalar/size.h"

namespace etalon::impl {
namespace {

using List = std::vector<std::int64_t>;

// How pads are found: as they are given, none, or so many that the result is as long as the input over the stride.
enum class Padding : std::uint8_t { given, none, same_upper, same_lower };

Result<Padding> padding_of(const Call& call) {
  const std::string* name = call.named<std::string>("auto_pad");
  if (name == nullptr || *name == "NOTSET") return Padding::given;
  if (*name != "VALID" && *name != "SAME_UPPER" && *name != "SAME_LOWER")
    return refused(call, "auto_pad is not one of the values of the definition",
                   "it is NOTSET, VALID, SAME_UPPER or SAME_LOWER");
  if (call.row->source != Source::onnx)
    return refused(call, "auto_pad is " + *name, "this profile has NOTSET only: give the pads");
  if (call.named<List>("pads") != nullptr)
    return refused(call, "auto_pad is " + *name + ", and pads are given", "give one of them");
  return *name == "VALID" ? Padding::none : *name == "SAME_UPPER" ? Padding::same_upper : Padding::same_lower;
}

std::uint64_t quotient_rounded_up(std::uint64_t a, std::uint64_t b) { return a / b + (a % b != 0); }

// How many windows an axis has; finds the pads where they are to be found.
std::uint64_t place_windows(Window& w, unsigned axis, Padding padding, bool ceil_mode) {
  const std::uint64_t reach = (w.kernel[axis] - 1) * w.dilation[axis] + 1, step = w.stride[axis];
  if (padding == Padding::same_upper || padding == Padding::same_lower) {
    const std::uint64_t count = quotient_rounded_up(w.in[axis], step);
    const std::uint64_t needed = count == 0 ? 0 : (count - 1) * step + reach;
    const std::uint64_t total = needed > w.in[axis] ? needed - w.in[axis] : 0;
    w.begin[axis] = padding == Padding::same_upper ? total / 2 : total - total / 2;
    w.end[axis] = total - w.begin[axis];
    return count;
  }
  const std::uint64_t padded = w.begin[axis] + w.in[axis] + w.end[axis], behind = w.begin[axis] + w.in[axis];
  if (!ceil_mode || padding != Padding::given) return padded < reach ? 0 : (padded - reach) / step + 1;
  // Windows may hang over the end by less than a step, but none starts after the input.
  if (padded < reach) return reach - padded < step && behind > 0 ? 1 : 0;
  return std::min(quotient_rounded_up(padded - reach, step) + 1, quotient_rounded_up(behind, step));
}

}  // namespace

std::optional<Finding> Window::read(const Call& call, const char* name, std::int64_t least, std::uint64_t otherwise,
                                    std::span<std::uint64_t> numbers) {
  const List* given = call.named<List>(name);
  std::ranges::fill(numbers, otherwise);
  if (given == nullptr) return std::nullopt;
  if (given->size() != numbers.size())
    return refused(call,
                   std::string(name) + " has " + std::to_string(given->size()) + " numbers, and X has shape " +
                       to_string(call.inputs[0]->shape),
                   "give one number for each axis after the channels, and two for pads");
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const std::int64_t number = (*given)[k];
    if (number < least)
      return refused(call, std::string(name) + " has the number " + std::to_string(number),
                     least == 0 ? "give numbers that are not negative" : "give positive numbers");
    if (static_cast<std::uint64_t>(number) >= limit)
      return error(Code::limit, "FILE-ALL-LIMITS",
                   std::string(call.op->name) + ": " + name + " has the number " + std::to_string(number),
                   "windows are smaller than 2^53");
    numbers[k] = static_cast<std::uint64_t>(number);
  }
  return std::nullopt;
}

Result<Window> Window::of(const Call& call, const Shape* weights) {
  const Shape& x = call.inputs[0]->shape;
  Window w;
  if (x.rank < 3)
    return refused(call, "X has shape " + to_string(x), "its axes are the batch, the channels and at least one more");
  w.axes = x.rank - 2;
  for (unsigned axis = 0; axis < w.axes; ++axis) w.in[axis] = x[axis + 2];
  const auto along = [&](Sizes& sizes) { return std::span(sizes).first(w.axes); };

  if (auto problem = read(call, "kernel_shape", 1, 1, along(w.kernel))) return *problem;
  if (weights != nullptr) {
    const auto kernel = std::span(weights->dims).subspan(2, weights->rank - 2);
    const bool given = call.named<List>("kernel_shape") != nullptr;
    if (given && !std::ranges::equal(kernel, std::span(w.kernel).first(w.axes)))
      return refused(call, "kernel_shape is not the shape of W, which is " + to_string(*weights),
                     "leave it out, or make them agree");
    std::ranges::copy(kernel, w.kernel.begin());
  }
  std::array<std::uint64_t, 2 * most_axes> pads{};
  if (auto problem = read(call, "strides", 1, 1, along(w.stride))) return *problem;
  if (auto problem = read(call, "dilations", 1, 1, along(w.dilation))) return *problem;
  if (auto problem = read(call, "pads", 0, 0, std::span(pads).first(2 * w.axes))) return *problem;
  const auto padding = padding_of(call);
  if (!padding) return padding.finding();
  const std::int64_t* ceil_mode = call.named<std::int64_t>("ceil_mode");
  if (ceil_mode != nullptr && *ceil_mode != 0 && *ceil_mode != 1)
    return refused(call, "ceil_mode is " + std::to_string(*ceil_mode), "it is 0 or 1");

  std::uint64_t places = 1;
  for (unsigned axis = 0; axis < w.axes; ++axis) {
    w.begin[axis] = pads[axis];
    w.end[axis] = pads[w.axes + axis];
    std::uint64_t reach = 0;
    if (w.kernel[axis] == 0) return refused(call, "the kernel is empty", "give it at least one place on each axis");
    if (!size_mul(w.kernel[axis] - 1, w.dilation[axis], &reach) || reach >= limit || w.in[axis] >= limit ||
        !size_mul(places, w.kernel[axis], &places) || places >= limit)
      return error(Code::limit, "FILE-ALL-LIMITS", std::string(call.op->name) + ": the kernel has 2^53 places or more",
                   "windows are smaller than 2^53");
    w.out[axis] = place_windows(w, axis, *padding, ceil_mode != nullptr && *ceil_mode == 1);
    if (w.out[axis] == 0 && w.in[axis] != 0)
      return refused(call,
                     "the kernel reaches over " + std::to_string(reach + 1) + " places along axis " +
                         std::to_string(axis + 2) + ", and X with its pads has " +
                         std::to_string(w.begin[axis] + w.in[axis] + w.end[axis]),
                     "give a smaller kernel or larger pads");
  }
  return w;
}

std::optional<Shape> Window::result(std::uint64_t batches, std::uint64_t channels) const {
  std::array<std::uint64_t, Limits::max_rank> dims{batches, channels};
  std::copy_n(out.begin(), axes, dims.begin() + 2);
  return Shape::of({dims.data(), axes + 2});
}

}  // namespace etalon::impl
