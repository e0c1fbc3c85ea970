// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/arithmetic/order.hpp"
#include "oracle/arithmetic/small_float.hpp"
#include "oracle/ops/cast/cast.hpp"

namespace oracle {

std::vector<Campaign> leakyrelu_campaigns() {
  // With the default of alpha, 0.01.
  constexpr JudgePattern answer = [](Type type, Type, std::uint64_t x) {
    const std::uint64_t alpha = cast(float32, type, 0x3C23D70A).bits;
    return is_less(type, x, 0) ? small_mul(type.format(), alpha, x) : Answer{canonical(type, x), nan_events(type, {x})};
  };
  Campaign campaign{"leakyrelu", "LeakyRelu", {"LEAKYRELU-FLOAT-RESULT", "LEAKYRELU-FLOAT-SPECIAL"}, answer};
  campaign.widest = 16;
  return {campaign};
}

}  // namespace oracle
