// SPDX-License-Identifier: Apache-2.0
//
// What the drawings of Resize and Upsample share.
#pragma once

#include <vector>

#include "oracle/call.hpp"
#include "oracle/ops/resize/resize.hpp"

namespace oracle {

// Scales that lie on a whole number of places, beside it, or anywhere; often those of sizes and halves.
float draw_scale(Random& random, std::uint64_t length, double least);
Tensor floats_of(const std::vector<float>& numbers);

// Floating-point for linear, else any; elements that are hard to add for linear, any patterns for nearest.
Type draw_type_for(Random& random, bool linear);
Tensor draw_elements(Random& random, Type type, const Shape& shape, bool linear);

// Whether the result has a few elements; nothing is made of an empty axis.
bool is_usable(const Resizing& resizing);

// What a call of version 10, or of Upsample, is made of, with its scales.
Resizing draw_old(Random& random, const Shape& shape, double least, std::vector<float>& scales);

void add_result(Call& call, const Resizing& resizing, Type type);

}  // namespace oracle
