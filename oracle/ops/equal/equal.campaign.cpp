// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/equal/equal.hpp"

namespace oracle {

std::vector<Campaign> equal_campaigns() {
  constexpr auto answer = []<Type T>(std::uint64_t a, std::uint64_t b) { return equal(T, a, b); };
  return {{"equal", "Equal", {"EQUAL-ALL-RESULT", "EQUAL-FLOAT-SPECIAL"}, on_numbers_and_truths<answer>}};
}

}  // namespace oracle
