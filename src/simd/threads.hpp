// SPDX-License-Identifier: Apache-2.0
// Floor 7. A ready-made team: a pool of threads that lives as long as this does.
#pragma once

#include <memory>

#include "base/status.hpp"
#include "ops/call.hpp"

struct pthreadpool;

namespace etalon::impl {

class Threads final : public Team {
 public:
  static constexpr unsigned most = 1024;

  // `threads` threads including the caller's; 0 means one per processor.
  static Result<Threads> make(unsigned count);

  unsigned size() const override { return size_; }
  // Allocates nothing. Callers at the same time take turns.
  void run(std::size_t tasks, void (*task)(void* context, std::size_t i), void* context) override;

 private:
  struct Release {
    void operator()(pthreadpool* pool) const;
  };
  Threads(unsigned size, pthreadpool* pool) : size_(size), pool_(pool) {}

  unsigned size_;
  std::unique_ptr<pthreadpool, Release> pool_;  // null where the calling thread is all there is
};

}  // namespace etalon::impl
