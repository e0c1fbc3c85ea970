// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/sign/sign.hpp"

namespace oracle {

std::vector<Campaign> sign_campaigns() {
  constexpr JudgePattern answer = [](Type type, Type, std::uint64_t x) { return sign(type, x); };
  return {{"sign", "Sign", {"SIGN-ALL-RESULT"}, answer}};
}

}  // namespace oracle
