// SPDX-License-Identifier: Apache-2.0
// Floor 4. What ONNX allows for If; spec.md gives the reasons. There is nothing to compute: the check replaces
// the node by the branch that it takes (check/branches.hpp).
#include "ops/call.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;
using Presence = Formal::Presence;

// The results are those of the branch, and become known with it: what stands for them here is not used.
Result<std::vector<Argument>> of_branch(const Call& call) {
  if (call.inputs[0]->shape.count != 1)
    return broken(call.row->shape_rule, shapes_of(call) + "; the condition must have one element",
                  "give a condition of shape [] or [1]");
  return std::vector<Argument>(call.outputs.size(), *call.inputs[0]);
}

constexpr int versions[] = {1, 11, 13, 16, 19, 21, 23, 24, 25};
constexpr Formal inputs[] = {{"cond", "B", Presence::required, Formal::Use::shape}},
                 outputs[] = {{"outputs", "V", Presence::variadic}};
constexpr TypeRule v1[] = {{"B", boolean, "IF-ALL-TYPES"}, {"V", movable, "IF-ALL-TYPES"}},
                   v16[] = {{"B", boolean, "IF-ALL-TYPES"}, {"V", movable | bfloat16, "IF-ALL-TYPES"}},
                   v21[] = {{"B", boolean, "IF-ALL-TYPES"}, {"V", movable | bfloat16 | int4, "IF-ALL-TYPES"}};
constexpr AttributeFormal branches[] = {{"else_branch", Kind::graph, Required{}},
                                        {"then_branch", Kind::graph, Required{}}};

constexpr Row rows[] = {
    {Source::onnx, {1, 11, 13}, inputs, outputs, v1, of_branch, "IF-ALL-CONDITION", branches},
    {Source::onnx, {16, 19}, inputs, outputs, v16, of_branch, "IF-ALL-CONDITION", branches},
    {Source::onnx, {21, 23, 24, 25}, inputs, outputs, v21, of_branch, "IF-ALL-CONDITION", branches},
};

}  // namespace

extern const Operator if_operator{"If", versions, rows};

}  // namespace etalon::impl
