// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels as a table: the bits of the reference, at the speed of the processor's vector units.
#pragma once

#include <span>
#include <string_view>

#include "ops/call.hpp"

namespace etalon::impl {

// A KernelTable. Where events are counted, and where an operator has no fast kernel for a call, it is the reference.
Kernel fast_kernel(const Call& call, CountEvents count);

// The instruction sets that this build has kernels for and this processor has, best first. The best one is in use
// unless another one is chosen. A choice applies to later lookups in all threads; it exists for tests and for
// measuring.
std::span<const std::string_view> instruction_sets();
std::string_view instruction_set_in_use();
bool use_instruction_set(std::string_view name);

}  // namespace etalon::impl
