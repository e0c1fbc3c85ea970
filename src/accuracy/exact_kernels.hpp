// SPDX-License-Identifier: Apache-2.0
// Floor 7. Every operator's reference over exact rationals: what the type `real` computes, and what the error of a
// floating-point result is measured against.
#pragma once

#include "ops/precondition.hpp"

namespace etalon::impl {

// A KernelTable. Views of type `real` are arrays of Number.
Kernel exact_kernel(const Call& call, CountEvents count);

// A Scan of arrays of Number.
Events::Tally scan_exact(Precondition::Demand demand, const TensorView& operand);

// A KernelTable and a Scan for any operands: exact where they are real, otherwise the reference over stored numbers.
Kernel any_kernel(const Call& call, CountEvents count);
Events::Tally scan_any(Precondition::Demand demand, const TensorView& operand);

}  // namespace etalon::impl
