// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/neg/neg.hpp"

namespace oracle {

std::vector<Campaign> neg_campaigns() {
  constexpr JudgePattern answer = [](Type type, Type, std::uint64_t x) { return neg(type, x); };
  return {{"neg", "Neg", {"NEG-ALL-RESULT", "NEG-FLOAT-SPECIAL", "NEG-INT-MINIMUM"}, answer}};
}

}  // namespace oracle
