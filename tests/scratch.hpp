// SPDX-License-Identifier: Apache-2.0
// The memory that a kernel works in, or a plan.
#pragma once

#include <memory>
#include <vector>

#include "ops/call.hpp"

namespace etalon::tests {

class Scratch {
 public:
  Scratch(const impl::Kernel& kernel, const impl::Call& call, unsigned tasks = 1)
      : Scratch(kernel.scratch_for(call, tasks)) {}
  explicit Scratch(std::uint64_t bytes)
      : bytes_(static_cast<std::size_t>(bytes)), memory_(bytes_ + impl::Work::scratch_alignment) {}

  std::span<std::byte> span() {
    void* begin = memory_.data();
    std::size_t room = memory_.size();
    return {static_cast<std::byte*>(std::align(impl::Work::scratch_alignment, bytes_, begin, room)), bytes_};
  }

 private:
  std::size_t bytes_;
  std::vector<std::byte> memory_;
};

}  // namespace etalon::tests
