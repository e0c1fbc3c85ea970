// SPDX-License-Identifier: Apache-2.0
//
// Size: the number of elements.
#pragma once

#include <cstdint>

#include "oracle/indices/tuples.hpp"

namespace oracle {

inline std::int64_t size(const Shape& data) { return static_cast<std::int64_t>(element_count(data)); }

}  // namespace oracle
