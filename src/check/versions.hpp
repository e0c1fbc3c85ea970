// SPDX-License-Identifier: Apache-2.0
// Floor 5. Which version of an operator an operator set means, and which row a source has for it.
#pragma once

#include <optional>
#include <string>

#include "check/profile.hpp"

namespace etalon::impl {

// Whether the definitions of the operator set were read.
bool is_known(std::optional<std::int64_t> opset);

int version_of(const Operator& op, std::int64_t opset);  // 0: the set does not have the operator

// The row of a source for a version; null where there is none.
const Row* find_row(const Operator& op, std::optional<Source> source, int version);

std::string numbered(const Operator& op, int version);  // "Mul-14"

}  // namespace etalon::impl
