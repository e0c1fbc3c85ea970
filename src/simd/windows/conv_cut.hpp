// SPDX-License-Identifier: Apache-2.0
// Floor 7. A convolution as a call has it, and how it is cut into tasks.
#pragma once

#include <algorithm>

#include "ops/conv/conv.hpp"
#include "simd/products/products.hpp"
#include "simd/windows/window_sizes.hpp"

namespace etalon::impl {

// The geometry as the kernels take it.
struct WholeConvolution : Convolution {
  explicit WholeConvolution(const Call& call) : WholeConvolution(call, *ConvGeometry::of(call)) {}
  WholeConvolution(const Call& call, const ConvGeometry& g) : Convolution(convolution_over(g.window)) {
    batches = static_cast<std::size_t>(call.inputs[0]->shape[0]);
    channels = static_cast<std::size_t>(g.channels_of_group), features = static_cast<std::size_t>(g.features_of_group);
    groups = channels == 0 ? 0 : static_cast<std::size_t>(g.channels) / channels;
    is_product = std::all_of(axis.begin(), axis.begin() + axes, [](const Axis& a) {
      return a.kernel == 1 && a.stride == 1 && a.begin == 0 && a.in == a.out;
    });
  }

  // Without a result, or without an element that it is made of.
  bool is_empty() const { return batches == 0 || groups == 0 || features == 0 || positions == 0 || inputs == 0; }
  std::size_t items() const { return batches * groups; }
  ProductShape shape() const { return {items(), features, positions, channels}; }
};

// How a convolution is cut into tasks: by groups and batches where these are enough, else each by rows or by features.
struct ConvCut {
  std::size_t tasks, rows = 1, features = 1;  // parts of an item

  ConvCut(const WholeConvolution& c, unsigned most) {
    const std::uint64_t products = std::uint64_t{c.items()} * c.features * c.positions * c.inner();
    const std::size_t wanted = worthwhile_tasks(products, most);
    tasks = std::min(wanted, c.items());
    if (wanted <= c.items()) return;
    const std::size_t parts = (wanted + c.items() - 1) / c.items();
    const auto largest = [&](std::size_t whole) { return (whole + parts - 1) / parts; };
    // whichever has the smaller largest part; where features are cut, each task unfolds all of the input, but where
    // rows are, each packs all weights
    const std::size_t panels = panels_of(c), lines = static_cast<std::size_t>(c.axis[0].out);
    if (largest(panels) * lines <= largest(lines) * panels)
      features = std::min(parts, panels);
    else
      rows = std::min(parts, lines);
    tasks = c.items() * rows * features;
  }
  // Tasks that are enough for any number up to `most`.
  static std::size_t most_tasks(const WholeConvolution& c, unsigned most) {
    std::size_t tasks = 0;
    for (unsigned t = 1; t <= std::max(most, 1u); ++t) tasks = std::max(tasks, ConvCut(c, t).tasks);
    return tasks;
  }

  Share share(const WholeConvolution& c, std::size_t i) const {
    if (rows * features == 1)
      return {c.items() * i / tasks, c.items() * (i + 1) / tasks, 0, c.axis[0].out, 0, c.features};
    const std::size_t item = i / (rows * features), row = i / features % rows, feature = i % features;
    return {item,
            item + 1,
            c.axis[0].out * row / rows,
            c.axis[0].out * (row + 1) / rows,
            first_feature(c, feature),
            first_feature(c, feature + 1)};
  }

 private:
  static constexpr std::size_t panel = 32;  // features that a kernel may pack together
  static std::size_t panels_of(const WholeConvolution& c) { return (c.features + panel - 1) / panel; }
  std::size_t first_feature(const WholeConvolution& c, std::size_t part) const {
    return std::min(c.features, panels_of(c) * part / features * panel);
  }
};

}  // namespace etalon::impl
