// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/thresholdedrelu/thresholdedrelu.hpp"

namespace oracle {

std::vector<Campaign> thresholdedrelu_campaigns() {
  constexpr std::uint32_t alpha = 0x3F800000;  // the default, 1
  constexpr JudgePattern answer = [](Type type, Type, std::uint64_t x) { return thresholded_relu(type, x, alpha); };
  return {
      {"thresholdedrelu", "ThresholdedRelu", {"THRESHOLDEDRELU-ALL-RESULT", "THRESHOLDEDRELU-FLOAT-SPECIAL"}, answer}};
}

}  // namespace oracle
