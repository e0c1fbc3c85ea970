// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for Expand, and what it moves; spec.md gives the reasons.
#include <algorithm>

#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

// The operand and the shape are broadcast to each other, so either may have the dimension of 1.
Result<std::vector<Argument>> expanded(const Call& call) {
  const Argument& whole = *call.inputs[0];
  if (call.inputs[1]->shape.rank != 1)
    return refused(call, "shape has rank " + std::to_string(call.inputs[1]->shape.rank), "give a list of dimensions");
  const Integers wanted = call.known_integers(1);
  if (wanted.size() > Limits::max_rank)
    return error(Code::limit, "FILE-ALL-LIMITS", std::string(call.op->name) + ": the result has a rank above 8",
                 "use a shape of at most eight dimensions");
  const auto asked = static_cast<unsigned>(wanted.size()), rank = std::max(asked, whole.shape.rank);
  std::array<std::uint64_t, Limits::max_rank> dims{};
  for (unsigned k = 0; k < rank; ++k) {  // from the last axis on
    const std::uint64_t own = k < whole.shape.rank ? whole.shape[whole.shape.rank - 1 - k] : 1;
    const std::int64_t other = k < asked ? wanted[asked - 1 - k] : 1;
    if (other < 0) return refused(call, "a dimension is " + std::to_string(other), "a dimension is not negative");
    const auto dim = static_cast<std::uint64_t>(other);
    if (own != dim && own != 1 && dim != 1)
      return refused(call,
                     "input has shape " + to_string(whole.shape) + ", and " + std::to_string(dim) +
                         " places are asked for where it has " + std::to_string(own),
                     "a dimension is kept, or is 1 on one side");
    dims[rank - 1 - k] = own == 1 ? dim : own;
  }
  const auto shape = Shape::of({dims.data(), rank});
  if (!shape) return uncountable(call.op->name);
  return std::vector{Argument{whole.type, *shape}};
}

Lattice expand_lattice(const Call& call, unsigned) {
  const Shape &whole = call.inputs[0]->shape, &out = call.outputs[0]->shape;
  const Steps steps = steps_of(whole);
  Lattice lattice;
  for (unsigned k = 0; k < out.rank; ++k) {
    const bool is_new = k < out.rank - whole.rank;
    const unsigned own = is_new ? 0 : k - (out.rank - whole.rank);
    lattice.append(out[k], is_new || whole[own] == 1 ? 0 : steps[own]);
  }
  return lattice;
}

constexpr int versions[] = {8, 13};
constexpr Formal inputs[] = {{"input"}, {"shape", "tensor(int64)", Formal::Presence::required, Formal::Use::shape}},
                 outputs[] = {{"output"}};
constexpr TypeRule shape_type{"tensor(int64)", int64, "EXPAND-ALL-TYPES"};
constexpr TypeRule v8[] = {{"T", movable, "EXPAND-ALL-TYPES"}, shape_type},
                   v13[] = {{"T", movable | bfloat16, "EXPAND-ALL-TYPES"}, shape_type};
constexpr const char* rule = "EXPAND-ALL-SHAPE";
constexpr Row rows[] = {
    {Source::onnx, 8, inputs, outputs, v8, expanded, rule},
    {Source::onnx, 13, inputs, outputs, v13, expanded, rule},
};

}  // namespace

extern const Operator expand_operator{.name = "Expand", .versions = versions, .rows = rows, .nature = expand_lattice};

}  // namespace etalon::impl
