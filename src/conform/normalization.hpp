// SPDX-License-Identifier: Apache-2.0
// Floor 8. What implementations make of BatchNormalization: k*x + c, alone or inside the convolution before it
// ("CON-FLOAT-REWRITE", "CON-ALL-CAUSE").
#pragma once

#include <span>

#include "conform/alternative.hpp"
#include "ops/call.hpp"

namespace etalon::impl {

// BatchNormalization as k*x + c with k = scale/sqrt(variance+epsilon) and c = B - mean*k, over the world Otherwise.
Status multiplied_out(const Call& call, Inputs inputs, Outputs outputs);

// A convolution that does what a convolution and the BatchNormalization behind it do: its weights are multiplied by k
// and its bias is (bias - mean)*k + B, both computed in the given type, with an alternative.
struct Folded {
  Call call;
  Tensor weights, bias;
};
bool can_fold(const Call& convolution, const Call& normalization);
Call folded_call(const Call& convolution, const Call& normalization);
Folded folded(const Call& convolution, std::span<const TensorView> operands, const Call& normalization,
              std::span<const TensorView> parameters, DType in, const Alternative& otherwise);

}  // namespace etalon::impl
