// SPDX-License-Identifier: Apache-2.0
// Floor 8. Which values may be any NaN where they are one: those that only steps see that give the same for all NaNs.
#pragma once

#include <string_view>

#include "write/program.hpp"

namespace etalon::impl {

struct Loose {
  std::vector<bool> variables, rows;  // by variable, and by buffer
};
Loose loose_of(const Program& program);

// Names of steps, without the type that they begin with.
std::string_view step_of(std::string_view name);
// Whether a call gives a rounded number, so that its NaN is the one NaN or may be any.
bool is_arithmetic(const Expression& e);
// Whether a call gives the same for all NaNs.
bool takes_any_nan(const Expression& e);

}  // namespace etalon::impl
