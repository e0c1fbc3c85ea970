// SPDX-License-Identifier: Apache-2.0
// Work distributed over all cores, one number at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

template <class Work> void on_all_cores(std::uint64_t total, Work work) {
  std::atomic<std::uint64_t> next = 0;
  const auto loop = [&] {
    for (std::uint64_t i = next++; i < total; i = next++) work(i);
  };
  std::vector<std::jthread> workers;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) workers.emplace_back(loop);
  loop();
}
