// SPDX-License-Identifier: Apache-2.0
//
// Random calls of reductions: axes, keepdims and noop_with_empty_axes, as each version has them.
#pragma once

#include <array>
#include <functional>

#include "oracle/cases/calls.hpp"

namespace oracle {

// What reductions that compute have.
inline constexpr std::array<Type, 8> reduced_types{float16, bfloat16,           float32,           float64, int32,
                                                   int64,   Integer{32, false}, Integer{64, false}};

// Draws the axes of a reduction of this tensor, which becomes the first input, and gives them to the call; they are an
// input from this operator set on. Then the output is what `answer` makes of the elements that each of its own comes
// from; without any reduced axis it is the tensor as it is.
using FoldAnswer = std::function<Answer(const std::vector<std::uint64_t>& elements)>;
void draw_reduction(Random& random, Call& call, Tensor data, int axes_are_input_since, const FoldAnswer& answer);

}  // namespace oracle
