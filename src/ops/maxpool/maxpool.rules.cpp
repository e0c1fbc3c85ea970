// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for MaxPool; spec.md gives the reasons.
#include <string>

#include "ops/family/axes.hpp"
#include "ops/family/pool.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

Result<std::vector<Argument>> with_indices(const Call& call) {
  if (const std::int64_t* order = call.named<std::int64_t>("storage_order");
      order != nullptr && *order != 0 && *order != 1)
    return refused(call, "storage_order is " + std::to_string(*order), "it is 0 or 1");
  auto results = pooled_shape(call);
  if (results && call.outputs.size() > 1) results->push_back({DType::i64, (*results)[0].shape});
  return results;
}

// A window without an element steps over all of the input, or lies in a pad.
constexpr std::uint64_t most_tried = std::uint64_t{1} << 20;
bool every_window_has_an_element(const Window& w) {
  for (unsigned axis = 0; axis < w.axes; ++axis) {
    Window along;
    along.axes = 1;
    along.in[0] = w.in[axis], along.out[0] = w.out[axis], along.kernel[0] = w.kernel[axis];
    along.stride[0] = w.stride[axis], along.dilation[0] = w.dilation[axis], along.begin[0] = w.begin[axis];
    if (w.dilation[axis] <= w.in[axis]) continue;  // pads are smaller than the kernel
    if (w.out[axis] > most_tried) return false;
    for (std::uint64_t position = 0; position < w.out[axis]; ++position)
      if (constexpr bool with_pads = false; along.covered(position, with_pads) == 0) return false;
  }
  return true;
}

// SONNX: two spatial axes, all attributes given, and each window has an element.
Result<std::vector<Argument>> with_indices_in_profile(const Call& call) {
  if (call.inputs[0]->shape.rank != 4)
    return refused(call, "X has shape " + to_string(call.inputs[0]->shape),
                   "this profile wants two axes after the channels; or use --profile onnx");
  for (const char* name : {"ceil_mode", "storage_order"})
    if (*call.named<std::int64_t>(name) != 0)
      return refused(call, std::string(name) + " is " + std::to_string(*call.named<std::int64_t>(name)),
                     "this profile wants 0; or use --profile onnx");
  const auto window = Window::of(call);
  if (!window) return window.finding();
  for (unsigned axis = 0; axis < window->axes; ++axis)
    if ((window->kernel[axis] - 1) * window->dilation[axis] < std::max(window->begin[axis], window->end[axis]))
      return broken(
          "MAXPOOL-ALL-ELEMENT",
          "MaxPool: the kernel with its holes is not longer than a pad along axis " + std::to_string(axis + 2),
          "give smaller pads");
  if (!every_window_has_an_element(*window))
    return broken("MAXPOOL-ALL-ELEMENT", "MaxPool: " + shapes_of(call) + ": a window covers no element of X",
                  "use a smaller dilation or smaller pads; --profile onnx gives such a window the lowest value");
  return with_indices(call);
}

constexpr int versions[] = {1, 8, 10, 11, 12, 22};
constexpr Formal inputs[] = {{"X"}}, y[] = {{"Y"}},
                 y_and_indices[] = {{"Y"}, {"Indices", "I", Formal::Presence::optional}};
constexpr AttributeFormal storage_order{"storage_order", Kind::integer, 0};
constexpr AttributeFormal attributes_1[] = {pool::auto_pad, pool::kernel, pool::pads, pool::strides},
                          attributes_8[] = {pool::auto_pad, pool::kernel, pool::pads, storage_order, pool::strides},
                          attributes_10[] = {pool::auto_pad, pool::ceil_mode, pool::dilations, pool::kernel,
                                             pool::pads,     storage_order,   pool::strides},
                          all_given[] = {pool::auto_pad,
                                         pool::ceil_mode,
                                         {"dilations", Kind::integers, Required{}},
                                         pool::kernel,
                                         {"pads", Kind::integers, Required{}},
                                         storage_order,
                                         {"strides", Kind::integers, Required{}}};
constexpr TypeRule index{"I", int64, "MAXPOOL-ALL-TYPES"};
constexpr TypeRule draft[] = {{"T", floats | int8 | real, "MAXPOOL-ALL-TYPES"}, index},
                   v1[] = {{"T", floats, "MAXPOOL-ALL-TYPES"}}, v8[] = {v1[0], index},
                   v12[] = {{"T", floats | int8, "MAXPOOL-ALL-TYPES"}, index},
                   v22[] = {{"T", floats | bfloat16 | int8, "MAXPOOL-ALL-TYPES"}, index};
constexpr const char* rule = "MAXPOOL-ALL-WINDOW";
constexpr Row rows[] = {
    {Source::draft_2026_08, {11, 12, 22}, inputs, y_and_indices, draft, with_indices_in_profile, rule, all_given},
    {Source::onnx, 1, inputs, y, v1, with_indices, rule, attributes_1},
    {Source::onnx, 8, inputs, y_and_indices, v8, with_indices, rule, attributes_8},
    {Source::onnx, {10, 11}, inputs, y_and_indices, v8, with_indices, rule, attributes_10},
    {Source::onnx, 12, inputs, y_and_indices, v12, with_indices, rule, attributes_10},
    {Source::onnx, 22, inputs, y_and_indices, v22, with_indices, rule, attributes_10},
};

}  // namespace

extern const Operator maxpool_operator{
    .name = "MaxPool", .versions = versions, .rows = rows, .operations = operations_of_windows};

}  // namespace etalon::impl
