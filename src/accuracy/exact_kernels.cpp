// SPDX-License-Identifier: Apache-2.0
// Floor 7. See exact_kernels.hpp.
#include "accuracy/exact_kernels.hpp"

#include "exact/rational.hpp"
#include "ops/reference_kernels.hpp"

namespace etalon::impl {

Kernel exact_kernel(OperatorId op, DType, bool counting) {
  static constexpr const Kernel* table[2] = {reference_kernels<Rational, false>, reference_kernels<Rational, true>};
  return table[counting][static_cast<unsigned>(op)];
}

}  // namespace etalon::impl
