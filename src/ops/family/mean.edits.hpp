// SPDX-License-Identifier: Apache-2.0
// Floor 8. Means as sums of products with 1, which are then divided. The sums are those of the mean only under
// `sequential` and `fused`.
#pragma once

#include <algorithm>

#include "ops/family/broadcast.edits.hpp"
#include "ops/family/reduction.hpp"

namespace etalon::impl {

// A tensor whose reduced axes are neighbours, as three axes of which the middle one is reduced.
struct ThreeParts {
  std::uint64_t outer = 1, length = 1, inner = 1;

  static std::optional<ThreeParts> of(const Rewriter& r) {
    const Dimensions x = r.shape(r.input(0));
    const Integers given = Reduction::axes_of(r.call());
    std::vector<bool> axes(x.size(), given.empty() && Reduction::noop_of(r.call()) == 0);
    for (const std::int64_t axis : given)
      axes[static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(x.size()) : axis)] = true;
    const auto first = std::ranges::find(axes, true);
    if (first == axes.end()) return std::nullopt;
    const auto last = std::find(axes.rbegin(), axes.rend(), true).base();
    ThreeParts parts;
    for (auto axis = axes.begin(); axis != axes.end(); ++axis) {
      const std::uint64_t size = x[static_cast<std::size_t>(axis - axes.begin())];
      if (axis >= first && axis < last && !*axis && size != 1) return std::nullopt;
      (axis < first ? parts.outer : axis >= last ? parts.inner : parts.length) *= size;
    }
    return parts;
  }
};

inline std::optional<std::string> unfit_for_means(Rewriter& r) {
  r.because("FIX-EDIT-MEAN", "sums are accumulated sequential or fused");
  if (!is_floating(r.call().outputs[0]->type)) return "a mean of integers is truncated from the exact sum";
  const Accumulation policy = r.call().choices.accumulation;
  if (policy != Accumulation::sequential && policy != Accumulation::fused)
    return std::string("under ") + accumulation_names[static_cast<unsigned>(policy)] +
           " the quotient is part of the sum";
  return std::nullopt;
}

// The mean over the middle one of three axes.
inline void emit_mean(Rewriter& r, const std::string& x, std::uint64_t outer, std::uint64_t length,
                      std::uint64_t inner) {
  const DType type = r.call().outputs[0]->type;
  const std::int64_t n = static_cast<std::int64_t>(length), groups = static_cast<std::int64_t>(outer);
  const Dimensions sums = inner == 1 ? Dimensions{outer, 1} : Dimensions{1, outer, 1, inner};
  std::string sum;
  if (inner == 1)
    sum = r.emit("MatMul", {r.reshaped(x, {outer, length}), r.filled(1, type, {length, 1})}, sums);
  else
    sum = r.emit("Conv", {r.reshaped(x, {1, outer, length, inner}), r.filled(1, type, {outer, 1, length, 1})}, sums,
                 {{"auto_pad", std::string("NOTSET")},
                  {"dilations", std::vector<std::int64_t>{1, 1}},
                  {"group", groups},
                  {"kernel_shape", std::vector<std::int64_t>{n, 1}},
                  {"pads", std::vector<std::int64_t>{0, 0, 0, 0}},
                  {"strides", std::vector<std::int64_t>{1, 1}}});
  const std::string mean = r.emit("Div", {sum, r.filled(static_cast<double>(length), type, sums)}, sums);
  r.reshaped(mean, result_shape(r), r.output());
}

}  // namespace etalon::impl
