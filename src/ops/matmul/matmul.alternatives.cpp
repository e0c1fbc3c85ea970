// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of MatMul: between quantised tensors, a product of integers.
#include "ops/family/sums.alternatives.hpp"

namespace etalon::impl {

extern const OperatorAlternatives matmul_alternatives;
constexpr OperatorAlternatives matmul_alternatives{.sums = &sums_of_float_product};

}  // namespace etalon::impl
