// SPDX-License-Identifier: Apache-2.0
// Floor 4. Reductions: which elements each element of the result is made of, and the rows that most of them have.
#pragma once

#include <array>
#include <vector>

#include "ops/call.hpp"
#include "ops/counting.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {

struct Reduction {
  using Axes = std::array<bool, Limits::max_rank>;
  static constexpr std::size_t axes_input = 1;

  // The axes as the call gives them, as an attribute or as an operand; none where they are omitted.
  static Integers axes_of(const Call& call) {
    if (call.row->inputs.size() > axes_input)
      return call.has_input(axes_input) ? call.known_integers(axes_input) : Integers();
    const auto* axes = call.named<std::vector<std::int64_t>>("axes");
    return axes == nullptr ? Integers() : Integers(*axes);
  }
  static std::int64_t keepdims_of(const Call& call) { return *call.named<std::int64_t>("keepdims"); }
  static std::int64_t noop_of(const Call& call) {
    const std::int64_t* noop = call.named<std::int64_t>("noop_with_empty_axes");
    return noop == nullptr ? 0 : *noop;
  }

  // Of a call whose axes are right.
  explicit Reduction(const Call& call) : Reduction(call.inputs[0]->shape, marked(call)) {
    identity = axes_of(call).size() == 0 && noop_of(call) != 0;
  }
  Reduction(const Shape& data, const Axes& reduced) {
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

  bool identity = false;  // no axis is reduced: the result is the operand, and each sum is one term
  std::uint64_t terms;    // of each sum

  // Calls visit(element, k) for each term k of sum i.
  template <class World, class Visit>
  void for_each_term(const World& world, const typename World::Place& i, Visit visit) const {
    const auto at = kept_.offset(i);
    if constexpr (counts<World>)
      for (std::uint64_t k = 0; k < terms; ++k) visit(at + term(k), k);
    else
      summed_.for_each(world, at, visit);
  }

 private:
  static Axes marked(const Call& call) {
    Axes reduced{};
    const Integers axes = axes_of(call);
    if (axes.size() == 0) reduced.fill(noop_of(call) == 0);
    for (const std::int64_t axis : axes)
      reduced[static_cast<std::size_t>(axis < 0 ? axis + call.inputs[0]->shape.rank : axis)] = true;
    return reduced;
  }

  // Some of the operand's axes, given from the last to the first. Neighbouring ones become one.
  class Walked {
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
    template <class Place> Place offset(const Place& index) const {
      return strided_place(index, dims_.data() + first_, strides_.data() + first_, end - first_);
    }
    // Calls visit(at + offset, index) for each index, by a loop for each axis.
    template <class World, class Place, class Visit>
    void for_each(const World& world, const Place& at, Visit visit) const {
      const auto along = [&](const auto& self, unsigned axis, const Place& element, const Place& index) -> void {
        if (axis == end) return visit(element, index);
        for (const auto k : world.below(dims_[axis], "k"))
          self(self, axis + 1, element + k * strides_[axis], index * dims_[axis] + k);
      };
      along(along, first_, at, Place(0));
    }

   private:
    static constexpr unsigned end = Limits::max_rank;
    unsigned first_ = end;
    std::array<std::uint64_t, Limits::max_rank> dims_{}, strides_{};
  };

  Walked kept_, summed_;
};

inline Reduction named_axes(const Call& call) { return Reduction(call); }

// ---- rows -----------------------------------------------------------------------------------------------------------

// The shape of the result. Findings on axes cite `axes_rule`, those on attributes the row's own.
Result<std::vector<Argument>> reduced_by(const Call& call, const char* axes_rule);
Result<std::vector<Argument>> reduced_shape(const Call& call);  // with REDUCE-ALL-AXES

// Every element is taken once.
inline std::uint64_t every_element(const Call& call) { return call.inputs[0]->shape.count; }

inline constexpr Formal data_alone[] = {{"data"}},
                        data_and_axes[] = {{"data"},
                                           {"axes", "tensor(int64)", Formal::Presence::optional, Formal::Use::shape}},
                        reduced_output[] = {{"reduced"}};
inline constexpr AttributeFormal keepdims_formal{"keepdims", AttributeFormal::Kind::integer, 1};
inline constexpr AttributeFormal axes_attributes[] = {{"axes", AttributeFormal::Kind::integers}, keepdims_formal},
                                 noop_attributes[] = {keepdims_formal,
                                                      {"noop_with_empty_axes", AttributeFormal::Kind::integer, 0}};

}  // namespace etalon::impl
