// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Constant, and what it writes; spec.md gives the reasons.
#include <cstring>
#include <string>

#include "ops/call.hpp"
#include "ops/type_sets.hpp"
#include "scalar/floats.h"
#include "tensor/algebra.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

Argument list_of(DType type, std::uint64_t count) { return {type, *Shape::of({&count, 1})}; }

// Which attribute has the value: the only one that is given.
Result<std::size_t> the_one(const Call& call) {
  std::size_t count = 0, which = 0;
  for (std::size_t k = 0; k < call.attributes.size(); ++k)
    if (call.attributes[k].index() != 0) {
      ++count;
      which = k;
    }
  if (count == 1) return which;
  return broken("CONSTANT-ALL-VALUE",
                std::string(call.op->name) + ": " + std::to_string(count) + " attributes give a value",
                "give exactly one of them");
}

Result<std::vector<Argument>> of_value(const Call& call) {
  const auto which = the_one(call);
  if (!which) return which.finding();
  const AttributeValue& value = call.attributes[*which];
  if (const auto* tensor = std::get_if<Constant>(&value)) {
    const TypeRule& rule = call.row->types[0];
    if (!rule.types.contains(tensor->type))
      return broken(rule.rule, std::string(call.op->name) + ": value is " + info(tensor->type).name,
                    "use a type that this version has");
    if (auto problem = check_constant(*tensor, 0)) return *std::move(problem);
    return std::vector{Argument{tensor->type, tensor->shape}};
  }
  if (std::holds_alternative<float>(value)) return std::vector{Argument{DType::f32, {}}};
  if (std::holds_alternative<std::int64_t>(value)) return std::vector{Argument{DType::i64, {}}};
  if (const auto* floats = std::get_if<std::vector<float>>(&value))
    return std::vector{list_of(DType::f32, floats->size())};
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&value))
    return std::vector{list_of(DType::i64, integers->size())};
  return unjudged("CONSTANT-ALL-TYPES",
                  std::string(call.op->name) + ": attribute " + call.row->attributes[*which].name +
                      " has a value of a type that this release does not specify",
                  "use a dense tensor of numbers or truth values");
}

void store(void* output, std::uint64_t i, float number) { UInt<32>::store(output, i, f32_bits(number)); }
void store(void* output, std::uint64_t i, std::int64_t number) { Int<64>::store(output, i, number); }

void write_value(const Call& call, void* output) {
  const AttributeValue& value = call.attributes[*the_one(call)];
  if (const auto* tensor = std::get_if<Constant>(&value))
    return decode(*tensor, {tensor->type, tensor->shape, output, *stored_bytes(tensor->type, tensor->shape.count)});
  std::visit(
      [&]<class T>(const T& given) {
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, std::int64_t>)
          store(output, 0, given);
        else if constexpr (std::is_same_v<T, std::vector<float>> || std::is_same_v<T, std::vector<std::int64_t>>)
          for (std::size_t i = 0; i < given.size(); ++i) store(output, i, given[i]);
      },
      value);
}

constexpr int versions[] = {1, 9, 11, 12, 13, 19, 21, 23, 24, 25};
constexpr Formal output[] = {{"output"}};
constexpr TypeRule draft[] = {{"T", floats | int8_16 | int32_64, "CONSTANT-ALL-TYPES"}},
                   v1[] = {{"T", floats, "CONSTANT-ALL-TYPES"}}, v9[] = {{"T", movable, "CONSTANT-ALL-TYPES"}},
                   v13[] = {{"T", movable | bfloat16, "CONSTANT-ALL-TYPES"}},
                   v21[] = {{"T", movable | bfloat16 | int4, "CONSTANT-ALL-TYPES"}};
constexpr AttributeFormal value_only[] = {{"value", Kind::tensor, Required{}}},
                          value_or_sparse[] = {{"sparse_value", Kind::other}, {"value", Kind::tensor}},
                          any_value[] = {{"sparse_value", Kind::other}, {"value", Kind::tensor},
                                         {"value_float", Kind::number}, {"value_floats", Kind::numbers},
                                         {"value_int", Kind::integer},  {"value_ints", Kind::integers},
                                         {"value_string", Kind::text},  {"value_strings", Kind::texts}};
constexpr const char* rule = "CONSTANT-ALL-VALUE";
constexpr Row rows[] = {
    {Source::draft_2026_08, {1, 9, 11, 12, 13, 19, 21, 23, 24, 25}, {}, output, draft, of_value, rule, value_only},
    {Source::onnx, 1, {}, output, v1, of_value, rule, value_only},
    {Source::onnx, 9, {}, output, v9, of_value, rule, value_only},
    {Source::onnx, 11, {}, output, v9, of_value, rule, value_or_sparse},
    {Source::onnx, 12, {}, output, v9, of_value, rule, any_value},
    {Source::onnx, {13, 19}, {}, output, v13, of_value, rule, any_value},
    {Source::onnx, {21, 23, 24, 25}, {}, output, v21, of_value, rule, any_value},
};

}  // namespace

extern const Operator constant_operator{.name = "Constant", .versions = versions, .rows = rows, .nature = write_value};

}  // namespace etalon::impl
