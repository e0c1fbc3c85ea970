// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/less/less.hpp"

namespace oracle {

std::vector<Campaign> less_campaigns() {
  constexpr auto answer = []<Type T>(std::uint64_t a, std::uint64_t b) { return less(T, a, b); };
  return {{"less", "Less", {"LESS-ALL-RESULT", "LESS-FLOAT-SPECIAL"}, on_numbers<answer>}};
}

}  // namespace oracle
