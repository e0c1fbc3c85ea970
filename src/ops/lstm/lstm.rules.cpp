// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for LSTM; spec.md gives the reasons.
#include <string>

#include "ops/family/axes.hpp"
#include "ops/lstm/lstm.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

Result<std::vector<Argument>> remembered(const Call& call) {
  const auto r = Recurrence::of(call, LstmGeometry::kind);
  if (!r) return r.finding();
  if (call.has_input(Recurrence::p)) {
    const Shape& p = call.inputs[Recurrence::p]->shape;
    const std::array<std::uint64_t, 2> wanted{r->directions, LstmGeometry::peepholes * r->hidden};
    if (!(Shape::of(wanted) == p))
      return refused(call, "P has shape " + to_string(p) + ", and R has shape " + to_string(call.inputs[2]->shape),
                     "P has three numbers for each unit of each direction");
  }
  return r->results(call, 3);
}

// SONNX allows two lists of activations.
Result<std::vector<Argument>> remembered_in_profile(const Call& call) {
  auto results = remembered(call);
  if (!results) return results;
  const auto r = Recurrence::of(call, LstmGeometry::kind);
  using F = Activation::Function;
  for (unsigned direction = 0; direction < r->directions; ++direction) {
    const auto& [f, g, h] = r->functions[direction];
    if ((f.function != F::sigmoid && f.function != F::relu) || g.function != F::tanh || h.function != F::tanh)
      return broken("LSTM-ALL-ACTIVATIONS",
                    std::string(call.op->name) + ": this profile does not have these activations",
                    "they are Sigmoid, Tanh, Tanh or Relu, Tanh, Tanh for each direction");
  }
  return results;
}

std::uint64_t state(const Call& call) { return recurrence_state(call, 3); }

constexpr int versions[] = {1, 7, 14, 22};
constexpr auto optional = Formal::Presence::optional;
constexpr Formal inputs[] = {{"X"},
                             {"W"},
                             {"R"},
                             {"B", "T", optional},
                             recurrent_lengths,
                             {"initial_h", "T", optional},
                             {"initial_c", "T", optional},
                             {"P", "T", optional}},
                 all_inputs[] = {{"X"},
                                 {"W"},
                                 {"R"},
                                 {"B"},
                                 {"sequence_lens", "T1", Formal::Presence::required, Formal::Use::index},
                                 {"initial_h"},
                                 {"initial_c"},
                                 {"P"}},
                 outputs[] = {{"Y", "T", optional}, {"Y_h", "T", optional}, {"Y_c", "T", optional}}, y[] = {{"Y"}};
constexpr AttributeFormal input_forget{"input_forget", Kind::integer, 0};
constexpr AttributeFormal attributes_1[] = {recurrent_alpha, recurrent_beta,      recurrent_functions,
                                            recurrent_clip,  recurrent_direction, recurrent_hidden,
                                            input_forget,    recurrent_sequence},
                          attributes_7[] = {recurrent_alpha,     recurrent_beta,   recurrent_functions, recurrent_clip,
                                            recurrent_direction, recurrent_hidden, input_forget},
                          attributes_14[] = {recurrent_alpha, recurrent_beta,      recurrent_functions,
                                             recurrent_clip,  recurrent_direction, recurrent_hidden,
                                             input_forget,    recurrent_layout},
                          all_given[] = {
                              recurrent_alpha, recurrent_beta,      {"activations", Kind::texts, Required{}},
                              recurrent_clip,  recurrent_direction, {"hidden_size", Kind::integer, Required{}},
                              input_forget,    recurrent_layout};
constexpr const char* types_rule = "LSTM-ALL-TYPES";
constexpr TypeSet int32{DType::i32};
constexpr TypeRule v1[] = {{"T", floats, types_rule}, {"T1", int32, types_rule}},
                   v22[] = {{"T", all_floats, types_rule}, {"T1", int32, types_rule}},
                   draft[] = {{"T", all_floats | real, types_rule}, {"T1", int32, types_rule}};
constexpr const char* rule = "LSTM-ALL-SHAPE";
constexpr Row rows[] = {
    {Source::draft_2026_08, {14, 22}, all_inputs, y, draft, remembered_in_profile, rule, all_given},
    {Source::onnx, 1, inputs, outputs, v1, remembered, rule, attributes_1},
    {Source::onnx, 7, inputs, outputs, v1, remembered, rule, attributes_7},
    {Source::onnx, 14, inputs, outputs, v1, remembered, rule, attributes_14},
    {Source::onnx, 22, inputs, outputs, v22, remembered, rule, attributes_14},
};

}  // namespace

extern const Operator lstm_operator{.name = "LSTM",
                                    .versions = versions,
                                    .rows = rows,
                                    .wide_rule = "LSTM-FLOAT-WIDE",
                                    .operations = recurrence_operations,
                                    .state = state,
                                    .condition = {allowed_lengths, Recurrence::lengths, "REC-ALL-LENGTHS",
                                                  "a length is negative or larger than that of X"}};

}  // namespace etalon::impl
