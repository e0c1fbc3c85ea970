// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/arithmetic/narrow_float.hpp"

namespace oracle {

std::vector<Campaign> sqrt_campaigns() {
  constexpr JudgePattern answer = [](Type type, Type, std::uint64_t x) { return narrow_sqrt(type.format(), x); };
  return {{"sqrt", "Sqrt", {"SQRT-FLOAT-RESULT", "SQRT-FLOAT-SPECIAL"}, answer}};
}

}  // namespace oracle
