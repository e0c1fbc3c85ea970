// SPDX-License-Identifier: Apache-2.0
// How long the fast kernels take for a model: time_network THREADS SECONDS MODEL [NAME=SIZE …] FILE …
// The plan is made once, then run until the seconds are over, at least three times; the best time counts. One thread is
// timed by the processor's clock, so that others may use the machine; several by that of the wall.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
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

  const auto wall = [] { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); };
  const auto now = [&] {
    timespec spent;
    if (team.size() > 1 || clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent) != 0) return wall();
    return static_cast<double>(spent.tv_sec) + 1e-9 * static_cast<double>(spent.tv_nsec);
  };
  double best = HUGE_VAL;
  const double start = wall();
  for (int runs = 0; runs < 3 || wall() - start < seconds; ++runs) {
    const double from = now();
    Network::run(plan, buffers, team.get());
    best = std::min(best, now() - from);
  }
  std::printf("{\"digest\":\"%s\",\"seconds\":%.9g,\"instructions\":\"%s\"}\n", plan.digest(buffers.outputs).c_str(),
              best, etalon_fast_instructions());
}
