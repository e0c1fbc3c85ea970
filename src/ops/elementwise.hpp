// SPDX-License-Identifier: Apache-2.0
// Floor 4. What the element-wise operators share: their shape rules, and the loop over two broadcast operands.
#pragma once

#include <algorithm>
#include <array>

#include "ops/call.hpp"
#include "scalar/size.h"
#include "tensor/broadcast.hpp"

namespace etalon::impl {

// Shape rules for rows; the findings cite the row's own tag.
Result<Shape> same_shape(const Site& site);   // SONNX: no broadcasting at all
Result<Shape> numpy_shape(const Site& site);  // ONNX since 7
Result<Shape> axis_shape(const Site& site);   // ONNX 1 and 6: attributes broadcast and axis

inline constexpr Formal binary_inputs[] = {{"A", 'T'}, {"B", 'T'}};
inline constexpr Formal binary_outputs[] = {{"C", 'T'}};
inline constexpr AttributeFormal axis_attributes[] = {{"broadcast", AttributeFormal::Kind::integer},
                                                      {"axis", AttributeFormal::Kind::integer}};
inline constexpr AttributeFormal axis_attributes_1[] = {{"broadcast", AttributeFormal::Kind::integer},
                                                        {"axis", AttributeFormal::Kind::integer},
                                                        {"consumed_inputs", AttributeFormal::Kind::integers}};

// The loop as rows of one axis: operand x of element (row, j) lies at offset(x, row) + j * step[x]. Operands that are
// not stretched at all make a single row.
struct BinaryWalk {
  std::uint64_t rows = 1, length = 1;
  std::array<std::uint64_t, 2> step{1, 1};

  explicit BinaryWalk(const Call& call) {
    const Shape& out = call.outputs[0].shape;
    if (call.inputs[0].shape == out && call.inputs[1].shape == out) {
      length = out.count;
      return;
    }
    if (out.count == 0) {
      length = 0;
      return;
    }
    // A non-empty stretched result has at least one axis; the last one becomes the row.
    outer_ = out.rank - 1;
    dims_ = out.dims;
    length = out[outer_];
    rows = out.count / length;
    for (unsigned x = 0; x < 2; ++x) {
      const Shape& shape = call.inputs[x].shape;
      const Shape placed = placed_at(shape, out.rank, place(call, x));
      size_strides(placed.dims.data(), placed.rank, strides_[x].data());
      step[x] = strides_[x][outer_];
    }
  }

  std::uint64_t offset(unsigned x, std::uint64_t row) const {
    return size_offset(row, dims_.data(), strides_[x].data(), outer_);
  }

 private:
  // Only B of versions 1 and 6 has an axis.
  static unsigned place(const Call& call, unsigned x) {
    const Shape &a = call.inputs[0].shape, &own = call.inputs[x].shape;
    const auto axis = integer_attribute(call.attributes, "axis");
    return x == 1 && axis ? place_by_axis(a, own, axis).axis : call.outputs[0].shape.rank - own.rank;
  }

  unsigned outer_ = 0;
  std::array<std::uint64_t, Limits::max_rank> dims_{};
  std::array<std::array<std::uint64_t, Limits::max_rank>, 2> strides_{};
};

// The elements of A and B that element i of the result is made of. The last argument is for operators that take more.
inline std::array<std::uint64_t, 2> elementwise_pair(const Call& call, std::uint64_t i, std::uint64_t) {
  const BinaryWalk walk(call);
  const std::uint64_t row = i / walk.length, j = i % walk.length;
  return {walk.offset(0, row) + j * walk.step[0], walk.offset(1, row) + j * walk.step[1]};
}

// C[i] = operation(A[i], B[i], events), where events is null unless they are counted.
template <class Algebra, bool counting, class Operation>
void elementwise(const Call& call, Inputs inputs, Outputs outputs, Events* events, Operation operation) {
  const BinaryWalk walk(call);
  std::uint64_t i = 0;
  for (std::uint64_t row = 0; row < walk.rows; ++row) {
    const std::uint64_t a = walk.offset(0, row), b = walk.offset(1, row);
    for (std::uint64_t j = 0; j < walk.length; ++j, ++i) {
      unsigned raised = 0;
      Algebra::store(outputs[0], i,
                     operation(Algebra::load(inputs[0], a + j * walk.step[0]),
                               Algebra::load(inputs[1], b + j * walk.step[1]), counting ? &raised : nullptr));
      if constexpr (counting) events->note(raised, i);
    }
  }
}

}  // namespace etalon::impl
