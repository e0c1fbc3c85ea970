// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernel of every operator that only moves: whole runs are copied.
#pragma once

#include "ops/call.hpp"

namespace etalon::impl {

// Nothing for other operators, where the reference is to be used.
Kernel move_kernel(const Call& call);

}  // namespace etalon::impl
