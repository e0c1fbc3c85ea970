// SPDX-License-Identifier: Apache-2.0
// Floor 7. Every operator's reference over exact rationals: what the type `real` computes, and what the error of a
// floating-point result is measured against.
#pragma once

#include "ops/call.hpp"

namespace etalon::impl {

// A KernelTable. Views are arrays of Number; the type is ignored.
Kernel exact_kernel(OperatorId op, DType type, bool counting);

}  // namespace etalon::impl
