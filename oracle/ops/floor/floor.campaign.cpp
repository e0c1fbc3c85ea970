// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/floor/floor.hpp"

namespace oracle {

std::vector<Campaign> floor_campaigns() {
  constexpr JudgePattern answer = [](Type type, Type, std::uint64_t x) { return floor(type, x); };
  return {{"floor", "Floor", {"FLOOR-ALL-RESULT", "FLOOR-FLOAT-SPECIAL"}, answer}};
}

}  // namespace oracle
