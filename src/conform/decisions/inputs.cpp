// SPDX-License-Identifier: Apache-2.0
// Floor 8. See inputs.hpp.
#include "conform/decisions/inputs.hpp"

#include <cstring>

#include "base/quote.hpp"

namespace etalon::impl {
namespace {

// Whether a tensor holds values of this shape, behind an axis that counts them.
bool is_stack_of(const Shape& given, const Shape& one) {
  const unsigned dropped = given.rank == one.rank + 1 ? 0 : 1;
  bool fits = given.rank > 0 && given.rank + dropped == one.rank + 1 && (dropped == 0 || one[0] == 1);
  for (unsigned axis = 1; fits && axis < given.rank; ++axis) fits = given[axis] == one[axis - 1 + dropped];
  return fits;
}

Finding unfit(const std::string& message, const std::string& form) {
  return error(Code::usage, "DEC-ALL-SAME", message, form);
}

}  // namespace

std::optional<Finding> InputBatch::add(const Graph& graph, std::uint32_t value, Tensor all, const std::string& source,
                                       const std::string& form) {
  const Value& input = graph.values[value];
  if (info(*input.type).bits == 4)
    return unfit("inputs of 4 bits cannot be taken from a tensor of many", "give each by itself");
  if (all.type() != *input.type || !is_stack_of(all.shape(), *input.shape))
    return unfit(source + ": " + info(all.type()).name + " " + to_string(all.shape()) + " does not hold inputs of " +
                     info(*input.type).name + " " + to_string(*input.shape),
                 form);
  if (!stacks_.empty() && all.shape()[0] != count_)
    return unfit(source + " holds " + std::to_string(all.shape()[0]) + " inputs, and " +
                     quoted(graph.values[stacks_[0].value].name, 60) + " has " + std::to_string(count_),
                 form);
  count_ = all.shape()[0];
  if (count_ == 0) return unfit(source + ": no input", form);
  stacks_.push_back({value, std::move(all)});
  return std::nullopt;
}

Trail InputBatch::at(const Graph& graph, std::uint64_t i) const {
  Trail inputs(graph.values.size());
  for (const Stack& stack : stacks_) {
    const Value& value = graph.values[stack.value];
    Tensor& one = inputs[stack.value].emplace(*value.type, *value.shape);
    if (one.bytes() != 0) std::memcpy(one.data(), stack.all.data() + i * one.bytes(), one.bytes());
  }
  return inputs;
}

}  // namespace etalon::impl
