// SPDX-License-Identifier: Apache-2.0
// Pairs of the small types by the fast kernels, judged by the oracle: pairs [ROWS]. Of a 16-bit type, ROWS first
// operands out of as many equal parts of all of them, each with every second operand; 256 make 2^24 pairs. For
// processors where the command line is not built.
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include "conform/campaign/campaign.hpp"
#include "simd/fast.hpp"
#include "tests/support/cores.hpp"

using namespace etalon::impl;

int main(int argc, char** argv) {
  const std::uint64_t rows = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 256;
  std::vector<Contest> contests;
  for (const Campaign& campaign : campaigns()) {
    contests.push_back(fast_contest(campaign, instruction_sets()));
    contests.back().judged = true;
  }
  std::atomic<std::uint64_t> pairs = 0, wanted = 0, wrong = 0;
  on_all_cores(contests.size(), [&](std::uint64_t i) {
    const Campaign& campaign = campaigns()[i];
    const std::uint64_t strata = std::min(campaign.rows(), rows);
    const Outcome outcome = judge_rows(campaign, stratified_rows(campaign, strata), contests[i]);
    pairs += outcome.cases;
    wanted += strata * campaign.row_cases();
    wrong += outcome.mismatches;
    if (const auto& first = outcome.first)
      std::printf("%s, %s: %" PRIx64 " and %" PRIx64 " give %" PRIx64 ", not %" PRIx64 "\n", campaign.name.c_str(),
                  std::string(first->contender).c_str(), first->a, first->b, first->got, first->wanted);
  });
  std::printf("%zu campaigns, %" PRIu64 " pairs, %" PRIu64 " wrong\n", contests.size(), pairs.load(), wrong.load());
  return wrong == 0 && pairs == wanted && pairs > 0 ? 0 : 1;
}
