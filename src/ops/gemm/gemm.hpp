// SPDX-License-Identifier: Apache-2.0
// Floor 4. How the operands of a Gemm lie.
#pragma once

#include "ops/family/map.hpp"

namespace etalon::impl {

// A' is A or its transpose, rows x inner; B' likewise inner x columns. C is broadcast to the result.
struct GemmGeometry {
  // Of a call whose operands are matrices.
  explicit GemmGeometry(const Call& call) {
    const Shape &a = call.inputs[0]->shape, &b = call.inputs[1]->shape;
    const bool turned_a = flag(call, "transA"), turned_b = flag(call, "transB");
    rows = a[turned_a ? 1 : 0];
    inner = a[turned_a ? 0 : 1];
    inner_of_b = b[turned_b ? 1 : 0];
    columns = b[turned_b ? 0 : 1];
    row_step = turned_a ? 1 : inner;
    step_in_row = turned_a ? rows : 1;
    column_step = turned_b ? inner_of_b : 1;
    step_in_column = turned_b ? 1 : columns;
  }

  template <class Place> Place a(const Place& element, const Place& k) const {
    return element / columns * row_step + k * step_in_row;
  }
  template <class Place> Place b(const Place& element, const Place& k) const {
    return element % columns * column_step + k * step_in_column;
  }

  // A factor as a number of the element type.
  static double factor(const Call& call, const char* name) {
    const float* given = call.named<float>(name);
    return given == nullptr ? 1 : attribute_in(call.inputs[0]->type, *given);
  }

  std::uint64_t rows, columns, inner, inner_of_b;
  std::uint64_t row_step, step_in_row, column_step, step_in_column;

 private:
  static bool flag(const Call& call, const char* name) {
    const std::int64_t* given = call.named<std::int64_t>(name);
    return given != nullptr && *given != 0;
  }
};

}  // namespace etalon::impl
