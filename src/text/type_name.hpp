// SPDX-License-Identifier: Apache-2.0
// Floor 3. The names that documents give to element types ("NUM-ALL-TYPENAME").
#pragma once

#include <string_view>

#include "tensor/dtype.hpp"

namespace etalon::impl {

// A type by its name in the table of types or by another name that documents use, in capital or small letters: FP16,
// INT8, float32. Null where it names none.
const DTypeInfo* find_type(std::string_view name);

}  // namespace etalon::impl
