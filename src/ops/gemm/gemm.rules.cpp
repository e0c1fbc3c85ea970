// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Gemm; spec.md gives the reasons.
#include <cmath>
#include <string>

#include "ops/gemm/gemm.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

// Of integers a factor must be one of them: it is not rounded.
std::optional<Finding> check_factor(const Call& call, const char* name) {
  const DType type = call.inputs[0]->type;
  const float* given = call.named<float>(name);
  if (given == nullptr || info(type).kind == etalon::impl::Kind::floating) return std::nullopt;
  const bool is_signed = type == DType::i32 || type == DType::i64;
  const double most = std::ldexp(1.0, static_cast<int>(info(type).bits) - (is_signed ? 1 : 0));
  if (*given == std::trunc(*given) && *given >= (is_signed ? -most : 0) && *given < most) return std::nullopt;
  return broken("GEMM-INT-FACTORS", std::string("Gemm: ") + name + " is not a number of type " + info(type).name,
                "of integers alpha and beta are integers of the type");
}

// C as it is added: SONNX and `broadcast` 0 want the shape of the result, other rows one that is broadcast to it.
enum class AddedC : bool { of_that_shape, broadcast };
Result<std::vector<Argument>> product_and(const Call& call, AddedC added) {
  const bool broadcasts = added == AddedC::broadcast;
  for (const unsigned x : {0u, 1u})
    if (call.inputs[x]->shape.rank != 2)
      return broken("GEMM-ALL-RANK", shapes_of(call) + "; A and B are matrices", "give both two dimensions");
  const GemmGeometry g(call);
  if (g.inner != g.inner_of_b)
    return broken(call.row->shape_rule,
                  shapes_of(call) + ": a row of A' has " + std::to_string(g.inner) + " elements, a column of B' has " +
                      std::to_string(g.inner_of_b),
                  "they must be as many; transA and transB say which way a matrix is read");
  for (const char* name : {"alpha", "beta"})
    if (auto problem = check_factor(call, name)) return *problem;
  const std::array<std::uint64_t, 2> dims{g.rows, g.columns};
  const auto result = Shape::of(dims);
  if (!result) return uncountable(shapes_of(call));
  if (call.has_input(2)) {
    const Shape& c = call.inputs[2]->shape;
    const auto both = broadcasts ? numpy_broadcast(*result, c) : c;
    if (!both || !(*both == *result))
      return broken("GEMM-ALL-C", shapes_of(call) + ": the product has shape " + to_string(*result),
                    broadcasts ? "C must have dimensions of 1 or those of the product, and at most two"
                               : "C must have the shape of the product");
  }
  return std::vector{Argument{call.inputs[0]->type, *result}};
}

Result<std::vector<Argument>> same_c(const Call& call) { return product_and(call, AddedC::of_that_shape); }
Result<std::vector<Argument>> any_c(const Call& call) { return product_and(call, AddedC::broadcast); }
Result<std::vector<Argument>> c_by_attribute(const Call& call) {
  return product_and(call, AddedC{*call.named<std::int64_t>("broadcast") != 0});
}

std::uint64_t multiply_adds(const Call& call) {
  std::uint64_t count = 0;
  return size_mul(call.outputs[0]->shape.count, GemmGeometry(call).inner, &count) ? count : UINT64_MAX;
}

constexpr int versions[] = {1, 6, 7, 9, 11, 13};
constexpr Formal inputs[] = {{"A"}, {"B"}, {"C"}},
                 with_optional[] = {{"A"}, {"B"}, {"C", "T", Formal::Presence::optional}}, outputs[] = {{"Y"}};
constexpr AttributeFormal alpha{"alpha", Kind::number, 1.0f}, beta{"beta", Kind::number, 1.0f},
    turned_a{"transA", Kind::integer, 0}, turned_b{"transB", Kind::integer, 0};
constexpr AttributeFormal attributes_1[] = {alpha, beta, {"broadcast", Kind::integer, 0}, turned_a, turned_b},
                          attributes[] = {alpha, beta, turned_a, turned_b};
constexpr TypeRule draft[] = {{"T", floats | real, "GEMM-ALL-TYPES"}}, v1[] = {{"T", floats, "GEMM-ALL-TYPES"}},
                   v9[] = {{"T", floats | int32_64, "GEMM-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int32_64, "GEMM-ALL-TYPES"}};
constexpr const char* rule = "GEMM-ALL-INNER";
constexpr Row rows[] = {
    {Source::draft_2026_08, {7, 9, 11, 13}, inputs, outputs, draft, same_c, rule},
    {Source::onnx, {1, 6}, inputs, outputs, v1, c_by_attribute, rule, attributes_1},
    {Source::onnx, 7, inputs, outputs, v1, any_c, rule, attributes},
    {Source::onnx, 9, inputs, outputs, v9, any_c, rule, attributes},
    {Source::onnx, 11, with_optional, outputs, v9, any_c, rule, attributes},
    {Source::onnx, 13, with_optional, outputs, v13, any_c, rule, attributes},
};

}  // namespace

extern const Operator gemm_operator{
    .name = "Gemm", .versions = versions, .rows = rows, .wide_rule = "GEMM-FLOAT-WIDE", .operations = multiply_adds};

}  // namespace etalon::impl
