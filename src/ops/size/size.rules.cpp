// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for Size, and what it writes; spec.md gives the reasons.
#include "ops/call.hpp"
#include "ops/type_sets.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {
namespace {

using namespace types;

Result<std::vector<Argument>> one_number(const Call&) { return std::vector{Argument{DType::i64, {}}}; }

void write_size(const Call& call, void* output) { UInt<64>::store(output, 0, call.inputs[0]->shape.count); }

constexpr int versions[] = {1, 13, 19, 21, 23, 24, 25};
constexpr Formal inputs[] = {{"data"}}, outputs[] = {{"size", "T1"}};
constexpr TypeRule result{"T1", int64, "SIZE-ALL-TYPES"};
constexpr TypeRule v1[] = {{"T", movable, "SIZE-ALL-TYPES"}, result},
                   v13[] = {{"T", movable | bfloat16, "SIZE-ALL-TYPES"}, result},
                   v21[] = {{"T", movable | bfloat16 | int4, "SIZE-ALL-TYPES"}, result};
constexpr const char* rule = "SIZE-ALL-RESULT";
constexpr Row rows[] = {
    {Source::onnx, 1, inputs, outputs, v1, one_number, rule},
    {Source::onnx, {13, 19}, inputs, outputs, v13, one_number, rule},
    {Source::onnx, {21, 23, 24, 25}, inputs, outputs, v21, one_number, rule},
};

}  // namespace

extern const Operator size_operator{.name = "Size", .versions = versions, .rows = rows, .nature = write_size};

}  // namespace etalon::impl
