// SPDX-License-Identifier: Apache-2.0
// Floor 6. Runs a call on buffers: checks them at the door, shields the kernel from the host's floating-point
// environment, allocates nothing.
#pragma once

#include "ops/call.hpp"

namespace etalon::impl {

// `events` may be null: then nothing is counted, and the result is the same.
Status execute(const Call& call, std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs,
               Events* events, KernelTable kernels);

}  // namespace etalon::impl
