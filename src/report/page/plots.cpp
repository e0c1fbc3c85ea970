// SPDX-License-Identifier: Apache-2.0
// Floor 9. See plots.hpp.
#include "report/page/plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/page/escape.hpp"
#include "text/decimal.hpp"

namespace etalon::impl {
namespace {

constexpr int width = 480, height = 340, left = 62, right = 20, top = 12, bottom = 46;
constexpr int inner_width = width - left - right, inner_height = height - top - bottom;

std::string text(double x, double y, const char* anchor, const std::string& words) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>", x, y, anchor, words);
}
std::string line(double x1, double y1, double x2, double y2, const char* kind) {
  return fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>", kind, x1, y1, x2, y2);
}

// What every plot has: a frame, and what the axes mean.
std::string framed(const std::string& content, const std::string& x_label, const std::string& y_label) {
  return fmt::format(
      "<svg width=\"{0}\" viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"{2} over {3}\">\n<rect class=\"frame\" "
      "x=\"{4}\" y=\"{5}\" width=\"{6}\" height=\"{7}\"/>{8}{9}<text transform=\"translate(13 {10}) rotate(-90)\" "
      "text-anchor=\"middle\">{2}</text></svg>\n",
      width, height, y_label, x_label, left, top, inner_width, inner_height, content,
      text(left + inner_width / 2.0, height - 6, "middle", x_label), top + inner_height / 2.0);
}

std::string power(int exponent) { return fmt::format("10<tspan dy=\"-4\" font-size=\"10\">{}</tspan>", exponent); }

// Elements of one direction that a cell holds, and how many cells that makes.
struct Cells {
  Cells(std::uint64_t elements, std::span<const std::string> names)
      : each(names.empty() ? std::max<std::uint64_t>((elements + most_cells - 1) / most_cells, 1) : 1),
        count((elements + each - 1) / each),
        elements_(elements),
        names_(names) {}
  std::string label(std::uint64_t cell) const {
    return names_.empty() ? fmt::format("{}", cell * each) : html_text(names_[static_cast<std::size_t>(cell)]);
  }
  std::string title(const char* direction, std::uint64_t cell) const {
    return names_.empty() ? fmt::format("{} {}", direction, indices(cell)) : label(cell);
  }
  bool named() const { return !names_.empty(); }
  std::string indices(std::uint64_t cell) const {  // "3", "4–7"
    const std::uint64_t first = cell * each, last = std::min(first + each, elements_) - 1;
    return first == last ? fmt::format("{}", first) : fmt::format("{}–{}", first, last);
  }
  std::uint64_t each, count;

 private:
  std::uint64_t elements_;
  std::span<const std::string> names_;
};

// The colour scale: what the lightest and the darkest cell mean.
std::string scale(double x, double y, double least, double most) {
  constexpr int steps = 8, step = 14;
  const std::string low = end_text(least, End::low, 3), high = end_text(most, End::high, 3);
  const double from = x + 8.0 * static_cast<double>(low.size());
  if (least == most)  // all cells are alike
    return fmt::format("<rect class=\"heat\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"12\"/>", x, y - 10, step) +
           text(x + step + 6, y, "start", high);
  std::string out = text(x, y, "start", low);
  for (int i = 0; i < steps; ++i)
    out += fmt::format(
        "<rect class=\"heat\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"12\" fill-opacity=\"{:.2f}\"/>",
        from + i * step, y - 10, step, 0.12 + 0.88 * i / (steps - 1));
  return out + text(from + steps * step + 6, y, "start", high);
}

}  // namespace

std::string raised(unsigned exponent) {
  static constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out;
  for (const char c : std::to_string(exponent)) out += digits[c - '0'];
  return out;
}

