// SPDX-License-Identifier: Apache-2.0
// Floor 4. The reference kernels of all operators over one algebra, in the order of operators.def.
#pragma once

#include "ops/references.inc"  // made from operators.def: includes every NAME.reference.hpp

namespace etalon::impl {

template <class Algebra, bool counting>
inline constexpr Kernel reference_kernels[] = {
#define OPERATOR(id) {&id##_reference<Algebra, counting>},
#include "ops/operators.def"
};

}  // namespace etalon::impl
