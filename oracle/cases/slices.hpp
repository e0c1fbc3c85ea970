// SPDX-License-Identifier: Apache-2.0
//
// Random calls of operators that normalise the elements of a slice by all of it: along one axis, or until version 11
// over an axis and all behind it.
#pragma once

#include <functional>

#include "oracle/cases/calls.hpp"

namespace oracle {

// What the elements of a slice give, in the order of the slice.
using SliceAnswer = std::function<std::vector<Answer>(Type type, Accumulation how, const std::vector<std::uint64_t>&)>;
Call draw_slices(Random& random, const char* operation, const SliceAnswer& answer);

}  // namespace oracle
