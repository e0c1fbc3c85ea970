// SPDX-License-Identifier: Apache-2.0
// Floor 8. The schedule by rows: where every element of a row of results is a sum of its own, the sums of the row are
// kept in an array and advance together, so that neighbours lie beside each other in the innermost loop. Each sum has
// the same steps in the same order: every bit stays.
#pragma once

#include "write/program.hpp"

namespace etalon::impl {

void schedule_by_rows(Program& program);

}  // namespace etalon::impl
