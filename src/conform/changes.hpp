// SPDX-License-Identifier: Apache-2.0
// Floor 8. What may be done otherwise in a call, as changes that can be tried alone and together ("CON-ALL-CAUSE").
#pragma once

#include <string>
#include <vector>

#include "conform/alternative.hpp"
#include "ops/call.hpp"

namespace etalon::impl {

// Of two changes of one kind only one can be made.
enum class Way : std::uint8_t {
  policy,
  order,
  accumulator,
  bias,
  quotients,
  products,
  subnormals,
  integers,
  axis,
  type,
  zeros,
  rewriting,
  folding,
};

// Whether results that are computed so conform whatever they are: another order of a sum, fused or rounded, in the type
// or a wider one ("CON-FLOAT-SUM").
constexpr bool is_admissible(Way way) {
  return way == Way::policy || way == Way::order || way == Way::accumulator || way == Way::bias;
}

// One thing that is done otherwise: how the call, or the alternative, changes for it.
struct Change {
  std::string text;
  Way kind;
  void (*apply)(Call& call, Alternative& alternative, std::uint64_t parameter);
  std::uint64_t parameter = 0;
};

std::vector<Change> changes_for(const Call& call);

}  // namespace etalon::impl
