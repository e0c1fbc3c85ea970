// SPDX-License-Identifier: Apache-2.0
// Floor 4. The family map: element i of the result is made of element i of each operand, broadcast. Its shape rules,
// the walk over broadcast operands, and the drivers that references are written with.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "ops/call.hpp"
#include "ops/counting.hpp"
#include "scalar/floats.h"
#include "scalar/size.h"
#include "tensor/broadcast.hpp"

namespace etalon::impl {

// ---- rows -----------------------------------------------------------------------------------------------------------

// Rules of results; the findings cite the row's own tag.
Result<std::vector<Argument>> like_first(const Call& call);   // one operand decides type and shape
Result<std::vector<Argument>> same_shape(const Call& call);   // SONNX: no broadcasting at all
Result<std::vector<Argument>> numpy_shape(const Call& call);  // ONNX since 7: all operands are broadcast to one shape
Result<std::vector<Argument>> onto_first(const Call& call);   // the others are broadcast to the first operand
// The same shapes of results that are truth values.
Result<std::vector<Argument>> same_truth(const Call& call);
Result<std::vector<Argument>> numpy_truth(const Call& call);

// ONNX 1 and 6: the attributes broadcast and axis say where B lies.
Result<std::vector<Argument>> results_by_axis(const Call& call);
Result<std::vector<Argument>> truth_by_axis(const Call& call);
unsigned place_by_attribute(const Call& call, unsigned x);
inline constexpr ResultRule axis_shape{&results_by_axis, &place_by_attribute},
    axis_truth{&truth_by_axis, &place_by_attribute};

// The second operand has one element, or one for each channel, which are the second axis of the result.
Result<std::vector<Argument>> results_by_channel(const Call& call);
unsigned place_of_channels(const Call& call, unsigned x);
inline constexpr ResultRule by_channel{&results_by_channel, &place_of_channels};

inline constexpr Formal unary_inputs[] = {{"X"}}, unary_outputs[] = {{"Y"}};
inline constexpr Formal variadic_inputs[] = {{"data_0", "T", Formal::Presence::variadic}};
inline constexpr Formal binary_inputs[] = {{"A"}, {"B"}}, binary_outputs[] = {{"C"}};
inline constexpr Formal truth_outputs[] = {{"C", "T1"}};
inline constexpr AttributeFormal axis_attributes[] = {{"broadcast", AttributeFormal::Kind::integer, 0},
                                                      {"axis", AttributeFormal::Kind::integer}};
inline constexpr AttributeFormal axis_attributes_1[] = {
    axis_attributes[0], axis_attributes[1], {"consumed_inputs", AttributeFormal::Kind::integers}};
inline constexpr AttributeFormal consumed_inputs[] = {axis_attributes_1[2]};  // of versions 1, without effect
inline constexpr std::size_t broadcast_attribute = 0, axis_attribute = 1;

// Where the first dimension of operand x lies in the result's shape.
inline unsigned place_of(const Call& call, unsigned x) {
  if (call.row->results.place != nullptr) return call.row->results.place(call, x);
  return call.outputs[0]->shape.rank - call.inputs[x]->shape.rank;
}

// The element of operand x that element i of the result is made of.
template <class Place> Place broadcast_element(const Call& call, unsigned x, const Place& i) {
  const Shape& out = call.outputs[0]->shape;
  if (call.inputs[x]->shape.count == out.count) return i;
  const Shape placed = placed_at(call.inputs[x]->shape, out.rank, place_of(call, x));
  std::array<std::uint64_t, Limits::max_rank> strides;
  size_strides(placed.dims.data(), placed.rank, strides.data());
  return strided_place(i, out.dims.data(), strides.data(), out.rank);
}

// ---- the walk -------------------------------------------------------------------------------------------------------

// The loop over N operands as rows: operand x of element (row, j) lies at offset(x, row) + j * step[x].
// Neighbouring axes along which all operands advance alike are merged into one, so rows are as long as possible;
// operands that are not stretched at all make a single one. A step is 0 or 1, because no operand advances after the
// last axis of more than one element.
template <unsigned N> struct Walk {
  std::uint64_t rows = 1, length = 1;
  std::array<std::uint64_t, N> step;

  // Over the operands from number `begin` on.
  explicit Walk(const Call& call, unsigned begin = 0) {
    const Shape& out = call.outputs[0]->shape;
    step.fill(1);
    length = out.count;
    if (out.count == 0 || !any_stretched(call, begin)) return;
    for (unsigned x = 0; x < N; ++x) {
      const Shape placed = placed_at(call.inputs[begin + x]->shape, out.rank, place_of(call, begin + x));
      size_strides(placed.dims.data(), placed.rank, strides_[x].data());
    }
    // From the last axis on, the merged ones move up to the end of the arrays.
    unsigned first = Limits::max_rank;
    for (unsigned axis = out.rank; axis-- > 0;) {
      if (out[axis] == 1) continue;
      if (first < Limits::max_rank && alike(axis, first)) {
        dims_[first] *= out[axis];
        continue;
      }
      dims_[--first] = out[axis];
      for (auto& strides : strides_) strides[first] = strides[axis];
    }
    first_ = first;
    length = dims_[last];
    rows = out.count / length;
    for (unsigned x = 0; x < N; ++x) step[x] = strides_[x][last];
  }

  // An operand with as many elements as the result lies as the result does.
  static bool stretched(const Call& call, unsigned x) {
    return call.inputs[x]->shape.count != call.outputs[0]->shape.count;
  }

  std::uint64_t offset(unsigned x, std::uint64_t row) const {
    return size_offset(row, &dims_[first_], &strides_[x][first_], last - first_);
  }

  // Calls visit(i, elements) by a loop for each merged axis.
  template <class World, class Visit> void for_each(const World& world, Visit visit) const {
    using At = typename World::Place;
    static constexpr const char* loop_names[] = {"i", "j", "k", "l", "m", "n", "o", "p"};
    const auto along = [&](const auto& self, unsigned axis, const At& i, const std::array<At, N>& elements) {
      if (axis > last) return visit(i, elements);
      const bool is_row = axis == last;
      const std::uint64_t dim = is_row ? length : dims_[axis];
      for (const auto k : world.below(dim, loop_names[axis - first_])) {
        std::array<At, N> next = elements;
        for (unsigned x = 0; x < N; ++x) next[x] = next[x] + k * (is_row ? step[x] : strides_[x][axis]);
        self(self, axis + 1, i * dim + k, next);
      }
    };
    std::array<At, N> first;
    first.fill(At(0));
    along(along, first_, At(0), first);
  }

 private:
  template <unsigned> friend class WalkRows;
  static constexpr unsigned last = Limits::max_rank - 1;

  static bool any_stretched(const Call& call, unsigned begin) {
    for (unsigned x = begin; x < begin + N; ++x)
      if (stretched(call, x)) return true;
    return false;
  }
  // Whether stepping along one axis is stepping over all of the merged one after it.
  bool alike(unsigned axis, unsigned merged) const {
    for (const auto& strides : strides_)
      if (strides[axis] != strides[merged] * dims_[merged]) return false;
    return true;
  }

  unsigned first_ = last;  // of the merged axes; the last one is the row
  std::array<std::uint64_t, Limits::max_rank> dims_{};
  std::array<std::array<std::uint64_t, Limits::max_rank>, N> strides_{};
};

// The offsets of one row after the other, without the divisions that finding any one takes.
template <unsigned N> class WalkRows {
 public:
  WalkRows(const Walk<N>& walk, std::uint64_t row) : walk_(walk) {
    for (unsigned x = 0; x < N; ++x) offset_[x] = walk.offset(x, row);
    for (unsigned axis = Walk<N>::last; axis-- > walk.first_; row /= walk.dims_[axis])
      left_[axis] = walk.dims_[axis] - row % walk.dims_[axis];
  }

  std::uint64_t offset(unsigned x) const { return offset_[x]; }

  void next() {
    for (unsigned axis = Walk<N>::last; axis-- > walk_.first_;) {
      for (unsigned x = 0; x < N; ++x) offset_[x] += walk_.strides_[x][axis];
      if (--left_[axis] > 0) return;
      left_[axis] = walk_.dims_[axis];
      for (unsigned x = 0; x < N; ++x) offset_[x] -= walk_.strides_[x][axis] * walk_.dims_[axis];
    }
  }

 private:
  const Walk<N>& walk_;
  std::array<std::uint64_t, N> offset_;
  std::array<std::uint64_t, Limits::max_rank> left_{};  // rows along each axis, this one counted
};

// Calls visit(i, elements) for each element of the result, with the elements of the first N operands that it is made
// of.
template <unsigned N, class World, class Visit>
void for_each_element(const World& world, const Call& call, Visit visit) {
  if constexpr (counts<World>) {
    const Walk<N> walk(call);
    std::uint64_t i = 0;
    for (std::uint64_t row = 0; row < walk.rows; ++row) {
      std::array<std::uint64_t, N> elements;
      for (unsigned x = 0; x < N; ++x) elements[x] = walk.offset(x, row);
      for (std::uint64_t j = 0; j < walk.length; ++j, ++i) {
        visit(i, elements);
        for (unsigned x = 0; x < N; ++x) elements[x] += walk.step[x];
      }
    }
  } else {
    Walk<N>(call).for_each(world, visit);
  }
}

// ---- references -----------------------------------------------------------------------------------------------------

// A number as an operand of arithmetic in a type: rounded into it once. A double has all numbers of these types.
inline double number_in(DType type, double value) {
  if (info(type).fraction == 0) return value;
  unsigned ignored = 0;
  const binary_format format{info(type).bits, info(type).fraction};
  const std::uint64_t rounded = binary_convert(FORMAT_DOUBLE, format, f64_bits(value), &ignored);
  return f64_of_bits(binary_convert(format, FORMAT_DOUBLE, rounded, &ignored));
}

// The number of a place, as an element of the algebra.
template <class A> typename A::Value number_at(const A& a, const auto& place) {
  if constexpr (requires { static_cast<double>(place); })
    return a.number(static_cast<double>(place));
  else
    return a.of_place(place);
}

// An attribute of type float, likewise ("ELT-ALL-ATTRIBUTE").
inline double attribute_in(DType type, float value) { return number_in(type, value); }

// yes or no. Where the algebra knows that the truth may be another one over the reals, the result jumps.
template <class A, class Truth>
typename A::Value chosen(const A& a, const Truth& truth, const typename A::Value& yes, const typename A::Value& no) {
  if constexpr (requires { a.jump(truth, yes, no); })
    return a.jump(truth, yes, no);
  else
    return a.choose(truth, yes, no);
}

// x where it is not negative, else its product with the slope, which is then rounded.
template <class A>
typename A::Value bent(const A& a, const typename A::Value& slope, const typename A::Value& x, unsigned* events) {
  if constexpr (requires { a.bent(slope, x, events); }) {
    return a.bent(slope, x, events);
  } else {
    const auto below = a.less(x, a.zero(), events);
    if constexpr (std::is_same_v<decltype(below), const bool>)  // only what is computed can raise an event
      return below ? a.mul(slope, x, events) : a.quiet(x, events);
    else
      return a.choose(below, a.mul(slope, x, events), x);
  }
}

// Computes one element with computed(events), where events is null unless they are counted, and stores it.
template <class A, class Computed>
void put(const A& a, void* output, const auto& i, Events* events, Computed computed) {
  if constexpr (requires { events->note(0, i); }) {
    unsigned raised = 0;
    a.store(output, i, computed(events != nullptr ? &raised : nullptr));
    if (events != nullptr) events->note(raised, i);
  } else {
    a.store(output, i, computed(nullptr));  // a place without a number: nothing happens yet
  }
}

// C[i] = f(algebra, events, A[i], B[i], …) over the first N operands, which all have the type of the result.
template <TypeSet types, unsigned N, class World, class F>
Status map(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work, F f) {
  world.template with<types>(call.outputs[0]->type, [&]<class A>(const A& a) {
    for_each_element<N>(world, call, [&](const auto& i, const auto& elements) {
      put(a, outputs[0], i, work.events, [&](unsigned* events) {
        return [&]<std::size_t... x>(std::index_sequence<x...>) {
          return f(a, events, a.load(inputs[x], elements[x])...);
        }(std::make_index_sequence<N>());
      });
    });
  });
  return {};
}

// C[i] = finish(algebra, events, f(algebra, events, … f(algebra, events, A[i], B[i]) …, Z[i])) over any number of
// operands.
template <TypeSet types, class World, class F, class Finish>
Status map_all(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work, F f,
               Finish finish) {
  world.template with<types>(call.outputs[0]->type, [&]<class A>(const A& a) {
    for (const auto i : world.elements(call.outputs[0]->shape))
      put(a, outputs[0], i, work.events, [&](unsigned* events) -> typename A::Value {
        typename A::Value value = f(a, events, a.load(inputs[0], broadcast_element(call, 0, i)));
        for (unsigned x = 1; x < inputs.size(); ++x)
          value = f(a, events, value, a.load(inputs[x], broadcast_element(call, x, i)));
        return finish(a, events, value);
      });
  });
  return {};
}
template <TypeSet types, class World, class F>
Status map_all(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work, F f) {
  return map_all<types>(world, call, inputs, outputs, work, f,
                        [](auto, unsigned*, const auto& value) -> const auto& { return value; });
}

}  // namespace etalon::impl
