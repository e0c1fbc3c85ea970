// SPDX-License-Identifier: Apache-2.0
// Hosts that are hard on kernels: teams that take tasks in any order or really at once, and a floating-point
// environment that rounds up and flushes, which also the threads of a team have.
#pragma once

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <cstdint>
#include <numeric>
#include <thread>
#include <vector>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "ops/call.hpp"
#include "oracle/random.hpp"

namespace etalon::tests {

// While it lives, this thread rounds up and, where the processor can, takes and gives zeros for subnormals.
class OddEnvironment {
 public:
  explicit OddEnvironment(bool odd) : odd_(odd) {
    if (!odd_) return;
#if defined(__x86_64__)
    host_ = _mm_getcsr();
    _mm_setcsr(0x1F80 | 0x8000 | 0x4000 | 0x0040);
#elif defined(__aarch64__)
    __asm__ volatile("mrs %0, fpcr" : "=r"(host_));
    __asm__ volatile("msr fpcr, %0" : : "r"(std::uint64_t{1} << 24 | std::uint64_t{1} << 22));
#else
    host_ = std::fegetround();
    std::fesetround(FE_UPWARD);
#endif
  }
  ~OddEnvironment() {
    if (!odd_) return;
#if defined(__x86_64__)
    _mm_setcsr(host_);
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"(host_));
#else
    std::fesetround(host_);
#endif
  }
  OddEnvironment(const OddEnvironment&) = delete;
  OddEnvironment& operator=(const OddEnvironment&) = delete;

 private:
  bool odd_;
#if defined(__x86_64__)
  unsigned host_ = 0;
#elif defined(__aarch64__)
  std::uint64_t host_ = 0;
#else
  int host_ = 0;
#endif
};

// Tasks on threads of their own, several at once.
class Threads final : public impl::Team {
 public:
  Threads(unsigned size, bool odd) : size_(size), odd_(odd) {}
  unsigned size() const override { return size_; }
  void run(std::size_t tasks, void (*task)(void*, std::size_t), void* context) override {
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
      const OddEnvironment environment(odd_);
      for (std::size_t i = next++; i < tasks; i = next++) task(context, i);
    };
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < std::min<std::size_t>(size_, tasks); ++i) workers.emplace_back(work);
    work();
  }

 private:
  unsigned size_;
  bool odd_;
};

// All tasks on the calling thread, in an order that no kernel can expect.
class Shuffled final : public impl::Team {
 public:
  Shuffled(unsigned size, std::uint64_t seed, bool odd) : size_(size), random_(seed), odd_(odd) {}
  unsigned size() const override { return size_; }
  void run(std::size_t tasks, void (*task)(void*, std::size_t), void* context) override {
    std::vector<std::size_t> order(tasks);
    std::iota(order.rbegin(), order.rend(), std::size_t{0});
    if (random_.coin())
      for (std::size_t i = tasks; i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
    const OddEnvironment environment(odd_);
    for (const std::size_t i : order) task(context, i);
  }

 private:
  unsigned size_;
  oracle::Random random_;
  bool odd_;
};

}  // namespace etalon::tests