std::string scatter_svg(std::span<const PlotPoint> points, const std::string& x_label, const std::string& y_label) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const PlotPoint& p : points)
    for (const double v : {std::log10(p.x), std::log10(p.y)}) low = std::min(low, v), high = std::max(high, v);
  if (points.empty()) low = 0, high = 1;
  const double from = std::floor(low), to = std::max(std::ceil(high), from + 1);
  const auto x_at = [&](double v) { return left + inner_width * (v - from) / (to - from); };
  const auto y_at = [&](double v) { return top + inner_height * (to - v) / (to - from); };
  std::string out;
  const int step = std::max(1, static_cast<int>((to - from) / 6));
  for (int e = static_cast<int>(from); e <= static_cast<int>(to); e += step) {
    out += line(x_at(e), top, x_at(e), top + inner_height, "grid") +
           line(left, y_at(e), left + inner_width, y_at(e), "grid");
    out += text(x_at(e), height - 28, "middle", power(e)) + text(left - 6, y_at(e) + 4, "end", power(e));
  }
  out += line(x_at(from), y_at(from), x_at(to), y_at(to), "limit");
  out += text(left + 10, top + 20, "start", "line: error = bound");
  for (const PlotPoint& p : points)
    out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.2\"/>", x_at(std::log10(p.x)), y_at(std::log10(p.y)));
  return framed(out, x_label, y_label);
}

std::string bars_svg(std::span<const PlotBar> bars, const std::string& x_label, const std::string& y_label) {
  std::uint64_t most = 1;
  for (const PlotBar& bar : bars) most = std::max(most, bar.count);
  const double each = static_cast<double>(inner_width) / static_cast<double>(std::max<std::size_t>(bars.size(), 1));
  const std::size_t labels = (bars.size() + 9) / 10;  // one label per this many bars
  std::string out;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double x = left + each * static_cast<double>(i);
    const double tall = inner_height * 0.92 * static_cast<double>(bars[i].count) / static_cast<double>(most);
    out += fmt::format("<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
                       x + each * 0.1, top + inner_height - tall, each * 0.8, tall);
    if (i % labels == 0) out += text(x + each / 2, height - 28, "middle", bars[i].label);
    if (labels == 1)
      out += text(x + each / 2, top + inner_height - tall - 4, "middle", fmt::format("{}", bars[i].count));
  }
  for (const std::uint64_t tick : {std::uint64_t{0}, most})
    out += text(left - 6, top + inner_height * (1 - 0.92 * static_cast<double>(tick) / static_cast<double>(most)) + 4,
                "end", fmt::format("{}", tick));
  return framed(out, x_label, y_label);
}

std::string signed_bars_svg(std::span<const SignedBar> bars, const std::string& x_label, const std::string& y_label) {
  double most = 0;
  for (const SignedBar& bar : bars)
    if (std::isfinite(bar.size)) most = std::max(most, std::abs(bar.size));
  const double each = static_cast<double>(inner_width) / static_cast<double>(std::max<std::size_t>(bars.size(), 1));
  const double zero = top + inner_height / 2.0, scale = most > 0 ? inner_height * 0.46 / most : 0;
  const std::size_t labels = (bars.size() + 9) / 10;  // one label per this many bars
  std::string out = line(left, zero, left + inner_width, zero, "grid");
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double x = left + each * static_cast<double>(i);
    if (std::isfinite(bars[i].size)) {
      const double tall = std::abs(bars[i].size) * scale;
      out += fmt::format(
          "<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>{}: {:+.3g}"
          "</title></rect>",
          x + each * 0.1, bars[i].size > 0 ? zero - tall : zero, each * 0.8, tall, html_text(bars[i].label),
          bars[i].size);
    }
    if (i % labels == 0) out += text(x + each / 2, height - 28, "middle", html_text(bars[i].label));
  }
  for (const double tick : {-most, 0.0, most})
    out += text(left - 6, zero - tick * scale + 4, "end", tick == 0 ? "0" : fmt::format("{:+.2g}", tick));
  return framed(out, x_label, y_label);
}

