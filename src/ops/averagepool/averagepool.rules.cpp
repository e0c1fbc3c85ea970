// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for AveragePool; spec.md gives the reasons.
#include <string>

#include "ops/family/axes.hpp"
#include "ops/family/pool.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

Result<std::vector<Argument>> averaged(const Call& call) {
  if (const std::int64_t* given = call.named<std::int64_t>("count_include_pad");
      given != nullptr && *given != 0 && *given != 1)
    return refused(call, "count_include_pad is " + std::to_string(*given), "it is 0 or 1");
  return pooled_shape(call);
}

constexpr int versions[] = {1, 7, 10, 11, 19, 22};
constexpr Formal inputs[] = {{"X"}}, outputs[] = {{"Y"}};
constexpr AttributeFormal include{"count_include_pad", Kind::integer, 0};
constexpr AttributeFormal attributes_1[] = {pool::auto_pad, pool::kernel, pool::pads, pool::strides},
                          attributes_7[] = {pool::auto_pad, include, pool::kernel, pool::pads, pool::strides},
                          attributes_10[] = {pool::auto_pad, pool::ceil_mode, include,
                                             pool::kernel,   pool::pads,      pool::strides},
                          attributes_19[] = {pool::auto_pad, pool::ceil_mode, include,      pool::dilations,
                                             pool::kernel,   pool::pads,      pool::strides};
constexpr TypeRule v1[] = {{"T", floats, "AVERAGEPOOL-ALL-TYPES"}},
                   v22[] = {{"T", floats | bfloat16, "AVERAGEPOOL-ALL-TYPES"}};
constexpr const char* rule = "AVERAGEPOOL-ALL-WINDOW";
constexpr Row rows[] = {
    {Source::onnx, 1, inputs, outputs, v1, averaged, rule, attributes_1},
    {Source::onnx, 7, inputs, outputs, v1, averaged, rule, attributes_7},
    {Source::onnx, {10, 11}, inputs, outputs, v1, averaged, rule, attributes_10},
    {Source::onnx, 19, inputs, outputs, v1, averaged, rule, attributes_19},
    {Source::onnx, 22, inputs, outputs, v22, averaged, rule, attributes_19},
};

}  // namespace

extern const Operator averagepool_operator{.name = "AveragePool",
                                           .versions = versions,
                                           .rows = rows,
                                           .wide_rule = "AVERAGEPOOL-FLOAT-WIDE",
                                           .operations = operations_of_windows};

}  // namespace etalon::impl
