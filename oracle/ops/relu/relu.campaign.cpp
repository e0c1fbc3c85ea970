// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/relu/relu.hpp"

namespace oracle {

std::vector<Campaign> relu_campaigns() {
  constexpr JudgePattern answer = [](Type type, Type, std::uint64_t x) { return relu(type, x); };
  return {{"relu", "Relu", {"RELU-ALL-RESULT"}, answer}};
}

}  // namespace oracle
