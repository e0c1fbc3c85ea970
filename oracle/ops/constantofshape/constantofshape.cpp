// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/constantofshape/constantofshape.hpp"

#include <algorithm>
#include <stdexcept>

namespace oracle {

Move constant_of_shape(std::span<const std::int64_t> wanted) {
  if (std::any_of(wanted.begin(), wanted.end(), [](std::int64_t size) { return size < 0; })) {
    throw std::invalid_argument("oracle constant of shape: a negative size");
  }
  return {Shape(wanted.begin(), wanted.end()), [](const Tuple&) { return std::nullopt; }};
}

}  // namespace oracle
