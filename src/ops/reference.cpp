// SPDX-License-Identifier: Apache-2.0
// Floor 4. See reference.hpp.
#include "ops/reference.hpp"

#include "ops/reference_table.hpp"
#include "ops/world.hpp"

namespace etalon::impl {

Kernel reference_kernel(const Call& call, CountEvents) { return kernel_in<Stored>(call); }

}  // namespace etalon::impl
