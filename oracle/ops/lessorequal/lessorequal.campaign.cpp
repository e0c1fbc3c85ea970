// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/lessorequal/lessorequal.hpp"

namespace oracle {

std::vector<Campaign> lessorequal_campaigns() {
  constexpr auto answer = []<Type T>(std::uint64_t a, std::uint64_t b) { return less_or_equal(T, a, b); };
  return {{"lessorequal", "LessOrEqual", {"LESSOREQUAL-ALL-RESULT"}, on_bytes<answer>}};
}

}  // namespace oracle
