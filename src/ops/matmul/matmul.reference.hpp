// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of MatMul: C[i,j] is the sum over k of A[i,k] * B[k,j], accumulated as the call says.
#pragma once

#include "ops/dot.hpp"
#include "ops/matmul/geometry.hpp"

namespace etalon::impl {

template <class Algebra, bool counting>
Status matmul_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const MatmulGeometry g = *MatmulGeometry::of(call.inputs[0].shape, call.inputs[1].shape);
  if (g.result.count == 0) return {};
  with_policy<Algebra>(call.choices.accumulation, [&]<class Policy>() {
    std::uint64_t index = 0;
    for (std::uint64_t matrix = 0; matrix < g.batch.count; ++matrix) {
      const std::uint64_t a = g.matrix(0, matrix), b = g.matrix(1, matrix);
      for (std::uint64_t i = 0; i < g.rows; ++i)
        for (std::uint64_t j = 0; j < g.columns; ++j, ++index) {
          unsigned raised = 0;
          unsigned* const noted = counting ? &raised : nullptr;
          Policy sum;
          for (std::uint64_t k = 0; k < g.inner; ++k)
            sum.step(Algebra::load(inputs[0], a + i * g.inner + k), Algebra::load(inputs[1], b + k * g.columns + j),
                     noted);
          Algebra::store(outputs[0], index, sum.finish(noted));
          if constexpr (counting) work.events->note(raised, index);
        }
    }
  });
  return {};
}

}  // namespace etalon::impl
