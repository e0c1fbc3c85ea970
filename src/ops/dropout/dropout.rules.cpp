// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for Dropout, which moves nothing while it does not train; spec.md gives
// the reasons.
#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

Finding trains(const Call& call, const std::string& what) {
  return broken("DROPOUT-ALL-INFERENCE", std::string(call.op->name) + ": " + what,
                "a model that drops elements at random has no reproducible result: export it for inference");
}

Result<std::vector<Argument>> passed_on(const Call& call) {
  const Argument& data = *call.inputs[0];
  if (call.version < 7 && *call.attribute<std::int64_t>(0) == 0) return trains(call, "is_test is 0");
  if (call.has_input(1) && call.inputs[1]->shape.count != 1)
    return refused(call, "ratio has shape " + to_string(call.inputs[1]->shape), "give one number");
  if (call.has_input(2)) {
    if (call.inputs[2]->shape.count != 1)
      return refused(call, "training_mode has shape " + to_string(call.inputs[2]->shape), "give one truth value");
    if (call.known_integers(2)[0] != 0) return trains(call, "training_mode is true");
  }
  return std::vector{data, Argument{call.version < 10 ? data.type : DType::boolean, data.shape}};
}

// The data as they are; the mask is all true.
Run dropout_run(const Call& call, unsigned output, std::uint64_t i) {
  const std::uint64_t length = call.inputs[0]->shape.count - i;
  if (output == 0) return {0, i, length};
  return {.input = Run::no_input, .element = 0, .length = length, .fill = 1};
}

constexpr int versions[] = {1, 6, 7, 10, 12, 13, 22};
constexpr auto optional = Formal::Presence::optional;
constexpr Formal data_only[] = {{"data"}},
                 inputs[] = {{"data"},
                             {"ratio", "T1", optional},
                             {"training_mode", "T2", optional, Formal::Use::shape}},
                 outputs_1[] = {{"output"}, {"mask", "T", optional}},
                 outputs_10[] = {{"output"}, {"mask", "T1", optional}},
                 outputs_12[] = {{"output"}, {"mask", "T2", optional}};
constexpr const char* types_rule = "DROPOUT-ALL-TYPES";
constexpr TypeRule v1[] = {{"T", floats, types_rule}}, v10[] = {{"T", floats, types_rule}, {"T1", boolean, types_rule}},
                   v12[] = {{"T", floats, types_rule}, {"T1", floats, types_rule}, {"T2", boolean, types_rule}},
                   v13[] = {{"T", floats | bfloat16, types_rule},
                            {"T1", floats, types_rule},
                            {"T2", boolean, types_rule}},
                   v22[] = {{"T", floats | bfloat16, types_rule},
                            {"T1", floats | bfloat16, types_rule},
                            {"T2", boolean, types_rule}};
constexpr AttributeFormal is_test{"is_test", Kind::integer, 0}, ratio{"ratio", Kind::number, 0.5F};
constexpr AttributeFormal attributes_1[] = {is_test, ratio, {"consumed_inputs", Kind::integers}},
                          attributes_6[] = {is_test, ratio}, attributes_7[] = {ratio},
                          attributes_12[] = {{"seed", Kind::integer}};
constexpr const char* rule = "DROPOUT-ALL-RESULT";
constexpr Row rows[] = {
    {Source::onnx, 1, data_only, outputs_1, v1, passed_on, rule, attributes_1},
    {Source::onnx, 6, data_only, outputs_1, v1, passed_on, rule, attributes_6},
    {Source::onnx, 7, data_only, outputs_1, v1, passed_on, rule, attributes_7},
    {Source::onnx, 10, data_only, outputs_10, v10, passed_on, rule, attributes_7},
    {Source::onnx, 12, inputs, outputs_12, v12, passed_on, rule, attributes_12},
    {Source::onnx, 13, inputs, outputs_12, v13, passed_on, rule, attributes_12},
    {Source::onnx, 22, inputs, outputs_12, v22, passed_on, rule, attributes_12},
};

}  // namespace

extern const Operator dropout_operator{.name = "Dropout", .versions = versions, .rows = rows, .nature = dropout_run};

}  // namespace etalon::impl
