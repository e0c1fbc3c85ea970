// SPDX-License-Identifier: Apache-2.0
//
// Dropout outside training: the data as it is, and a mask that keeps every element.
#pragma once

#include <cstdint>

#include "oracle/indices/move.hpp"
#include "oracle/ops/cast/cast.hpp"
#include "oracle/ops/identity/identity.hpp"

namespace oracle {

inline Move dropout(const Shape& data) { return identity(data); }

// An element of the mask: true, or the number one where the mask has the type of the data (version 7).
inline std::uint64_t dropout_mask(Type mask) { return cast(Boolean{}, mask, 1).bits; }

}  // namespace oracle
