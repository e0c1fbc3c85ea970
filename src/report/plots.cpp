// SPDX-License-Identifier: Apache-2.0
// Floor 9. See plots.hpp.
#include "report/plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace etalon::impl {
namespace {

constexpr int width = 480, height = 340, left = 62, right = 12, top = 12, bottom = 46;
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
      "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{} over {}\">\n<rect class=\"frame\" x=\"{}\" y=\"{}\" "
      "width=\"{}\" height=\"{}\"/>{}{}<text transform=\"translate(13 {}) rotate(-90)\" "
      "text-anchor=\"middle\">{}</text></svg>\n",
      width, height, y_label, x_label, left, top, inner_width, inner_height, content,
      text(left + inner_width / 2.0, height - 6, "middle", x_label), top + inner_height / 2.0, y_label);
}

std::string power(int exponent) { return fmt::format("10<tspan dy=\"-4\" font-size=\"10\">{}</tspan>", exponent); }

}  // namespace

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
  for (const PlotPoint& p : points)
    out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.2\"/>", x_at(std::log10(p.x)), y_at(std::log10(p.y)));
  return framed(out, x_label, y_label);
}

std::string bars_svg(std::span<const PlotBar> bars, const std::string& x_label) {
  std::uint64_t most = 1;
  for (const PlotBar& bar : bars) most = std::max(most, bar.count);
  const double each = static_cast<double>(inner_width) / static_cast<double>(std::max<std::size_t>(bars.size(), 1));
  const std::size_t labels = (bars.size() + 9) / 10;  // one label each so many bars
  std::string out;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double x = left + each * static_cast<double>(i);
    const double tall = inner_height * 0.92 * static_cast<double>(bars[i].count) / static_cast<double>(most);
    out += fmt::format("<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
                       x + each * 0.1, top + inner_height - tall, each * 0.8, tall);
    if (i % labels == 0) out += text(x + each / 2, height - 28, "middle", bars[i].label);
  }
  for (const std::uint64_t tick : {std::uint64_t{0}, most / 2, most})
    out += text(left - 6, top + inner_height * (1 - 0.92 * static_cast<double>(tick) / static_cast<double>(most)) + 4,
                "end", fmt::format("{}", tick));
  return framed(out, x_label, "elements");
}

std::string heat_svg(std::span<const std::vector<double>> rows, const std::string& x_label,
                     const std::string& y_label) {
  double most = 0, least = HUGE_VAL;  // of what is not zero
  std::size_t columns = 1;
  for (const std::vector<double>& row : rows) {
    columns = std::max(columns, row.size());
    for (const double v : row)
      if (std::isfinite(v) && v > 0) most = std::max(most, v), least = std::min(least, v);
  }
  // By logarithm: one outlier must not make all others look alike.
  const double span = most > least ? std::log(most / least) : 1;
  const double w = static_cast<double>(inner_width) / static_cast<double>(columns);
  const double h = static_cast<double>(inner_height) / static_cast<double>(std::max<std::size_t>(rows.size(), 1));
  std::string out;
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const double v = rows[r][c], x = left + w * static_cast<double>(c), y = top + h * static_cast<double>(r);
      if (!std::isfinite(v))
        out += fmt::format("<path class=\"none\" d=\"M{:.1f} {:.1f}l{:.1f} {:.1f}m0 {:.1f}l{:.1f} {:.1f}\"/>", x, y, w,
                           h, -h, -w, h);
      else if (v > 0)
        out += fmt::format(
            "<rect class=\"heat\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
            "fill-opacity=\"{:.2f}\"/>",
            x, y, w + 0.2, h + 0.2, 0.12 + 0.88 * (most > least ? std::log(v / least) / span : 1));
    }
  out += text(left, height - 28, "start", fmt::format("lightest {:.3g}, blank 0", std::isfinite(least) ? least : 0));
  out += text(left + inner_width, height - 28, "end", fmt::format("darkest {:.3g}", most));
  return framed(out, x_label, y_label);
}

}  // namespace etalon::impl