std::string heat_svg(const HeatMap& map) {
  const Cells down(map.rows, map.row_names), across(map.columns, map.column_names);
  std::vector<double> cells(down.count * across.count);
  double most = 0, least = HUGE_VAL;  // of what is not zero
  for (std::uint64_t i = 0; i < map.values.size(); ++i) {
    double& cell = cells[i / map.columns / down.each * across.count + i % map.columns / across.each];
    cell = std::max(cell, map.values[i]);
  }
  for (const double v : cells)
    if (std::isfinite(v) && v > 0) most = std::max(most, v), least = std::min(least, v);
  // By logarithm: one outlier must not make all others look alike.
  const double span = most > least ? std::log(most / least) : 1;
  const double least_side = std::clamp(
      std::min(384.0 / static_cast<double>(across.count), 288.0 / static_cast<double>(down.count)), 9.0, 32.0);
  // Names need room; numbers are left out where there is none.
  const double tall_each = down.named() ? 18 : least_side,
               wide_each = across.named() ? 318.0 / static_cast<double>(across.count) : least_side;
  const double x0 = down.named() ? 150 : 62, y0 = 40, wide = wide_each * static_cast<double>(across.count),
               tall = tall_each * static_cast<double>(down.count);
  const double total_width = std::max(x0 + wide + 12, 400.0), total_height = std::max(y0 + tall, 110.0) + 36;
  const auto x_at = [&](std::uint64_t c) { return x0 + wide_each * static_cast<double>(c); };
  const auto y_at = [&](std::uint64_t r) { return y0 + tall_each * static_cast<double>(r); };
  std::string out;
  for (std::uint64_t r = 0; r < down.count; ++r)
    for (std::uint64_t c = 0; c < across.count; ++c) {
      const double v = cells[r * across.count + c];
      const std::string place = fmt::format("{}, {}", down.title("row", r), across.title("column", c));
      if (!std::isfinite(v))
        out += fmt::format(
            "<path class=\"none\" d=\"M{0:.1f} {1:.1f}l{2:.1f} {3:.1f}m0 {5:.1f}l{4:.1f} {3:.1f}\"><title>{6}: "
            "none</title></path>",
            x_at(c), y_at(r), wide_each, tall_each, -wide_each, -tall_each, place);
      else if (v > 0)
        out += fmt::format(
            "<rect class=\"heat\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
            "fill-opacity=\"{:.2f}\"><title>{}: {}</title></rect>",
            x_at(c), y_at(r), wide_each, tall_each, 0.12 + 0.88 * (most > least ? std::log(v / least) / span : 1),
            place, end_text(v, End::high, 3));
    }
  const auto label_width = 8.0 * static_cast<double>(fmt::format("{}", map.columns).size()) + 4;
  const auto every_column = across.named() ? 1 : static_cast<std::uint64_t>(std::ceil(label_width / wide_each)),
             every_row = static_cast<std::uint64_t>(std::ceil(14 / tall_each));
  for (std::uint64_t c = 0; c < across.count; c += every_column)
    out += text(x_at(c) + wide_each / 2, y0 - 5, "middle", across.label(c));
  for (std::uint64_t r = 0; r < down.count && !map.y_label.empty(); r += every_row)
    out += text(x0 - 5, y_at(r) + tall_each / 2 + 5, "end", down.label(r));
  out += text(x0, 14, "start", map.x_label);
  if (most > 0) out += scale(x0, total_height - 8, least, most);
  return fmt::format(
      "<svg width=\"{0:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" aria-label=\"heat map: {2} across, {3} "
      "down\">\n{4}"
      "{5}<rect class=\"frame\" x=\"{6}\" y=\"{7}\" width=\"{8:.1f}\" height=\"{9:.1f}\"/></svg>\n",
      total_width, total_height, map.x_label, map.y_label, out,
      // Names say themselves what they are, and take the place of this label.
      down.named() ? ""
                   : fmt::format("<text transform=\"translate(13 {:.0f}) rotate(-90)\" text-anchor=\"end\">{}</text>",
                                 y0, map.y_label),
      x0, y0, wide, tall);
}

}  // namespace etalon::impl
