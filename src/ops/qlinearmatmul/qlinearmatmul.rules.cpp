// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for QLinearMatMul; spec.md gives the reasons.
#include "ops/family/quantised/quantise.hpp"

namespace etalon::impl {
namespace {

using namespace types;

Result<std::vector<Argument>> multiplied(const Call& call) {
  const auto g = QuantisedProduct::of(call, linear_product);
  if (!g) return g.finding();
  return std::vector{Argument{call.inputs[linear_product.y_zero_point]->type, g->product.result}};
}

std::uint64_t operations(const Call& call) {
  return multiply_adds(*matmul_geometry(call, linear_product.a, linear_product.b));
}

constexpr int versions[] = {10, 21};
constexpr std::array<Formal, 8> inputs_with(const char* scale) {
  return {{{"a", "T1"},
           {"a_scale", scale},
           {"a_zero_point", "T1"},
           {"b", "T2"},
           {"b_scale", scale},
           {"b_zero_point", "T2"},
           {"y_scale", scale},
           {"y_zero_point", "T3"}}};
}
constexpr std::array inputs_10 = inputs_with("tensor(float)"), inputs_21 = inputs_with("TS");
constexpr Formal outputs[] = {{"y", "T3"}};
constexpr const char* types_rule = "QLINEARMATMUL-ALL-TYPES";
constexpr TypeSet single{DType::f32};
constexpr TypeRule t1{"T1", int8, types_rule}, t2{"T2", int8, types_rule}, t3{"T3", int8, types_rule};
constexpr TypeRule v10[] = {t1, t2, t3, {"tensor(float)", single, types_rule}},
                   v21[] = {t1, t2, t3, {"TS", single | TypeSet{DType::f16} | bfloat16, types_rule}};
constexpr Precondition scales[] = {
    positive_scale(linear_product.a_scale, "a number of a_scale is zero, negative or not finite"),
    positive_scale(linear_product.b_scale, "a number of b_scale is zero, negative or not finite",
                   "QUANTISE-ALL-WEIGHTSCALE"),
    positive_scale(linear_product.y_scale, "a number of y_scale is zero, negative or not finite",
                   "QUANTISE-ALL-RESULTSCALE")};
constexpr const char* rule = "QLINEARMATMUL-ALL-SHAPE";
constexpr Row rows[] = {
    {Source::onnx, 10, inputs_10, outputs, v10, multiplied, rule, {}, scales},
    {Source::onnx, 21, inputs_21, outputs, v21, multiplied, rule, {}, scales},
};

}  // namespace

extern const Operator qlinearmatmul_operator{
    .name = "QLinearMatMul", .versions = versions, .rows = rows, .operations = operations};

}  // namespace etalon::impl
