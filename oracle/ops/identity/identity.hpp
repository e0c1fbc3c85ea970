// SPDX-License-Identifier: Apache-2.0
//
// Identity: the input as it is.
#pragma once

#include "oracle/indices/move.hpp"

namespace oracle {

inline Move identity(const Shape& data) {
  return {data, [](const Tuple& output) { return Place{0, output}; }};
}

}  // namespace oracle
