// SPDX-License-Identifier: Apache-2.0
//
// HardSigmoid: the product with alpha, then the sum with beta, each rounded, then the lesser of that and one, and the
// greater of that and zero. The attributes, of type float, are first rounded to the type of the elements. Needs MPFR.
#pragma once

#include "oracle/ops/add/add.hpp"
#include "oracle/ops/cast/cast.hpp"
#include "oracle/ops/max/max.hpp"
#include "oracle/ops/min/min.hpp"
#include "oracle/ops/mul/mul.hpp"

namespace oracle {

inline Answer hard_sigmoid(Type type, std::uint64_t x, std::uint32_t alpha, std::uint32_t beta) {
  const std::uint64_t one = cast(Boolean{}, type, 1).bits;
  const Answer product = mul(type, x, cast(float32, type, alpha).bits);
  const Answer moved = add(type, product.bits, cast(float32, type, beta).bits);
  const Answer lesser = min(type, moved.bits, one);
  return {max(type, lesser.bits, 0).bits, product.events | moved.events};
}

}  // namespace oracle
