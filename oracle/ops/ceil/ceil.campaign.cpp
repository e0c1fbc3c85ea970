// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/ceil/ceil.hpp"

namespace oracle {

std::vector<Campaign> ceil_campaigns() {
  constexpr JudgePattern answer = [](Type type, Type, std::uint64_t x) { return ceil(type, x); };
  return {{"ceil", "Ceil", {"CEIL-ALL-RESULT", "CEIL-FLOAT-SPECIAL"}, answer}};
}

}  // namespace oracle
