// SPDX-License-Identifier: Apache-2.0
//
// ReduceProd: the product of some elements, one after the other, each product rounded; of integers modulo 2^bits, and
// that the exact product is out of range is `wrapped`. Of no elements it is 1.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/oracle.hpp"

namespace oracle {

Answer product(Type type, std::span<const std::uint64_t> elements);

}  // namespace oracle
