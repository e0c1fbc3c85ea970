// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernel of every operator that only moves: whole runs are copied.
#pragma once

#include "ops/call.hpp"

namespace etalon::impl {

// Nothing where the reference is to be used: for bool, whose bytes are made 0 or 1, and for other operators.
Kernel move_kernel(const Call& call);

}  // namespace etalon::impl
