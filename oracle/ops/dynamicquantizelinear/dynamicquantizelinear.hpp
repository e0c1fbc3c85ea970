// SPDX-License-Identifier: Apache-2.0
//
// DynamicQuantizeLinear: the scale and the zero point of the type uint8 that a whole tensor of type float needs, and
// the tensor quantised with them. Judged by MPFR.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "oracle/oracle.hpp"

namespace oracle {

struct DynamicallyQuantised {
  std::vector<Answer> y;
  Answer scale;       // a float
  Answer zero_point;  // of type uint8
};

// The range is that of the elements and of 0; with a NaN among them it is a NaN, and so is the scale. A signalling one
// is `invalid` at the scale, which reads all elements, and at its own element of y. Where all elements are 0, or there
// are none, the scale is 1, and `invalid` at the scale tells it.
DynamicallyQuantised dynamicquantizelinear(std::span<const std::uint64_t> x);

}  // namespace oracle
