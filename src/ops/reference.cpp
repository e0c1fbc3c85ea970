// SPDX-License-Identifier: Apache-2.0
// Floor 4. See reference.hpp.
#include "ops/reference.hpp"

#include "ops/reference_kernels.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {

Kernel reference_kernel(OperatorId op, DType type, bool counting) {
  static constexpr const Kernel* table[][2] = {
#define NUMERIC(id, name, onnx, kind, bits, fraction, algebra) \
  {reference_kernels<algebra, false>, reference_kernels<algebra, true>},
#include "tensor/dtype.def"
  };
  return table[static_cast<unsigned>(type)][counting][static_cast<unsigned>(op)];
}

}  // namespace etalon::impl
