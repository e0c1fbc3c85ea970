// SPDX-License-Identifier: Apache-2.0
// Floor 4. Which elements each sum of a ReduceSum has.
#pragma once

#include <array>
#include <vector>

#include "ops/call.hpp"
#include "scalar/size.h"
#include "tensor/pattern.hpp"

namespace etalon::impl {

struct Reduction {
  static constexpr std::size_t axes_input = 1;

  // The attributes of versions 1 and 11, and those since 13.
  enum : std::size_t { axes_attribute = 0, keepdims_attribute_1 = 1, keepdims_attribute = 0, noop_attribute = 1 };

  // The axes as the call gives them; none where they are omitted.
  static std::vector<std::int64_t> axes_of(const Call& call) {
    std::vector<std::int64_t> axes;
    for_each_axis(call, [&](std::int64_t axis) { axes.push_back(axis); });
    return axes;
  }
  template <class Visit> static void for_each_axis(const Call& call, Visit visit) {
    if (call.version < 13) {
      if (const auto* axes = call.attribute<std::vector<std::int64_t>>(axes_attribute))
        for (const std::int64_t axis : *axes) visit(axis);
    } else if (call.has_input(axes_input)) {
      const TensorView axes = call.known[axes_input]->view();
      for (std::uint64_t i = 0; i < axes.shape.count; ++i) visit(static_cast<std::int64_t>(pattern_at(axes, i)));
    }
  }
  static std::int64_t keepdims_of(const Call& call) {
    return *call.attribute<std::int64_t>(call.version >= 13 ? keepdims_attribute : keepdims_attribute_1);
  }
  static std::int64_t noop_of(const Call& call) {
    return call.version >= 13 ? *call.attribute<std::int64_t>(noop_attribute) : 0;
  }

  // Of a call whose axes are right.
  explicit Reduction(const Call& call) {
    const Shape& data = call.inputs[0]->shape;
    std::array<bool, Limits::max_rank> reduced{};
    bool any = false;
    for_each_axis(call, [&](std::int64_t axis) {
      reduced[static_cast<std::size_t>(axis < 0 ? axis + data.rank : axis)] = any = true;
    });
    identity = !any && noop_of(call) != 0;
    if (!any) reduced.fill(!identity);

    // The strides are only used where there is an element.
    std::uint64_t stride = 1;
    for (unsigned axis = data.rank; axis-- > 0; stride *= data[axis])
      (reduced[axis] ? summed_ : kept_).add(data[axis], stride);
    terms = summed_.count();
  }

  // Where term k of sum i lies: terms are in the order of the elements, whatever the order of the axes.
  std::uint64_t first(std::uint64_t i) const { return kept_.offset(i); }
  std::uint64_t term(std::uint64_t k) const { return summed_.offset(k); }

  // How many sums have their first terms side by side, beginning at each multiple of it; and how many terms lie at
  // equal distances, and at which.
  std::uint64_t sums_beside() const { return kept_.last_stride() == 1 ? kept_.last_dim() : 1; }
  std::uint64_t terms_beside() const { return summed_.last_dim(); }
  std::uint64_t distance() const { return summed_.last_stride(); }

  bool identity;        // no axis is reduced: the result is the operand, and each sum is one term
  std::uint64_t terms;  // of each sum

 private:
  // Some of the operand's axes, given from the last to the first. Neighbouring ones become one.
  class Axes {
   public:
    void add(std::uint64_t dim, std::uint64_t stride) {
      if (first_ < end && stride == strides_[first_] * dims_[first_]) {
        dims_[first_] *= dim;
        return;
      }
      dims_[--first_] = dim;
      strides_[first_] = stride;
    }
    std::uint64_t count() const {
      std::uint64_t count = 1;
      for (unsigned axis = first_; axis < end; ++axis) count *= dims_[axis];
      return count;
    }
    std::uint64_t last_dim() const { return first_ < end ? dims_[end - 1] : 1; }
    std::uint64_t last_stride() const { return first_ < end ? strides_[end - 1] : 1; }
    std::uint64_t offset(std::uint64_t index) const {
      return size_offset(index, dims_.data() + first_, strides_.data() + first_, end - first_);
    }

   private:
    static constexpr unsigned end = Limits::max_rank;
    unsigned first_ = end;
    std::array<std::uint64_t, Limits::max_rank> dims_{}, strides_{};
  };

  Axes kept_, summed_;
};

}  // namespace etalon::impl
