// SPDX-License-Identifier: Apache-2.0
// How long the fast kernels take for a model: time_network THREADS SECONDS MODEL [NAME=SIZE …] FILE …
// The plan is made once, then run until the seconds are over, at least three times; the best time counts.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <etalon/fast.hpp>

#include "tests/replay/network.hpp"

int main(int argc, char** argv) {
  using etalon::test::Network;
  using Clock = std::chrono::steady_clock;
  const std::span<char* const> words(argv, static_cast<std::size_t>(argc));
  if (words.size() < 4) Network::fail("time_network THREADS SECONDS MODEL [NAME=SIZE ...] FILE ...");
  const etalon::Team team(static_cast<std::uint32_t>(std::strtoul(words[1], nullptr, 10)));
  if (!team) Network::fail(team.message());
  const double seconds = std::strtod(words[2], nullptr);
  const Network network(words.subspan(3));
  const etalon::Plan plan(network.model(), {etalon_fast_kernels(), team.size()});
  Network::Buffers buffers = network.buffers(plan);

  double best = HUGE_VAL;
  const Clock::time_point start = Clock::now();
  const auto since = [](Clock::time_point from) { return std::chrono::duration<double>(Clock::now() - from).count(); };
  for (int runs = 0; runs < 3 || since(start) < seconds; ++runs) {
    const Clock::time_point from = Clock::now();
    Network::run(plan, buffers, team.get());
    best = std::min(best, since(from));
  }
  std::printf("{\"digest\":\"%s\",\"seconds\":%.9g,\"instructions\":\"%s\"}\n", plan.digest(buffers.outputs).c_str(),
              best, etalon_fast_instructions());
}
