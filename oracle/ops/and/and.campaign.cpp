// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/and/and.hpp"

namespace oracle {

std::vector<Campaign> and_campaigns() {
  constexpr auto answer = []<Type T>(std::uint64_t a, std::uint64_t b) { return Answer{logical_and(a, b), 0}; };
  return {{"and", "And", {"AND-ALL-RESULT"}, on_truths<answer>}};
}

}  // namespace oracle
