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

// The loop as rows: operand x of element (row, j) lies at offset(x, row) + j * step[x]. Neighbouring axes along which
// both operands advance alike are merged into one, so rows are as long as possible; operands that are not stretched at
// all make a single one. A step is 0 or 1, because no operand advances after the last axis of more than one element.
struct BinaryWalk {
  std::uint64_t rows = 1, length = 1;
  std::array<std::uint64_t, 2> step{1, 1};

  explicit BinaryWalk(const Call& call) {
    const Shape& out = call.outputs[0].shape;
    length = out.count;
    if (out.count == 0 || !(stretched(call, 0) || stretched(call, 1))) return;
    for (unsigned x = 0; x < 2; ++x) {
      const Shape placed = placed_at(call.inputs[x].shape, out.rank, place(call, x));
      size_strides(placed.dims.data(), placed.rank, strides_[x].data());
    }
    // From the last axis on, the merged ones move up to the end of the arrays.
    unsigned first = Limits::max_rank;
    for (unsigned axis = out.rank; axis-- > 0;) {
      if (out[axis] == 1) continue;
      const bool alike = first < Limits::max_rank && strides_[0][axis] == strides_[0][first] * dims_[first] &&
                         strides_[1][axis] == strides_[1][first] * dims_[first];
      if (alike) {
        dims_[first] *= out[axis];
        continue;
      }
      dims_[--first] = out[axis];
      for (auto& strides : strides_) strides[first] = strides[axis];
    }
    first_ = first;
    length = dims_[last];
    rows = out.count / length;
    step = {strides_[0][last], strides_[1][last]};
  }

  // An operand with as many elements as the result lies as the result does.
  static bool stretched(const Call& call, unsigned x) {
    return call.inputs[x].shape.count != call.outputs[0].shape.count;
  }

  std::uint64_t offset(unsigned x, std::uint64_t row) const {
    return size_offset(row, &dims_[first_], &strides_[x][first_], last - first_);
  }

 private:
  friend class BinaryRows;
  static constexpr unsigned last = Limits::max_rank - 1;

  // Only B of versions 1 and 6 has an axis.
  static unsigned place(const Call& call, unsigned x) {
    const Shape &a = call.inputs[0].shape, &own = call.inputs[x].shape;
    const auto axis = integer_attribute(call.attributes, "axis");
    return x == 1 && axis ? place_by_axis(a, own, axis).axis : call.outputs[0].shape.rank - own.rank;
  }

  unsigned first_ = last;  // of the merged axes; the last one is the row
  std::array<std::uint64_t, Limits::max_rank> dims_{};
  std::array<std::array<std::uint64_t, Limits::max_rank>, 2> strides_{};
};

// The offsets of one row after the other, without the divisions that finding any one takes.
class BinaryRows {
 public:
  BinaryRows(const BinaryWalk& walk, std::uint64_t row)
      : walk_(walk), offset_{walk.offset(0, row), walk.offset(1, row)} {
    for (unsigned axis = BinaryWalk::last; axis-- > walk.first_; row /= walk.dims_[axis])
      left_[axis] = walk.dims_[axis] - row % walk.dims_[axis];
  }

  std::uint64_t offset(unsigned x) const { return offset_[x]; }

  void next() {
    for (unsigned axis = BinaryWalk::last; axis-- > walk_.first_;) {
      for (unsigned x = 0; x < 2; ++x) offset_[x] += walk_.strides_[x][axis];
      if (--left_[axis] > 0) return;
      left_[axis] = walk_.dims_[axis];
      for (unsigned x = 0; x < 2; ++x) offset_[x] -= walk_.strides_[x][axis] * walk_.dims_[axis];
    }
  }

 private:
  const BinaryWalk& walk_;
  std::array<std::uint64_t, 2> offset_;
  std::array<std::uint64_t, Limits::max_rank> left_{};  // rows along each axis, this one counted
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
