// SPDX-License-Identifier: Apache-2.0
// The memory that a kernel works in, or a plan.
#pragma once

#include "ops/call.hpp"

namespace etalon::tests {

class Scratch : public impl::AlignedBytes {
 public:
  using AlignedBytes::AlignedBytes;
  Scratch(const impl::Kernel& kernel, const impl::Call& call, unsigned tasks = 1)
      : AlignedBytes(kernel.scratch_for(call, tasks)) {}
};

}  // namespace etalon::tests
