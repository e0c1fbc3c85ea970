// SPDX-License-Identifier: Apache-2.0
// Floor 8. Whether C can count as far as a program does: its counters and places are of type int32_t.
#pragma once

#include "write/program.hpp"

namespace etalon::impl {

bool is_near(const WrittenPlace& place);  // with all that it is made of, on the way as well
bool is_near(const Program& program);

}  // namespace etalon::impl
