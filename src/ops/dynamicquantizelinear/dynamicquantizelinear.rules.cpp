// SPDX-License-Identifier: Apache-2.0
// Floor 4. What ONNX allows for DynamicQuantizeLinear; spec.md gives the reasons.
#include "ops/family/quantised/quantise.hpp"

namespace etalon::impl {
namespace {

using namespace types;

Result<std::vector<Argument>> quantised(const Call& call) {
  return std::vector{Argument{DType::u8, call.inputs[0]->shape}, Argument{DType::f32, {}}, Argument{DType::u8, {}}};
}

// Each element is compared with the least and the greatest so far, and quantised.
std::uint64_t operations(const Call& call) {
  const std::uint64_t count = call.inputs[0]->shape.count;
  return count > UINT64_MAX / 3 ? UINT64_MAX : 3 * count;
}

constexpr int versions[] = {11};
constexpr Formal inputs[] = {{"x", "T1"}},
                 outputs[] = {{"y", "T2"}, {"y_scale", "tensor(float)"}, {"y_zero_point", "T2"}};
constexpr const char* types_rule = "DYNAMICQUANTIZELINEAR-ALL-TYPES";
constexpr TypeRule v11[] = {{"T1", TypeSet{DType::f32}, types_rule},
                            {"tensor(float)", TypeSet{DType::f32}, types_rule},
                            {"T2", TypeSet{DType::u8}, types_rule}};
constexpr Notice notices[] = {nan_quantised};
constexpr Row rows[] = {{Source::onnx, 11, inputs, outputs, v11, quantised, "DYNAMICQUANTIZELINEAR-ALL-SHAPE"}};

}  // namespace

extern const Operator dynamicquantizelinear_operator{
    .name = "DynamicQuantizeLinear", .versions = versions, .rows = rows, .notices = notices, .operations = operations};

}  // namespace etalon::impl
