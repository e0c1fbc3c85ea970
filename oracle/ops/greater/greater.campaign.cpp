// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/greater/greater.hpp"

namespace oracle {

std::vector<Campaign> greater_campaigns() {
  constexpr auto answer = []<Type T>(std::uint64_t a, std::uint64_t b) { return greater(T, a, b); };
  return {{"greater", "Greater", {"GREATER-ALL-RESULT"}, on_bytes<answer>}};
}

}  // namespace oracle
