// SPDX-License-Identifier: Apache-2.0
//
// The reciprocal and the square root for the formats of 16 and 32 bits, in pure integer arithmetic: all 2^32 patterns
// are judged by them. Throw std::invalid_argument for another format.
#pragma once

#include <cstdint>

#include "oracle/oracle.hpp"

namespace oracle {

Answer narrow_reciprocal(Format f, std::uint64_t x);
Answer narrow_sqrt(Format f, std::uint64_t x);

}  // namespace oracle
