// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for BatchNormalization; spec.md gives the reasons.
#include <cmath>
#include <string>

#include "ops/family/axes.hpp"
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

constexpr const char* inference = "BATCHNORMALIZATION-ALL-INFERENCE";

std::optional<Finding> check_inference(const Call& call) {
  const auto training = [&](const std::string& what) {
    return unjudged(inference, std::string(call.op->name) + ": " + what + ", which is training",
                    "export the model for inference");
  };
  if (const std::int64_t* test = call.named<std::int64_t>("is_test"); test != nullptr && *test == 0)
    return training("is_test is 0");
  if (const std::int64_t* mode = call.named<std::int64_t>("training_mode"); mode != nullptr && *mode != 0)
    return training("training_mode is " + std::to_string(*mode));
  if (call.outputs.size() > 1) return training("there is an output " + formal_name(call.row->outputs, 1));
  return std::nullopt;
}

// The shape of the parameters: one for each channel, or in versions 1 to 7 without `spatial` one for each element of a
// batch.
Result<std::vector<Argument>> normalized(const Call& call) {
  if (auto problem = check_inference(call)) return *problem;
  const Argument& x = *call.inputs[0];
  const std::int64_t* spatial = call.named<std::int64_t>("spatial");
  if (x.shape.rank == 0) return refused(call, "X is a scalar", "X has a batch, and channels");
  std::vector<std::uint64_t> wanted{x.shape.rank < 2 ? 1 : x.shape[1]};
  if (spatial != nullptr && *spatial == 0)
    for (unsigned axis = 2; axis < x.shape.rank; ++axis) wanted.push_back(x.shape[axis]);
  const auto shape = Shape::of(wanted);
  for (std::size_t k = 1; k < call.inputs.size(); ++k)
    if (!(call.inputs[k]->shape == *shape))
      return refused(call,
                     formal_name(call.row->inputs, k) + " has shape " + to_string(call.inputs[k]->shape) +
                         ", and X has shape " + to_string(x.shape),
                     "give it the shape of X's channels");
  const float epsilon = *call.named<float>("epsilon");
  if (call.row->source != Source::onnx && !(epsilon > 0))
    return broken("BATCHNORMALIZATION-ALL-EPSILON", std::string(call.op->name) + ": epsilon is not positive",
                  "give a positive epsilon");
  return std::vector{x};
}

constexpr int versions[] = {1, 6, 7, 9, 14, 15};
constexpr auto optional = Formal::Presence::optional;
constexpr Formal inputs[] = {{"X"}, {"scale"}, {"B"}, {"mean"}, {"var"}},
                 inputs_of_draft[] = {{"X"}, {"scale"}, {"B"}, {"input_mean"}, {"input_var"}},
                 inputs_14[] = {{"X"}, {"scale"}, {"B"}, {"input_mean", "U"}, {"input_var", "U"}},
                 inputs_15[] = {{"X"}, {"scale", "T1"}, {"B", "T1"}, {"input_mean", "T2"}, {"input_var", "T2"}},
                 outputs[] = {{"Y"},
                              {"mean", "T", optional},
                              {"var", "T", optional},
                              {"saved_mean", "T", optional},
                              {"saved_var", "T", optional}},
                 outputs_14[] = {{"Y"}, {"running_mean", "U", optional}, {"running_var", "U", optional}},
                 outputs_15[] = {{"Y"}, {"running_mean", "T2", optional}, {"running_var", "T2", optional}},
                 y[] = {{"Y"}};
constexpr AttributeFormal consumed{"consumed_inputs", Kind::integers, Required{}},
    epsilon{"epsilon", Kind::number, 1e-5f}, is_test{"is_test", Kind::integer, 0},
    momentum{"momentum", Kind::number, 0.9f}, spatial{"spatial", Kind::integer, 1},
    training{"training_mode", Kind::integer, 0};
constexpr AttributeFormal attributes_1[] = {consumed, epsilon, is_test, momentum, spatial},
                          attributes_6[] = {epsilon, is_test, momentum, spatial},
                          attributes_7[] = {epsilon, momentum, spatial}, attributes_9[] = {epsilon, momentum},
                          attributes_14[] = {epsilon, momentum, training};
constexpr const char* types_rule = "BATCHNORMALIZATION-ALL-TYPES";
constexpr TypeRule v1[] = {{"T", floats, types_rule}},
                   v14[] = {{"T", floats | bfloat16, types_rule}, {"U", floats | bfloat16, types_rule}},
                   v15[] = {{"T", floats | bfloat16, types_rule},
                            {"T1", floats | bfloat16, types_rule},
                            {"T2", floats | bfloat16, types_rule}},
                   draft[] = {{"T", floats, types_rule}};
constexpr const char* rule = "BATCHNORMALIZATION-ALL-SHAPE";
constexpr Precondition variance[] = {{floats, 4, Precondition::Demand::not_negative, Precondition::Breach::notice,
                                      "BATCHNORMALIZATION-FLOAT-VARIANCE", "a variance is negative",
                                      "the result is a NaN where its sum with epsilon is negative too"}};
constexpr ResultRule shapes{normalized, place_of_channels};
constexpr Row rows[] = {
    {Source::draft_2026_08, 15, inputs_of_draft, y, draft, shapes, rule, attributes_14, variance},
    {Source::onnx, 1, inputs, outputs, v1, shapes, rule, attributes_1},
    {Source::onnx, 6, inputs, outputs, v1, shapes, rule, attributes_6},
    {Source::onnx, 7, inputs, outputs, v1, shapes, rule, attributes_7},
    {Source::onnx, 9, inputs, outputs, v1, shapes, rule, attributes_9},
    {Source::onnx, 14, inputs_14, outputs_14, v14, shapes, rule, attributes_14},
    {Source::onnx, 15, inputs_15, outputs_15, v15, shapes, rule, attributes_14},
};

}  // namespace

extern const Operator batchnormalization_operator{.name = "BatchNormalization", .versions = versions, .rows = rows};

}  // namespace etalon::impl
