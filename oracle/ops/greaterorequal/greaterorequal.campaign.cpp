// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/greaterorequal/greaterorequal.hpp"

namespace oracle {

std::vector<Campaign> greaterorequal_campaigns() {
  constexpr auto answer = []<Type T>(std::uint64_t a, std::uint64_t b) { return greater_or_equal(T, a, b); };
  return {{"greaterorequal", "GreaterOrEqual", {"GREATEROREQUAL-ALL-RESULT"}, on_bytes<answer>}};
}

}  // namespace oracle
