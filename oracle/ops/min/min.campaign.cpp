// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/min/min.hpp"

namespace oracle {

std::vector<Campaign> min_campaigns() {
  constexpr auto answer = []<Type T>(std::uint64_t a, std::uint64_t b) { return min(T, a, b); };
  return {{"min", "Min", {"MIN-ALL-RESULT"}, on_numbers<answer>}};
}

}  // namespace oracle
