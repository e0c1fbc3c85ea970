// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for GRU; spec.md gives the reasons.
#include "ops/gru/gru.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

Result<std::vector<Argument>> gated(const Call& call) {
  const auto r = Recurrence::of(call, GruGeometry::kind);
  if (!r) return r.finding();
  return r->results(call, 2);
}

std::uint64_t state(const Call& call) { return recurrence_state(call, 3); }

constexpr int versions[] = {1, 3, 7, 14, 22};
constexpr auto optional = Formal::Presence::optional;
constexpr Formal inputs[] =
    {{"X"}, {"W"}, {"R"}, {"B", "T", optional}, recurrent_lengths, {"initial_h", "T", optional}},
                 outputs_1[] = {{"Y", "T", optional}, {"Y_h"}},
                 outputs[] = {{"Y", "T", optional}, {"Y_h", "T", optional}};
constexpr AttributeFormal linear{"linear_before_reset", Kind::integer, 0};
constexpr AttributeFormal attributes_1[] = {recurrent_alpha,     recurrent_beta,   recurrent_functions, recurrent_clip,
                                            recurrent_direction, recurrent_hidden, recurrent_sequence},
                          attributes_3[] = {recurrent_alpha, recurrent_beta,      recurrent_functions,
                                            recurrent_clip,  recurrent_direction, recurrent_hidden,
                                            linear,          recurrent_sequence},
                          attributes_7[] = {recurrent_alpha, recurrent_beta,      recurrent_functions,
                                            recurrent_clip,  recurrent_direction, recurrent_hidden,
                                            linear},
                          attributes_14[] = {recurrent_alpha,     recurrent_beta,   recurrent_functions, recurrent_clip,
                                             recurrent_direction, recurrent_hidden, recurrent_layout,    linear};
constexpr const char* types_rule = "GRU-ALL-TYPES";
constexpr TypeSet int32{DType::i32};
constexpr TypeRule v1[] = {{"T", floats, types_rule}, {"T1", int32, types_rule}},
                   v22[] = {{"T", all_floats, types_rule}, {"T1", int32, types_rule}};
constexpr const char* rule = "GRU-ALL-SHAPE";
constexpr Row rows[] = {
    {Source::onnx, 1, inputs, outputs_1, v1, gated, rule, attributes_1},
    {Source::onnx, 3, inputs, outputs, v1, gated, rule, attributes_3},
    {Source::onnx, 7, inputs, outputs, v1, gated, rule, attributes_7},
    {Source::onnx, 14, inputs, outputs, v1, gated, rule, attributes_14},
    {Source::onnx, 22, inputs, outputs, v22, gated, rule, attributes_14},
};

}  // namespace

extern const Operator gru_operator{.name = "GRU",
                                   .versions = versions,
                                   .rows = rows,
                                   .wide_rule = "GRU-FLOAT-WIDE",
                                   .operations = recurrence_operations,
                                   .state = state,
                                   .condition = {allowed_lengths, Recurrence::lengths, "REC-ALL-LENGTHS",
                                                 "a length is negative or larger than that of X"}};

}  // namespace etalon::impl
