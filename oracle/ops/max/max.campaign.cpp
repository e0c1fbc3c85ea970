// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/max/max.hpp"

namespace oracle {

std::vector<Campaign> max_campaigns() {
  constexpr auto answer = []<Type T>(std::uint64_t a, std::uint64_t b) { return max(T, a, b); };
  return {{"max", "Max", {"MAX-ALL-RESULT"}, on_numbers<answer>}};
}

}  // namespace oracle
