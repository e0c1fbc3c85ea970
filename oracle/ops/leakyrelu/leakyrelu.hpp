// SPDX-License-Identifier: Apache-2.0
//
// LeakyRelu: a number below zero gives its product with alpha, rounded once; any other itself. The attribute, of type
// float, is first rounded to the type of the elements. Needs MPFR.
#pragma once

#include "oracle/ops/cast/cast.hpp"
#include "oracle/ops/prelu/prelu.hpp"

namespace oracle {

inline Answer leaky_relu(Type type, std::uint64_t x, std::uint32_t alpha) {
  return prelu(type, x, cast(float32, type, alpha).bits);
}

}  // namespace oracle
