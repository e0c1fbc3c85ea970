// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/not/not.hpp"

namespace oracle {

std::vector<Campaign> not_campaigns() {
  constexpr JudgePattern answer = [](Type, Type, std::uint64_t x) { return Answer{logical_not(x), 0}; };
  return {{"not", "Not", {"NOT-ALL-RESULT"}, answer}};
}

}  // namespace oracle
