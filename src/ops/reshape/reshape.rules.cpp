// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Reshape, and that it moves nothing; spec.md gives the reasons.
#include <string>

#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"
#include "scalar/size.h"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

enum class Zero : bool { keeps_dimension, is_zero };  // what an entry 0 means

// `wanted` with 0 and -1 replaced; what they stand for follows from the shape that there is.
Result<std::vector<Argument>> shaped(const Call& call, const Integers& wanted, Zero zero) {
  const Argument& data = *call.inputs[0];
  const bool zero_is_zero = zero == Zero::is_zero;
  if (wanted.size() > Limits::max_rank)
    return error(Code::limit, "FILE-ALL-LIMITS", std::string(call.op->name) + ": the new shape has a rank above 8",
                 "use a shape of at most eight dimensions");
  std::vector<std::uint64_t> dims;
  std::optional<std::size_t> open;
  bool has_zero = false;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const std::string entry = "entry " + std::to_string(k) + " of the new shape is " + std::to_string(wanted[k]);
    if (wanted[k] < -1) return refused(call, entry, "an entry is a dimension, 0 or -1");
    if (wanted[k] == -1 && open) return refused(call, "the new shape has more than one -1", "leave one dimension open");
    if (wanted[k] == -1) open = k;
    if (wanted[k] == 0 && !zero_is_zero && k >= data.shape.rank)
      return refused(call, entry + ", and the data have only " + std::to_string(data.shape.rank) + " dimensions",
                     "0 copies the dimension of the data at the same place");
    has_zero = has_zero || (wanted[k] == 0 && zero_is_zero);
    dims.push_back(wanted[k] == -1                   ? 1
                   : wanted[k] == 0 && !zero_is_zero ? data.shape[static_cast<unsigned>(k)]
                                                     : static_cast<std::uint64_t>(wanted[k]));
  }
  if (open && has_zero)
    return refused(call, "the new shape has a 0 that means 0, and a -1", "with allowzero=1 give every dimension");
  auto shape = Shape::of(dims);
  if (shape && open) {
    if (shape->count == 0) return refused(call, "-1 is ambiguous next to a dimension of 0", "give every dimension");
    dims[*open] = data.shape.count / shape->count;
    shape = Shape::of(dims);
  }
  if (!shape || shape->count != data.shape.count) {
    std::string text;
    for (const std::int64_t entry : wanted) text.append(text.empty() ? "[" : ",").append(std::to_string(entry));
    return refused(
        call,
        "the data have shape " + to_string(data.shape) + " and cannot get shape " + (text.empty() ? "[" : text) + "]",
        "the new shape has as many elements as the data");
  }
  return std::vector{Argument{data.type, *shape}};
}

Result<std::vector<Argument>> by_attribute(const Call& call) {
  const auto* shape = call.attribute<std::vector<std::int64_t>>(0);
  if (shape == nullptr) return refused(call, "attribute shape is not given", "give the new shape");
  return shaped(call, *shape, Zero::keeps_dimension);
}

Result<std::vector<Argument>> by_operand(const Call& call) {
  if (call.inputs[1]->shape.rank != 1)
    return refused(call, "shape has rank " + std::to_string(call.inputs[1]->shape.rank), "give a list of dimensions");
  const std::int64_t* allowzero = call.row->attributes.empty() ? nullptr : call.attribute<std::int64_t>(0);
  if (allowzero != nullptr && *allowzero != 0 && *allowzero != 1)
    return refused(call, "attribute allowzero is " + std::to_string(*allowzero), "allowzero is 0 or 1");
  return shaped(call, call.known_integers(1), Zero{allowzero != nullptr && *allowzero == 1});
}

constexpr int versions[] = {1, 5, 13, 14, 19, 21, 23, 24, 25};
constexpr Formal data_only[] = {{"data"}},
                 data_and_shape[] = {{"data"},
                                     {"shape", "tensor(int64)", Formal::Presence::required, Formal::Use::shape}},
                 reshaped[] = {{"reshaped"}};
constexpr TypeRule shape_type{"tensor(int64)", int64, "RESHAPE-ALL-TYPES"};
constexpr TypeRule draft[] = {{"T", movable | int4 | real, "RESHAPE-ALL-TYPES"}, shape_type},
                   v1[] = {{"T", floats, "RESHAPE-ALL-TYPES"}},
                   v5[] = {{"T", movable, "RESHAPE-ALL-TYPES"}, shape_type},
                   v13[] = {{"T", movable | bfloat16, "RESHAPE-ALL-TYPES"}, shape_type},
                   v21[] = {{"T", movable | bfloat16 | int4, "RESHAPE-ALL-TYPES"}, shape_type};
constexpr AttributeFormal attributes_1[] = {{"shape", Kind::integers}, {"consumed_inputs", Kind::integers}},
                          allowzero[] = {{"allowzero", Kind::integer, 0}};
constexpr const char* rule = "RESHAPE-ALL-SHAPE";
constexpr Row rows[] = {
    {Source::draft_2026_08, {14, 19, 21, 23, 24, 25}, data_and_shape, reshaped, draft, by_operand, rule, allowzero},
    {Source::onnx, 1, data_only, reshaped, v1, by_attribute, rule, attributes_1},
    {Source::onnx, 5, data_and_shape, reshaped, v5, by_operand, rule},
    {Source::onnx, 13, data_and_shape, reshaped, v13, by_operand, rule},
    {Source::onnx, {14, 19}, data_and_shape, reshaped, v13, by_operand, rule, allowzero},
    {Source::onnx, {21, 23, 24, 25}, data_and_shape, reshaped, v21, by_operand, rule, allowzero},
};

}  // namespace

extern const Operator reshape_operator{
    .name = "Reshape", .versions = versions, .rows = rows, .nature = KeepsElements{}};

}  // namespace etalon::impl
