// SPDX-License-Identifier: Apache-2.0
// Floor 8. Images that are enlarged a whole number of times along each axis. In mode nearest each element is repeated;
// in mode linear the places between two elements are convolutions with two weights, which are interleaved. Which
// element is meant depends on attributes: the geometry says so, and the proof whether it was read rightly.
#pragma once

#include "ops/family/broadcast.edits.hpp"
#include "ops/family/resize/resize.hpp"

namespace etalon::impl {

inline std::optional<std::string> repeated(Rewriter& r, const ResizeGeometry& g, const Dimensions& x,
                                           const Dimensions& y) {
  const std::uint64_t rows = y[2] / x[2], columns = y[3] / x[3];
  for (const unsigned axis : {2u, 3u})
    for (std::uint64_t place = 0; place < y[axis]; ++place)
      if (g.nearest(axis, g.axis[axis].place(place)) != place / (y[axis] / x[axis]))
        return "its elements are not repeated evenly";
  if (rows + columns > Draft::most_parts) return "it would take too many parts";
  const std::string single = r.reshaped(r.input(0), {x[0], x[1], x[2], 1, x[3], 1});
  const std::string wide = r.joined(Names(static_cast<std::size_t>(columns), single), 5);
  r.reshaped(r.joined(Names(static_cast<std::size_t>(rows), wide), 3), y, r.output());
  return std::nullopt;
}

// Every `times`th place of an axis, from `phase` on: elements as they are before and behind a run of places that lie
// between two elements, all with the same two weights.
struct ResizePhase {
  std::uint64_t first, end = 0;  // of the places of the run, counted within the phase
  std::uint64_t low = 0;         // the element before the first of them
  ResizeAxis::Weights weights{};
  std::vector<std::uint64_t> before = {}, behind = {};  // elements

  static std::optional<ResizePhase> of(const ResizeAxis& axis, std::uint64_t phase, DType type) {
    ResizePhase result{axis.in};
    const std::uint64_t times = axis.out / axis.in;
    for (std::uint64_t m = 0; m < axis.in; ++m) {
      const ResizeAxis::Place place = axis.place(m * times + phase);
      const bool is_begun = result.first < axis.in;
      if (!place.between()) {
        (is_begun ? result.behind : result.before).push_back(place.low);
        continue;
      }
      const ResizeAxis::Weights weights = axis.weights(place, type);
      if (!is_begun) {
        result.first = m;
        result.low = place.low;
        result.weights = weights;
      }
      const bool is_next = place.low == result.low + (m - result.first) && result.behind.empty();
      if (!is_next || weights.low != result.weights.low || weights.high != result.weights.high) return std::nullopt;
      result.end = m + 1;
    }
    return result;
  }
};

// An image enlarged along one of its two axes.
inline std::optional<std::string> interpolated(Rewriter& r, const std::string& x, const ResizeAxis& axis,
                                               std::size_t which) {
  const DType type = r.call().outputs[0]->type;
  const Dimensions from = r.shape(x);
  const std::uint64_t times = axis.out / axis.in;
  Dimensions single = from, to = from;
  single.insert(single.begin() + static_cast<std::ptrdiff_t>(which) + 1, 1);
  to[which] = axis.out;
  Names phases;
  for (std::uint64_t phase = 0; phase < times; ++phase) {
    const auto run = ResizePhase::of(axis, phase, type);
    if (!run || run->before.size() + run->behind.size() > Draft::most_parts) return std::nullopt;
    Names parts;
    for (const std::uint64_t element : run->before) parts.push_back(r.sliced(x, which, element, element + 1));
    if (const std::uint64_t length = run->end > run->first ? run->end - run->first : 0; length > 0) {
      Dimensions result = from, kernel{from[1], 1, 1, 1};
      result[which] = length;
      kernel[which] = 2;
      const std::string weights =
          r.joined_constants({r.filled(run->weights.low, type, {1}), r.filled(run->weights.high, type, {1})});
      Dimensions two{1, 1, 1, 1};
      two[which] = 2;
      const auto all = r.expanded(r.reshaped(weights, two), kernel);
      if (!all) return std::nullopt;
      parts.push_back(r.emit("Conv", {r.sliced(x, which, run->low, run->low + length + 1), *all}, result,
                             {{"auto_pad", std::string("NOTSET")},
                              {"dilations", std::vector<std::int64_t>{1, 1}},
                              {"group", static_cast<std::int64_t>(from[1])},
                              {"kernel_shape", std::vector<std::int64_t>{static_cast<std::int64_t>(kernel[2]),
                                                                         static_cast<std::int64_t>(kernel[3])}},
                              {"pads", std::vector<std::int64_t>{0, 0, 0, 0}},
                              {"strides", std::vector<std::int64_t>{1, 1}}}));
    }
    for (const std::uint64_t element : run->behind) parts.push_back(r.sliced(x, which, element, element + 1));
    phases.push_back(r.reshaped(r.joined(parts, which), single));
  }
  return r.reshaped(r.joined(phases, which + 1), to);
}

inline std::optional<std::string> enlarged(Rewriter& r) {
  r.because("FIX-EDIT-MOVE");
  const ResizeGeometry g = *ResizeGeometry::of(r.call());
  const Dimensions x = r.shape(r.input(0)), y = result_shape(r);
  if (x.size() != 4 || x[0] != y[0] || x[1] != y[1] || x[2] == 0 || x[3] == 0 || y[2] % x[2] != 0 || y[3] % x[3] != 0)
    return "it is no enlargement of an image by whole numbers";
  if (g.crops) return "what lies outside of the image is extrapolated";
  if (!g.linear) return repeated(r, g, x, y);
  r.because("FIX-EDIT-RESIZE");
  std::optional<std::string> result = r.emit("Max", {r.input(0)}, x);  // without payloads of NaN, as the result is
  for (const std::size_t axis : {3u, 2u})
    if (result && y[axis] != x[axis]) result = interpolated(r, *result, g.axis[axis], axis);
  if (!result) return "its weights are not the same from element to element";
  r.pass_on(*result);
  return std::nullopt;
}

}  // namespace etalon::impl
