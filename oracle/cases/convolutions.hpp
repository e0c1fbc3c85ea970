// SPDX-License-Identifier: Apache-2.0
//
// Convolutions of integers with zero points, for calls of ConvInteger and QLinearConv: which elements meet which
// weights, and the accumulators. A place over a pad adds nothing.
#pragma once

#include <cstdint>
#include <optional>

#include "oracle/cases/quantisation.hpp"
#include "oracle/cases/windows.hpp"
#include "oracle/ops/matmulinteger/matmulinteger.hpp"

namespace oracle {

struct IntegerConvolution {
  Windows windows;
  std::uint64_t channels_of_group;
  std::uint64_t features_of_group;
  Tensor x;
  Tensor w;
  std::optional<Tensor> x_zero_point;  // a scalar; nothing: 0
  std::optional<Tensor> w_zero_point;  // a scalar, or one for each feature
  Shape result;

  std::uint64_t features() const { return w.shape[0]; }

  // Of the output at this offset, with a number that is added to it. Reduced once, at the end.
  Answer accumulator(std::uint64_t output, std::int64_t bias = 0) const;
};

// The element of a tensor of one element, or the one of this number.
std::uint64_t one_or_all(const Tensor& tensor, std::uint64_t number);

// Any shapes and groups; gives the attributes to the call. Rarely so many channels that accumulators come close to the
// ends of int32, or leave it. A zero point of w is a scalar, or one for each feature, as it is wished.
IntegerConvolution draw_integer_convolution(Random& random, Call& call);

}  // namespace oracle
