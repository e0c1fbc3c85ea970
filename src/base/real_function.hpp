// SPDX-License-Identifier: Apache-2.0
// Floor 0. The real functions of one argument that are rounded once.
#pragma once

#include <cstdint>

namespace etalon::impl {

enum class RealFunction : std::uint8_t { exp, log, sigmoid, tanh, erf, sin, cos, acos };

}  // namespace etalon::impl
