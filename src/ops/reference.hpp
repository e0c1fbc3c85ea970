// SPDX-License-Identifier: Apache-2.0
// Floor 4. The reference kernels: every operator's meaning over the numbers that are stored.
#pragma once

#include "ops/call.hpp"

namespace etalon::impl {

// A KernelTable. Events are counted where the caller gives a place for them.
Kernel reference_kernel(const Call& call, CountEvents count);

}  // namespace etalon::impl
