// SPDX-License-Identifier: Apache-2.0
// Floor 4. How the operands of a matrix product lie: numpy.matmul's rule, of which two matrices are the simple case.
#pragma once

#include <array>
#include <optional>

#include "ops/counting.hpp"
#include "ops/operator.hpp"
#include "tensor/broadcast.hpp"

namespace etalon::impl {

// A vector A is a row, a vector B a column, and the axis that was added is not in the result; the axes before the last
// two count matrices and are broadcast.
struct MatmulGeometry {
  std::uint64_t rows = 0, columns = 0, inner = 0;
  Shape batch, result;

  // Nothing where the ranks or shapes do not fit; the shape rules say why.
  static std::optional<MatmulGeometry> of(const Shape& a, const Shape& b) {
    if (a.rank == 0 || b.rank == 0) return std::nullopt;
    MatmulGeometry g;
    g.rows = a.rank == 1 ? 1 : a[a.rank - 2];
    g.columns = b.rank == 1 ? 1 : b[b.rank - 1];
    g.inner = a[a.rank - 1];
    if (g.inner != b[b.rank == 1 ? 0 : b.rank - 2]) return std::nullopt;

    const Shape batch_a = batch_of(a), batch_b = batch_of(b);
    const auto batch = numpy_broadcast(batch_a, batch_b);
    if (!batch) return std::nullopt;
    g.batch = *batch;
    std::array<std::uint64_t, Limits::max_rank + 2> dims{};
    std::size_t rank = 0;
    while (rank < batch->rank) dims[rank] = (*batch)[static_cast<unsigned>(rank)], ++rank;
    if (a.rank > 1) dims[rank++] = g.rows;
    if (b.rank > 1) dims[rank++] = g.columns;
    const auto result = Shape::of({dims.data(), rank});
    if (!result) return std::nullopt;
    g.result = *result;
    for (unsigned x = 0; x < 2; ++x) {
      const Shape& own = x == 0 ? batch_a : batch_b;
      const Shape placed = placed_at(own, batch->rank, batch->rank - own.rank);
      size_strides(placed.dims.data(), placed.rank, g.strides_[x].data());
    }
    return g;
  }

  // Where matrix number `index` of operand 0 or 1 begins.
  template <class Place> Place matrix(unsigned x, const Place& index) const {
    return strided_place(index, batch.dims.data(), strides_[x].data(), batch.rank) *
           (inner * (x == 0 ? rows : columns));
  }

  // The axes that count matrices.
  static Shape batch_of(const Shape& shape) {
    return shape.rank <= 2 ? Shape{} : *Shape::of({shape.dims.data(), shape.rank - 2});
  }

 private:
  std::array<std::array<std::uint64_t, Limits::max_rank>, 2> strides_{};
};

// The geometry of two operands of a call, or the finding that says which rule they break; a scalar breaks the row's
// own.
Result<MatmulGeometry> matmul_geometry(const Call& call, unsigned a = 0, unsigned b = 1);

// Multiplications, each with its addition, of a product of this geometry.
std::uint64_t multiply_adds(const MatmulGeometry& g);

}  // namespace etalon::impl
