// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/arithmetic/small_float.hpp"
#include "oracle/ops/cast/cast.hpp"
#include "oracle/ops/max/max.hpp"
#include "oracle/ops/min/min.hpp"

namespace oracle {

std::vector<Campaign> hardsigmoid_campaigns() {
  // With the defaults of alpha and beta, 0.2 and 0.5.
  constexpr JudgePattern answer = [](Type type, Type, std::uint64_t x) {
    const auto number = [type](std::uint32_t pattern) { return cast(float32, type, pattern).bits; };
    const Answer product = small_mul(type.format(), x, number(0x3E4CCCCD));
    const Answer sum = small_add(type.format(), product.bits, number(0x3F000000));
    const std::uint64_t lesser = min(type, sum.bits, number(0x3F800000)).bits;
    return Answer{max(type, lesser, 0).bits, product.events | sum.events};
  };
  Campaign campaign{"hardsigmoid", "HardSigmoid", {"HARDSIGMOID-FLOAT-RESULT", "HARDSIGMOID-FLOAT-SPECIAL"}, answer};
  campaign.widest = 16;
  return {campaign};
}

}  // namespace oracle
