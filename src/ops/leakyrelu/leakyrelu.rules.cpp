// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for LeakyRelu; spec.md gives the reasons.
#include <cmath>

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 16};
using Kind = AttributeFormal::Kind;

// A real product needs a real factor.
Result<std::vector<Argument>> with_real_slope(const Call& call) {
  const float alpha = *call.attribute<float>(0);
  if (call.inputs[0]->type == DType::real && !std::isfinite(alpha))
    return broken("LEAKYRELU-REAL-ALPHA", "LeakyRelu: attribute alpha is not a real number",
                  "give alpha a finite number");
  return like_first(call);
}

constexpr AttributeFormal alpha_given[] = {{"alpha", Kind::number, Required{}}},
                          alpha[] = {{"alpha", Kind::number, 0.01f}}, v1_attributes[] = {alpha[0], consumed_inputs[0]};
constexpr TypeRule draft[] = {{"T", floats | real, "LEAKYRELU-ALL-TYPES"}},
                   v1[] = {{"T", floats, "LEAKYRELU-ALL-TYPES"}}, v16[] = {{"T", all_floats, "LEAKYRELU-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::draft_2026_08,
     {6, 16},
     unary_inputs,
     unary_outputs,
     draft,
     with_real_slope,
     "LEAKYRELU-ALL-SHAPE",
     alpha_given},
    {Source::onnx, 1, unary_inputs, unary_outputs, v1, like_first, "LEAKYRELU-ALL-SHAPE", v1_attributes},
    {Source::onnx, 6, unary_inputs, unary_outputs, v1, like_first, "LEAKYRELU-ALL-SHAPE", alpha},
    {Source::onnx, 16, unary_inputs, unary_outputs, v16, like_first, "LEAKYRELU-ALL-SHAPE", alpha},
};

}  // namespace

extern const Operator leakyrelu_operator{.name = "LeakyRelu", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
