// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/arithmetic/narrow_float.hpp"

namespace oracle {

std::vector<Campaign> reciprocal_campaigns() {
  constexpr JudgePattern answer = [](Type type, Type, std::uint64_t x) { return narrow_reciprocal(type.format(), x); };
  return {{"reciprocal", "Reciprocal", {"RECIPROCAL-FLOAT-RESULT", "RECIPROCAL-FLOAT-SPECIAL"}, answer}};
}

}  // namespace oracle
