// SPDX-License-Identifier: Apache-2.0
// Threads for measuring: the one place that says where the team of a measurement comes from.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "ops/call.hpp"

namespace etalon::bench {

// The caller and size - 1 threads that wait for it; whoever is free takes the next task.
class WaitingTeam final : public impl::Team {
 public:
  explicit WaitingTeam(unsigned size) {
    for (unsigned i = 1; i < size; ++i) threads_.emplace_back([this](std::stop_token stop) { work(stop); });
  }
  ~WaitingTeam() {
    for (std::jthread& thread : threads_) thread.request_stop();
  }

  unsigned size() const override { return static_cast<unsigned>(threads_.size()) + 1; }
  void run(std::size_t tasks, void (*task)(void*, std::size_t), void* context) override {
    std::unique_lock lock(mutex_);
    tasks_ = left_ = tasks;
    next_ = 0;
    task_ = task;
    context_ = context;
    wake_.notify_all();
    take(lock);
    done_.wait(lock, [this] { return left_ == 0; });
  }

 private:
  void take(std::unique_lock<std::mutex>& lock) {
    while (next_ < tasks_) {
      const std::size_t i = next_++;
      lock.unlock();
      task_(context_, i);
      lock.lock();
      if (--left_ == 0) done_.notify_all();
    }
  }
  void work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (wake_.wait(lock, stop, [this] { return next_ < tasks_; })) take(lock);
  }

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::condition_variable done_;
  std::size_t tasks_ = 0, next_ = 0, left_ = 0;
  void (*task_)(void*, std::size_t) = nullptr;
  void* context_ = nullptr;
  std::vector<std::jthread> threads_;  // last: joined before what they use is gone
};

// A team that lives as long as the program; null for one thread.
inline impl::Team* team_of(unsigned threads) {
  if (threads <= 1) return nullptr;
  static WaitingTeam team(threads);  // all measurements with threads take as many
  return &team;
}

}  // namespace etalon::bench
