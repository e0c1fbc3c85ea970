// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/abs/abs.hpp"

namespace oracle {

std::vector<Campaign> abs_campaigns() {
  constexpr JudgePattern answer = [](Type type, Type, std::uint64_t x) { return abs(type, x); };
  return {{"abs", "Abs", {"ABS-ALL-RESULT", "ABS-FLOAT-SPECIAL", "ABS-INT-MINIMUM"}, answer}};
}

}  // namespace oracle
