// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of MatMul: between quantised tensors it is a product of integers.
#include "ops/family/quantised/sums.alternatives.hpp"

namespace etalon::impl {

extern const OperatorAlternatives matmul_alternatives;
constexpr OperatorAlternatives matmul_alternatives{.sums = &sums_of_float_product,
                                                   .on_integers = [](const Call& call) -> std::optional<IntegerForm> {
                                                     const Shape &a = call.inputs[0]->shape, &b = call.inputs[1]->shape;
                                                     if (b.rank < 2) return std::nullopt;
                                                     return IntegerForm{"QLinearMatMul", a, b, b.rank - 1};
                                                   }};

}  // namespace etalon::impl
