// SPDX-License-Identifier: Apache-2.0
// Floor 4. What Resize and Upsample can be wrong by, before anything is computed. Weights are numbers of the type: that
// they are rounded is part of the meaning. Along each axis that is interpolated, sums of two products are made of the
// results of the axes after it.
#pragma once

#include "ops/family/resize/resize.hpp"
#include "ops/family/sum_bound.hpp"

namespace etalon::impl {

inline constexpr SumShape sum_of_resize{2};

// Two weights, rounded, are together at most 1 + 2u.
inline double bound_of_resize(const Call& call, double sizes, double) {
  const unsigned axes = ResizeGeometry::of(call)->interpolated();
  const DType type = call.inputs[0]->type;
  if (axes == 0) return 0;
  const double weights = 1 + 2 * facts_of(type).u;
  double error = 0, size = sizes;
  for (unsigned k = 0; k < axes; ++k) {
    const double computed = product_up(weights, sum_up(size, error));
    error = sum_up(product_up(weights, error),
                   a_priori_sum(type, call.choices.accumulation, sum_of_resize, computed, computed));
    size = product_up(weights, size);
  }
  return error;
}

inline constexpr OperatorBound resize_bounds = {
    .a_priori = bound_of_resize,
    .formula =
        [](const Call& call) {
          const unsigned axes = ResizeGeometry::of(call)->interpolated();
          if (axes == 0) return "0";
          return axes == 1 ? formula_of_sum(call.choices.accumulation, sum_of_resize)
                           : "that of a sum of two products, once for each axis that is interpolated";
        },
    .rounds_once =
        [](const Call& call) {
          const unsigned axes = ResizeGeometry::of(call)->interpolated();
          return axes == 0 || (axes == 1 && rounds_once(call.choices.accumulation, sum_of_resize));
        },
    .terms = [](const Call& call) { return std::uint64_t{1} << ResizeGeometry::of(call)->interpolated(); },
    // Each bit of k selects one of two elements along an axis that is interpolated; the lowest bit belongs to the last
    // axis.
    .term = [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
      const ResizeGeometry g = *ResizeGeometry::of(call);
      if (!g.linear) {
        const auto element = g.element(i);
        return element ? std::vector<Ingredient>{{0, *element}} : std::vector<Ingredient>{};
      }
      const auto places = g.places(i);
      if (!places) return {};
      std::uint64_t element = 0, behind = 1;
      for (unsigned axis = g.rank; axis-- > 0; behind *= g.axis[axis].in) {
        const ResizeAxis::Place& place = (*places)[axis];
        std::uint64_t second = 0;
        if (!g.axis[axis].is_identity()) second = k % 2, k /= 2;
        if (second != 0 && !place.between()) return {};
        element += (place.low + second) * behind;
      }
      return {{0, element}};
    },
    .assumes_exact_coordinates = true,
};

}  // namespace etalon::impl
