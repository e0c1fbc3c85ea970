// SPDX-License-Identifier: Apache-2.0
// Floor 4. What ONNX allows for MatMulInteger; spec.md gives the reasons.
#include "ops/family/quantised/quantise.hpp"

namespace etalon::impl {
namespace {

using namespace types;

Result<std::vector<Argument>> multiplied(const Call& call) {
  const auto g = QuantisedProduct::of(call, integer_product);
  if (!g) return g.finding();
  return std::vector{Argument{DType::i32, g->product.result}};
}

std::uint64_t operations(const Call& call) {
  return multiply_adds(*matmul_geometry(call, integer_product.a, integer_product.b));
}

constexpr int versions[] = {10};
constexpr auto optional = Formal::Presence::optional;
constexpr Formal inputs[] = {{"A", "T1"},
                             {"B", "T2"},
                             {"a_zero_point", "T1", optional},
                             {"b_zero_point", "T2", optional}},
                 outputs[] = {{"Y", "T3"}};
constexpr const char* types_rule = "MATMULINTEGER-ALL-TYPES";
constexpr TypeRule v10[] = {{"T1", int8, types_rule}, {"T2", int8, types_rule}, {"T3", {DType::i32}, types_rule}};
constexpr Row rows[] = {{Source::onnx, 10, inputs, outputs, v10, multiplied, "MATMULINTEGER-ALL-SHAPE"}};

}  // namespace

extern const Operator matmulinteger_operator{
    .name = "MatMulInteger", .versions = versions, .rows = rows, .operations = operations};

}  // namespace etalon::impl
