// SPDX-License-Identifier: Apache-2.0
// Floor 7. See threads.hpp. It uses pthreadpool, not oneTBB. pthreadpool is one small C library that allocates only
// when the pool is made, assigns every thread its range of tasks beforehand (what is left over is stolen one by one),
// and lets the calling thread work too. oneTBB has a scheduler of its own that allocates each task as it starts;
// running must not allocate.
#include "simd/threads.hpp"

#include <pthreadpool.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace etalon::impl {
namespace {

// Whether the system can start that many threads. pthreadpool does not check: it would wait forever for a thread that
// could not be started.
bool available(unsigned threads) {
  std::atomic<bool> leave = false;
  std::vector<std::thread> started;
  started.reserve(threads);
  bool all = true;
  try {
    while (started.size() < threads) started.emplace_back([&] { leave.wait(false); });
  } catch (const std::system_error&) {
    all = false;
  }
  leave = true;
  leave.notify_all();
  for (std::thread& thread : started) thread.join();
  return all;
}

}  // namespace

Result<Threads> Threads::make(unsigned count) {
  if (count > most)
    return error(Code::limit, "FILE-ALL-LIMITS", "too many threads: at most " + std::to_string(most),
                 "give fewer than the " + std::to_string(count) + " threads");
  const unsigned size = count != 0 ? count : std::clamp(std::thread::hardware_concurrency(), 1u, most);
  if (size == 1) return Threads(1, nullptr);
  pthreadpool* pool = available(size - 1) ? pthreadpool_create(size) : nullptr;
  if (pool == nullptr)
    return error(Code::limit, "FILE-ALL-LIMITS", "the system does not start " + std::to_string(size) + " threads",
                 "give fewer threads");
  return Threads(size, pool);
}

void Threads::run(std::size_t tasks, void (*task)(void* context, std::size_t i), void* context) {
  // Subnormals stay, so the flag that drops them is not set. Workers sleep as soon as they are done: else each would
  // spin for milliseconds and hold up a machine that has fewer processors than the pool has threads.
  pthreadpool_parallelize_1d(pool_.get(), task, context, tasks, PTHREADPOOL_FLAG_YIELD_WORKERS);
}

void Threads::Release::operator()(pthreadpool* pool) const { pthreadpool_destroy(pool); }

}  // namespace etalon::impl
