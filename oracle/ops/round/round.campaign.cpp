// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/round/round.hpp"

namespace oracle {

std::vector<Campaign> round_campaigns() {
  constexpr JudgePattern answer = [](Type type, Type, std::uint64_t x) { return round(type, x); };
  return {{"round", "Round", {"ROUND-ALL-RESULT", "ROUND-FLOAT-SPECIAL"}, answer}};
}

}  // namespace oracle
