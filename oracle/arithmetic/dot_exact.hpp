// SPDX-License-Identifier: Apache-2.0
//
// The part of dot.hpp that does not depend on an order of summation. Both operands have the same length.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/oracle.hpp"

namespace oracle {

Answer exact_dot(Format f, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);
Answer exact_dot(Integer type, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

}  // namespace oracle
