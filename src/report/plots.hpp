// SPDX-License-Identifier: Apache-2.0
// Floor 9. Plots as inline SVG: no script, no other file, colours of the page's style.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace etalon::impl {

struct PlotPoint {
  double x, y;  // both above zero
};

// y over x on logarithmic axes of one scale, with the diagonal: a point above it would be an error beyond its bound.
std::string scatter_svg(std::span<const PlotPoint> points, const std::string& x_label, const std::string& y_label);

struct PlotBar {
  std::string label;
  std::uint64_t count;
};
std::string bars_svg(std::span<const PlotBar> bars, const std::string& x_label);

// Rows of cells, darker where larger; a cell that is not finite is crossed out. Values are not negative.
std::string heat_svg(std::span<const std::vector<double>> rows, const std::string& x_label, const std::string& y_label);

}  // namespace etalon::impl
