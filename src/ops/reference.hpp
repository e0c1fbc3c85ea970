// SPDX-License-Identifier: Apache-2.0
// Floor 4. The reference kernels: every operator's meaning over every algebra, as tables.
#pragma once

#include "ops/call.hpp"

namespace etalon::impl {

// The reference of an operator for a storable type; the counting one also counts events.
Kernel reference_kernel(OperatorId op, DType type, bool counting);

}  // namespace etalon::impl
