// SPDX-License-Identifier: Apache-2.0
// Floor 4. Where Clip's two bounds are found: attributes up to version 6, operands since version 11.
#pragma once

#include <cstddef>
#include <limits>

namespace etalon::impl {

struct ClipBound {
  std::size_t input, attribute;
  double without_effect;
};
inline constexpr ClipBound lower_bound{1, 1, -std::numeric_limits<double>::infinity()},
    upper_bound{2, 0, std::numeric_limits<double>::infinity()};

}  // namespace etalon::impl
