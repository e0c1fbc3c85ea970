// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/clip/clip.hpp"

namespace oracle {

// One bound at a time, with every number.
std::vector<Campaign> clip_campaigns() {
  constexpr auto lower = []<Type T>(std::uint64_t bound, std::uint64_t x) { return clip(T, x, bound, std::nullopt); };
  constexpr auto upper = []<Type T>(std::uint64_t bound, std::uint64_t x) { return clip(T, x, std::nullopt, bound); };
  const std::vector<const char*> evidence{"CLIP-ALL-RESULT", "CLIP-FLOAT-SPECIAL"};
  Campaign by_lower{"clip-min", "Clip", evidence, on_bytes_and_float16<lower>};
  by_lower.bound = 1;
  Campaign by_upper{"clip-max", "Clip", evidence, on_bytes_and_float16<upper>};
  by_upper.bound = 2;
  return {by_lower, by_upper};
}

}  // namespace oracle
