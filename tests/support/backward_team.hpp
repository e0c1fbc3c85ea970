// SPDX-License-Identifier: Apache-2.0
// A team whose threads are one, which takes tasks from the last to the first: what depends on the order of tasks shows.
#pragma once

#include "ops/call.hpp"

namespace etalon::tests {

class BackwardTeam final : public impl::Team {
 public:
  explicit BackwardTeam(unsigned size) : size_(size) {}
  unsigned size() const override { return size_; }
  void run(std::size_t tasks, void (*task)(void* context, std::size_t i), void* context) override {
    for (std::size_t i = tasks; i-- > 0;) task(context, i);
  }

 private:
  unsigned size_;
};

}  // namespace etalon::tests
