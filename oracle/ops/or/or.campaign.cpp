// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/or/or.hpp"

namespace oracle {

std::vector<Campaign> or_campaigns() {
  constexpr auto answer = []<Type T>(std::uint64_t a, std::uint64_t b) { return Answer{logical_or(a, b), 0}; };
  return {{"or", "Or", {"OR-ALL-RESULT"}, on_truths<answer>}};
}

}  // namespace oracle
