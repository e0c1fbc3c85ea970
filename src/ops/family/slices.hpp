// SPDX-License-Identifier: Apache-2.0
// Floor 4. What Softmax and LogSoftmax share: slices of a tensor, whose elements are normalised together. With the
// largest element m of a slice, the sum s of exp(x - m) over it is accumulated as the call says and rounded into the
// type; differences, exponentials and what an operator makes of them are each rounded.
#pragma once

#include <limits>

#include "ops/family/axes.hpp"
#include "ops/family/fold.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// Slices along one axis; up to version 11 along that axis and all after it, as if the tensor were a matrix.
struct Slices {
  static constexpr int first_of_one_axis = 13;

  explicit Slices(const Call& call) {
    const Shape& x = call.inputs[0]->shape;
    const unsigned axis = axis_of(call, 0, x.rank);
    length = x[axis];
    if (call.version >= first_of_one_axis)
      behind = count_behind(x, axis);
    else
      length *= count_behind(x, axis);
    count = x.count == 0 ? 0 : x.count / length;
  }

  // Where slice j begins.
  std::uint64_t first(std::uint64_t j) const { return j / behind * length * behind + j % behind; }
  // Calls visit(first) for each slice with its first element; each next one lies `behind` further on.
  template <class World, class Visit> void for_each(const World& world, Visit visit) const {
    for (const auto before : world.below(behind == 0 ? 0 : count / behind, "before"))
      for (const auto beside : world.below(behind, "beside")) visit(before * (length * behind) + beside);
  }
  // The slice of element i, by its first element.
  std::uint64_t first_beside(std::uint64_t i) const { return i - i / behind % length * behind; }

  std::uint64_t count, length, behind = 1;
};

Result<std::vector<Argument>> slice_shape(const Call& call);             // ONNX
Result<std::vector<Argument>> slice_shape_in_profile(const Call& call);  // SONNX: the axis is not negative
// Every element is read three times: for the largest, for the sum, and for its result.
std::uint64_t three_of_each(const Call& call);

inline constexpr Formal slice_inputs[] = {{"input"}}, slice_outputs[] = {{"output"}};
inline constexpr AttributeFormal flat_axis[] = {{"axis", AttributeFormal::Kind::integer, 1}},
                                 one_axis[] = {{"axis", AttributeFormal::Kind::integer, -1}};

// ---- the reference --------------------------------------------------------------------------------------------------

// A value that is certainly between two numbers, over the reals as well: what a range or an error has beyond is cut
// off.
template <class A> typename A::Value between(const A& a, const typename A::Value& v, double low, double high) {
  if constexpr (requires { a.between(v, low, high); })
    return a.between(v, low, high);
  else
    return v;
}

// Whether a value is the -infinity of its type, and no other.
template <class A> auto is_lowest(const A& a, const typename A::Value& v) {
  if constexpr (requires { a.is_lowest(v); })
    return a.is_lowest(v);
  else if constexpr (requires { A::pattern(v); })
    return A::pattern(v) == A::pattern(a.lowest());
  else
    return false;
}

inline constexpr double without_end = std::numeric_limits<double>::infinity();

// As put(), for elements that are not computed in their order.
template <class A, class Computed>
void put_anywhere(const A& a, void* output, const auto& i, Events* events, Computed computed) {
  if constexpr (!requires { events->note(0, i); }) {
    put(a, output, i, events, computed);
  } else {
    Events alone;
    put(a, output, i, events != nullptr ? &alone : nullptr, computed);
    for (unsigned kind = 0; events != nullptr && kind < EVENT_KINDS; ++kind) {
      Events::Tally& tally = events->of[kind];
      if (alone.of[kind].count != 0 && (tally.count++ == 0 || i < tally.first)) tally.first = i;
    }
  }
}

// Element i of the result is finish(algebra, events, x - m, of_sum(algebra, events, s)). In a profile that says so, a
// slice of -infinity alone gives zeros.
template <class World, class OfSum, class Finish>
Status over_slices(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work, OfSum of_sum,
                   Finish finish) {
  const Slices slices(call);
  world.template with<types::all_floats>(call.outputs[0]->type, [&]<class A>(const A& a) {
    with_policy(a, call.choices.accumulation, [&]<class Policy>() {
      slices.for_each(world, [&](const auto& first) {
        const auto along = [&](auto visit) {
          for (const auto k : world.below(slices.length)) visit(first + k * slices.behind);
        };
        unsigned raised = 0;
        unsigned* const seen = work.events != nullptr ? &raised : nullptr;
        Extreme<A> largest{a, Wanted::largest};
        along([&](const auto& i) { largest.take(a.load(inputs[0], i), seen); });
        const auto m = largest.finish();
        // What is subtracted is the largest, so that a difference is never positive, and one of them is zero.
        const auto difference = [&](const auto& i, unsigned* events) {
          return between(a, a.sub(a.load(inputs[0], i), m, events), -without_end, 0);
        };
        using Lowest = decltype(is_lowest(a, m));
        constexpr bool decides = std::is_same_v<Lowest, bool>;
        const Lowest is_zero = call.row->source != Source::onnx ? is_lowest(a, m) : Lowest(false);
        bool skips = false;
        if constexpr (decides) skips = is_zero;
        Policy sum = begun<Policy>(a);
        if (!skips)
          along([&](const auto& i) {
            sum.plus(between(a, a.template function<RealFunction::exp>(difference(i, seen), seen), 0, 1), seen);
          });
        const auto total = of_sum(a, seen, between(a, sum.finish(seen), 1, without_end));
        along([&](const auto& i) {
          put_anywhere(a, outputs[0], i, work.events, [&](unsigned* events) {
            note(events, raised);
            const auto normalised = [&] { return finish(a, events, difference(i, events), total); };
            const auto zero = [&] { return a.template function<RealFunction::exp>(m, events); };
            if constexpr (decides)
              return is_zero ? zero() : normalised();
            else
              return a.choose(is_zero, zero(), normalised());
          });
        });
      });
    });
  });
  return {};
}

}  // namespace etalon::impl
