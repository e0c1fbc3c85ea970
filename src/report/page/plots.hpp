// SPDX-License-Identifier: Apache-2.0
// Floor 9. Plots as inline SVG: no script, no other file, colours of the page's style, and never colour alone: lines
// and scales have words, cells have a title with their number.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace etalon::impl {

struct PlotPoint {
  double x, y;  // both above zero
};

// The measured error over its bound on logarithmic axes of one scale, with the diagonal: a point above it would be an
// error beyond its bound.
std::string scatter_svg(std::span<const PlotPoint> points, const std::string& x_label, const std::string& y_label);

struct PlotBar {
  std::string label;
  std::uint64_t count;
};
std::string bars_svg(std::span<const PlotBar> bars, const std::string& x_label,
                     const std::string& y_label = "elements");

// Bars on both sides of zero.
struct SignedBar {
  std::string label;
  double size;  // infinite: there is no number, and no bar
};
std::string signed_bars_svg(std::span<const SignedBar> bars, const std::string& x_label, const std::string& y_label);

std::string raised(unsigned exponent);  // "²⁴": in labels, which are plain text

// A matrix of numbers that are not negative, as cells that are darker where larger. Where it has more elements than a
// picture has cells, a cell shows the largest of its own.
struct HeatMap {
  std::uint64_t rows, columns;
  std::span<const double> values;  // row by row; infinite: there is no number
  std::string x_label, y_label;
  // Where there are names instead of indices, each row and column has its own cells and is labelled with its name.
  std::span<const std::string> row_names = {}, column_names = {};
};
inline constexpr std::uint64_t most_cells = 32;  // in each direction
std::string heat_svg(const HeatMap& map);

}  // namespace etalon::impl
