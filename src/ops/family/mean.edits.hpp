// SPDX-License-Identifier: Apache-2.0
// Floor 8. Means as sums of products with 1, which are then divided. The sums are those of the mean only under
// `sequential` and `fused`.
#pragma once

#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

inline std::optional<std::string> unfit_for_means(const Rewriter& r) {
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
