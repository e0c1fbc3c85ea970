// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/xor/xor.hpp"

namespace oracle {

std::vector<Campaign> xor_campaigns() {
  constexpr auto answer = []<Type T>(std::uint64_t a, std::uint64_t b) { return Answer{logical_xor(a, b), 0}; };
  return {{"xor", "Xor", {"XOR-ALL-RESULT"}, on_truths<answer>}};
}

}  // namespace oracle
