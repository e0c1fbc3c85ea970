// SPDX-License-Identifier: Apache-2.0
// Floor 2. The two ways ONNX matches shapes of unlike size: NumPy's, and the older one by axis.
#pragma once

#include <optional>

#include "tensor/shape.hpp"

namespace etalon::impl {

// NumPy: shapes are aligned at their last axis and a dimension of 1 stretches.
bool numpy_matches(const Shape& a, const Shape& b);

// Nothing where they do not match, or where the elements cannot be counted.
std::optional<Shape> numpy_broadcast(const Shape& a, const Shape& b);

// `shape` as a shape of rank `rank` whose first dimension is at `axis`, filled up with ones, so that both kinds of
// matching are the same walk over strides. axis + shape.rank <= rank.
Shape placed_at(const Shape& shape, unsigned rank, unsigned axis);

// Mul-6 with broadcast=1: where B's shape lies in A's. A one-element B whose rank is not above A's fits anywhere and is
// put at the end; any other shape must be a contiguous run of A's starting at `axis`, or A's suffix without one.
enum class AxisMatch { fits, axis_negative, axis_beyond, rank_above, no_run };
struct AxisPlace {
  AxisMatch match;
  unsigned axis;  // of A, at which B's first dimension lies, if it fits
};
AxisPlace place_by_axis(const Shape& a, const Shape& b, std::optional<std::int64_t> axis);

}  // namespace etalon::impl
