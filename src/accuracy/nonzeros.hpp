// SPDX-License-Identifier: Apache-2.0
// Floor 7. Where a sparse matrix of weights is other than zero, column by column: a sum of products over a column goes
// from one of these to the next, without reading what lies between.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ops/call.hpp"

namespace etalon::impl {

class NonZeros {
 public:
  static constexpr std::uint64_t none = UINT64_MAX;

  // Nothing where more than an eighth of the elements are other than zero.
  static std::optional<NonZeros> of(const float* numbers, std::uint64_t rows, std::uint64_t columns);
  // Of the second operand of a sum of products, if that is a matrix which the sum reads down its columns.
  static std::optional<NonZeros> of_second_factor(const Call& call, const float* numbers);

  std::uint64_t columns() const { return first_.size() - 1; }
  // The first element from `element` on, down its column, that is not zero.
  std::uint64_t next(std::uint64_t element) const;

 private:
  std::vector<std::uint32_t> first_;  // by column: its first place in rows_, and one more
  std::vector<std::uint32_t> rows_;   // ascending in each column
};

// A place in a column, for elements that are asked for one after the other.
class ColumnCursor {
 public:
  // Whether the element is a zero; without a matrix (null), none is.
  bool passes(const NonZeros* matrix, std::uint64_t element) {
    if (matrix == nullptr) return false;
    if (element != expected_) nonzero_ = matrix->next(element);
    const bool is_zero = element != nonzero_;
    expected_ = is_zero ? element + matrix->columns() : NonZeros::none;
    return is_zero;
  }

 private:
  std::uint64_t expected_ = NonZeros::none, nonzero_ = NonZeros::none;
};

}  // namespace etalon::impl
