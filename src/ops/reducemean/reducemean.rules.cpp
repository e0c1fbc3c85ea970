// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for ReduceMean; spec.md gives the reasons.
#include "ops/family/reduction.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

// Of no integers there is no average; of no floating-point numbers it is a NaN.
Result<std::vector<Argument>> averaged_shape(const Call& call) {
  auto results = reduced_shape(call);
  if (!results || info(call.inputs[0]->type).kind == Kind::floating) return results;
  const bool empty = call.inputs[0]->shape.count == 0 && (*results)[0].shape.count > 0;
  if (empty)
    return broken("REDUCEMEAN-INT-EMPTY", shapes_of(call) + ": there is nothing to average",
                  "an average of integers needs at least one of them");
  return results;
}

constexpr int versions[] = {1, 11, 13, 18};
constexpr TypeRule v1[] = {{"T", floats | int32_64, "REDUCEMEAN-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int32_64, "REDUCEMEAN-ALL-TYPES"}},
                   v18[] = {v13[0], {"tensor(int64)", int64, "REDUCEMEAN-ALL-TYPES"}};
constexpr const char* rule = "REDUCE-ALL-KEEPDIMS";
constexpr Row rows[] = {
    {Source::onnx, {1, 11}, data_alone, reduced_output, v1, averaged_shape, rule, axes_attributes},
    {Source::onnx, 13, data_alone, reduced_output, v13, averaged_shape, rule, axes_attributes},
    {Source::onnx, 18, data_and_axes, reduced_output, v18, averaged_shape, rule, noop_attributes},
};

}  // namespace

extern const Operator reducemean_operator{.name = "ReduceMean",
                                          .versions = versions,
                                          .rows = rows,
                                          .wide_rule = "REDUCEMEAN-FLOAT-WIDE",
                                          .operations = every_element};

}  // namespace etalon::impl
