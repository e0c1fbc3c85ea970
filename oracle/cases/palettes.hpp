// SPDX-License-Identifier: Apache-2.0
//
// Elements that one thing is shown with: tensors are made of the patterns of one palette (wish.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/oracle.hpp"

namespace oracle {

struct Palette {
  enum class Kind { nominal, boundary, special };

  const char* name;
  Kind kind;
  std::vector<std::uint64_t> elements;
};

// Those of a type; special ones only where it has infinities and NaNs. The first is that of ordinary numbers.
std::vector<Palette> palettes(Type type);

}  // namespace oracle
