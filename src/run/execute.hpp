// SPDX-License-Identifier: Apache-2.0
// Floor 6. Runs a call on buffers: checks them first, shields the kernel from the host's floating-point environment.
// Allocates nothing, unless there are more than eight inputs or outputs. An omitted operand has a view without data.
#pragma once

#include "ops/call.hpp"

namespace etalon::impl {

// `work` is empty unless events are to be counted or the kernel needs scratch; the result is the same.
Status execute(const Call& call, std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs,
               const Work& work, KernelTable kernels);

// The same with a kernel already looked up.
Status execute(const Call& call, std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs,
               const Work& work, const Kernel& kernel);

}  // namespace etalon::impl
