// SPDX-License-Identifier: Apache-2.0
// Floor 8. ConvTranspose whose windows lie side by side: each place of the kernel is a convolution over single
// elements, and their results are interleaved.
#include "ops/convtranspose/convtranspose.hpp"
#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> convtranspose_edits(Rewriter& r) {
  r.because("FIX-EDIT-SPREAD");
  const ConvTransposeGeometry g = *ConvTransposeGeometry::of(r.call());
  const Dimensions x = r.shape(r.input(0)), y = result_shape(r);
  if (g.axes != 2) return "it does not have two spatial axes";
  if (g.channels_of_group != g.channels) return "it has groups";
  for (unsigned axis = 0; axis < g.axes; ++axis)
    if (g.kernel[axis] != g.stride[axis] || g.begin[axis] != 0 || g.dilation[axis] != 1 ||
        g.out[axis] != g.in[axis] * g.stride[axis])
      return "its windows overlap, or do not fill the result";
  if (g.kernel[0] * g.kernel[1] > Draft::most_parts) return "its kernel is too large";
  const std::uint64_t features = g.features;
  // [C, M, kh, kw] as [kh, kw, M, C]: one matrix for each place.
  const auto places = r.transposed(r.input(1), {2, 3, 1, 0});
  if (!places) return "the weights would have to be cut into too many parts";
  const std::string matrices = r.reshaped(*places, {g.kernel[0] * g.kernel[1], features, g.channels, 1, 1});
  Names rows;
  for (std::uint64_t row = 0; row < g.kernel[0]; ++row) {
    Names columns;
    for (std::uint64_t column = 0; column < g.kernel[1]; ++column) {
      const std::uint64_t place = row * g.kernel[1] + column;
      Names operands{r.input(0), r.reshaped(r.sliced(matrices, 0, place, place + 1), {features, g.channels, 1, 1})};
      if (r.has_input(2)) operands.push_back(r.input(2));
      const std::string part = r.emit("Conv", operands, {x[0], features, x[2], x[3]},
                                      {{"auto_pad", std::string("NOTSET")},
                                       {"dilations", std::vector<std::int64_t>{1, 1}},
                                       {"group", std::int64_t{1}},
                                       {"kernel_shape", std::vector<std::int64_t>{1, 1}},
                                       {"pads", std::vector<std::int64_t>{0, 0, 0, 0}},
                                       {"strides", std::vector<std::int64_t>{1, 1}}});
      columns.push_back(r.reshaped(part, {x[0], features, x[2], 1, x[3], 1}));
    }
    rows.push_back(r.joined(columns, 5));
  }
  r.reshaped(r.joined(rows, 3), y, r.output());
  return std::nullopt;
}

}  // namespace etalon::impl
