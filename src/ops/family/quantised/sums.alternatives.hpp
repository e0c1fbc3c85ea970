// SPDX-License-Identifier: Apache-2.0
// Floor 8. How the sums of convolutions and of matrix products lie, in float and quantised
// ("QUANTISE-ALL-CERTIFICATE").
#pragma once

#include "conform/cause/alternatives.hpp"
#include "ops/conv/conv.hpp"
#include "ops/family/quantised/quantise.hpp"

namespace etalon::impl {

using SumsOrReason = std::variant<WeightedSums, std::string>;

// Some position of the window has all its places over elements: along each axis the first one behind the pads is the
// one to ask.
inline bool lies_inside_somewhere(const Window& window) {
  for (unsigned axis = 0; axis < window.axes; ++axis) {
    const std::uint64_t position = (window.begin[axis] + window.stride[axis] - 1) / window.stride[axis];
    if (position >= window.out[axis]) return false;
    const std::uint64_t last = position * window.stride[axis] + (window.kernel[axis] - 1) * window.dilation[axis];
    if (last - window.begin[axis] >= window.in[axis]) return false;
  }
  return true;
}

// A channel is a feature. Of a sum at the border some terms are 0, as they also are for elements that are the zero
// point, so that a sum without pads stands for all.
template <ConvOperands at> SumsOrReason sums_of_conv(const Call& call) {
  const ConvGeometry g = *ConvGeometry::of(call, at);
  if (!lies_inside_somewhere(g.window)) return "every sum of it has terms that lie on pads";
  return WeightedSums{g.features, g.terms(), g.terms(), 1, g.window.positions()};
}

// A channel is a column of the one matrix b.
template <ProductOperands at> SumsOrReason sums_of_product(const Call& call) {
  const Shape &a = call.inputs[at.a]->shape, &b = call.inputs[at.b]->shape;
  if (b.rank > 2) return "it has several matrices of weights";
  const MatmulGeometry g = *MatmulGeometry::of(a, b);
  return WeightedSums{g.columns, g.inner, 1, g.columns, 1};
}

inline constexpr SumFacet sums_of_float_conv{{{0}, {1}, 2}, "ConvInteger", sums_of_conv<ConvOperands{}>};
inline constexpr SumFacet sums_of_linear_conv{{{linear_conv.conv.x, linear_conv.x_scale, linear_conv.x_zero_point},
                                               {linear_conv.conv.w, linear_conv.w_scale, linear_conv.w_zero_point},
                                               linear_conv.conv.b,
                                               linear_conv.y_scale,
                                               linear_conv.y_zero_point},
                                              "ConvInteger",
                                              sums_of_conv<linear_conv.conv>};
inline constexpr SumFacet sums_of_float_product{
    {{0}, {1}}, "MatMulInteger", sums_of_product<ProductOperands{0, 1, 2, 3}>};
inline constexpr SumFacet sums_of_linear_product{
    {{linear_product.a, linear_product.a_scale, linear_product.a_zero_point},
     {linear_product.b, linear_product.b_scale, linear_product.b_zero_point},
     SumOperands::none,
     linear_product.y_scale,
     linear_product.y_zero_point},
    "MatMulInteger",
    sums_of_product<linear_product>};

}  // namespace etalon::impl
