// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for ConstantOfShape, and what it writes; spec.md gives the reasons.
#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"
#include "ops/world.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

// Without a value the elements are zeros of type float.
Result<std::vector<Argument>> of_shape(const Call& call) {
  DType type = DType::f32;
  if (const auto* value = call.attribute<Constant>(0)) {
    type = value->type;
    const TypeRule& rule = call.row->rule_of(call.row->outputs[0]);
    if (!rule.types.contains(type))
      return broken(rule.rule, std::string(call.op->name) + ": value is " + info(type).name,
                    "use a type that this version has");
    if (auto problem = check_constant(*value, 0)) return *std::move(problem);
    if (value->shape.count != 1)
      return refused(call, "value has " + std::to_string(value->shape.count) + " elements", "value has one element");
  }
  if (call.inputs[0]->shape.rank != 1)
    return refused(call, "input has rank " + std::to_string(call.inputs[0]->shape.rank), "give a list of dimensions");
  const Integers wanted = call.known_integers(0);
  if (wanted.size() > Limits::max_rank)
    return error(Code::limit, "FILE-ALL-LIMITS", std::string(call.op->name) + ": the result has a rank above 8",
                 "use a shape of at most eight dimensions");
  std::vector<std::uint64_t> dims;
  for (const std::int64_t dim : wanted) {
    if (dim < 0) return refused(call, "a dimension is " + std::to_string(dim), "a dimension is not negative");
    dims.push_back(static_cast<std::uint64_t>(dim));
  }
  const auto shape = Shape::of(dims);
  if (!shape) return uncountable(call.op->name);
  return std::vector{Argument{type, *shape}};
}

void write_filled(const Call& call, void* output) {
  const auto [type, shape] = *call.outputs[0];
  std::uint64_t one = 0;  // room for an element of any type
  if (const auto* value = call.attribute<Constant>(0))
    decode(*value, {type, value->shape, &one, *stored_bytes(type, 1)});
  Stored::moving(type, [&]<class A>(A) {
    const auto element = A::load(&one, 0);
    for (std::uint64_t i = 0; i < shape.count; ++i) A::store(output, i, element);
  });
}

constexpr int versions[] = {9, 20, 21, 23, 24, 25};
constexpr Formal inputs[] = {{"input", "T1", Formal::Presence::required, Formal::Use::shape}},
                 outputs[] = {{"output", "T2"}};
constexpr TypeRule shape_type{"T1", int64, "CONSTANTOFSHAPE-ALL-TYPES"};
constexpr TypeRule v9[] = {shape_type, {"T2", movable, "CONSTANTOFSHAPE-ALL-TYPES"}},
                   v20[] = {shape_type, {"T2", movable | bfloat16, "CONSTANTOFSHAPE-ALL-TYPES"}},
                   v21[] = {shape_type, {"T2", movable | bfloat16 | int4, "CONSTANTOFSHAPE-ALL-TYPES"}};
constexpr AttributeFormal value[] = {{"value", Kind::tensor}};
constexpr const char* rule = "CONSTANTOFSHAPE-ALL-RESULT";
constexpr Row rows[] = {
    {Source::onnx, 9, inputs, outputs, v9, of_shape, rule, value},
    {Source::onnx, 20, inputs, outputs, v20, of_shape, rule, value},
    {Source::onnx, {21, 23, 24, 25}, inputs, outputs, v21, of_shape, rule, value},
};

}  // namespace

extern const Operator constantofshape_operator{
    .name = "ConstantOfShape", .versions = versions, .rows = rows, .nature = write_filled};

}  // namespace etalon::impl
