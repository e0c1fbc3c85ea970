// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows of Relu; spec.md beside this file says why.
#include "ops/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr TypeSet signed_integers{DType::i8, DType::i16, DType::i32, DType::i64};

constexpr int versions[] = {1, 6, 13, 14};
constexpr Formal inputs[] = {{"X"}}, outputs[] = {{"Y"}};
constexpr AttributeFormal consumed[] = {{"consumed_inputs", AttributeFormal::Kind::integers}};
constexpr TypeRule draft[] = {{"T", floats | signed_integers | real, "RELU-ALL-TYPES"}},
                   v1[] = {{"T", floats, "RELU-ALL-TYPES"}}, v13[] = {{"T", floats | bfloat16, "RELU-ALL-TYPES"}},
                   v14[] = {{"T", floats | bfloat16 | signed_integers, "RELU-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::draft_2026_08, {6, 13, 14}, inputs, outputs, draft, like_first, "RELU-ALL-SHAPE"},
    {Source::onnx, 1, inputs, outputs, v1, like_first, "RELU-ALL-SHAPE", consumed},
    {Source::onnx, 6, inputs, outputs, v1, like_first, "RELU-ALL-SHAPE"},
    {Source::onnx, 13, inputs, outputs, v13, like_first, "RELU-ALL-SHAPE"},
    {Source::onnx, 14, inputs, outputs, v14, like_first, "RELU-ALL-SHAPE"},
};

}  // namespace

extern const Operator relu_operator{"Relu", versions, rows};

}  // namespace etalon::impl
