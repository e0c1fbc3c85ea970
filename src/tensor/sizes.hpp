// SPDX-License-Identifier: Apache-2.0
// Floor 2. The one place where a shape that a file or a text asks for is checked against the limits, before memory is
// allocated for it.
#pragma once

#include <cstdint>
#include <span>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "tensor/dtype.hpp"
#include "tensor/shape.hpp"

namespace etalon::impl {

Finding limit_finding(std::string message);  // rule FILE-ALL-LIMITS

// The shape of a tensor of a storable type. The limit on elements counts a zero dimension as one: an empty tensor of
// 2^40 rows is as much work to print as a full one.
Result<Shape> checked_shape(std::span<const std::uint64_t> dims, DType type, const Limits& limits);

}  // namespace etalon::impl
