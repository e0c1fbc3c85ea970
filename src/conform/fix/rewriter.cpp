// SPDX-License-Identifier: Apache-2.0
// Floor 8. See rewriter.hpp.
#include "conform/fix/rewriter.hpp"

#include <algorithm>
#include <numeric>

#include "check/attributes.hpp"
#include "check/resolve.hpp"
#include "check/versions.hpp"
#include "conform/equal/key.hpp"
#include "run/execute.hpp"
#include "tensor/broadcast.hpp"
#include "tensor/conversion.hpp"

namespace etalon::impl {
namespace {

// The elements of a constant, in another order.
template <class Place> Tensor moved(Draft& draft, const Tensor& from, const Dimensions& shape, Place place) {
  draft.spend(bytes_of({from.type(), *Shape::of(shape)}));
  Tensor to(from.type(), *Shape::of(shape));
  const unsigned bits = info(from.type()).bits;
  for (std::uint64_t i = 0; i < to.shape().count; ++i) {
    const std::uint64_t j = place(i);
    if (bits == 4)
      store_pattern<4>(to.data(), i, load_pattern<4>(from.data(), j));
    else
      std::memcpy(to.data() + i * (bits / 8), from.data() + j * (bits / 8), bits / 8);
  }
  return to;
}

}  // namespace

std::uint64_t bytes_of(const Argument& argument) {
  const std::uint64_t bits = info(argument.type).bits;
  return argument.shape.count > UINT64_MAX / 8 / bits ? UINT64_MAX : (argument.shape.count * bits + 7) / 8;
}

std::string Draft::fresh(std::string_view what) {
  std::string name;
  do {
    name = "fix_" + std::string(what) + "_" + std::to_string(++made_);
  } while (!names.insert(name).second);
  return name;
}

std::string Draft::constant(Tensor tensor) {
  const auto [place, is_new] = by_content_.try_emplace(key_of_constant(tensor), "");
  if (is_new) {
    place->second = fresh("constant");
    const Argument argument{tensor.type(), tensor.shape()};
    values[place->second] = {argument, std::make_shared<const Tensor>(std::move(tensor)), nullptr};
  }
  return place->second;
}

void Draft::add_constant(const std::string& name) {
  constexpr std::uint64_t most_bytes = 4096;  // weights are not read for this
  if (bytes_of(value(name).argument) <= most_bytes) by_content_.try_emplace(key_of_constant(*constant_of(name)), name);
}

std::shared_ptr<const Tensor> Draft::constant_of(const std::string& name) {
  DraftValue& value = values.at(name);
  if (value.tensor == nullptr && value.stored != nullptr) {
    auto tensor = std::make_shared<Tensor>(value.stored->type, value.stored->shape);
    decode(*value.stored, tensor->view());
    value.tensor = std::move(tensor);
  }
  return value.tensor;
}

bool Rewriter::is_taken(const Profile& profile, const char* operation, const Names& inputs,
                        const std::vector<Attribute>& attributes) const {
  const Row* row = row_for(profile, draft_.opset, *call_.op);
  if (row == nullptr) return false;
  Node node;
  node.operation = operation;
  node.attributes = attributes;
  std::vector<Operand> operands;
  for (const std::string& input : inputs) {
    Operand& operand = operands.emplace_back();
    operand.omitted = input.empty();
    if (operand.omitted) continue;
    operand.type = argument(input).type;
    operand.shape = argument(input).shape;
    const Formal* formal = formal_at(row->inputs, operands.size() - 1);
    if (formal != nullptr && formal->use != Formal::Use::data) operand.value = draft_.constant_of(input);
  }
  const std::vector<char> wanted(outputs_.size(), 1);
  return examine(profile, draft_.opset, node, operands, wanted).call.has_value();
}

Dimensions Rewriter::shape(const std::string& name) const {
  const Shape& shape = argument(name).shape;
  return {shape.dims.begin(), shape.dims.begin() + shape.rank};
}

std::vector<std::int64_t> Rewriter::integers_of(const std::string& name) const {
  std::vector<std::int64_t> numbers;
  for (const std::int64_t number : Integers(constant_of(name)->view())) numbers.push_back(number);
  return numbers;
}

std::string Rewriter::emit(const char* operation, Names inputs, const Dimensions& shape,
                           std::vector<Attribute> attributes, const std::string& as, std::optional<DType> type) {
  constexpr std::uint64_t least_node = 64;  // bytes
  draft_.spend(least_node);
  const std::string name = as.empty() ? draft_.fresh("value") : as;
  draft_.values[name] = {{type ? *type : argument(inputs[0]).type, *Shape::of(shape)}};
  nodes_.push_back({operation, draft_.fresh("node"), std::move(inputs), {name}, std::move(attributes)});
  return name;
}

std::string Rewriter::integers(const std::vector<std::int64_t>& numbers) {
  Tensor tensor(DType::i64, *Shape::of(Dimensions{numbers.size()}));
  std::ranges::copy(std::as_bytes(std::span(numbers)), tensor.data());
  return constant(std::move(tensor));
}

std::string Rewriter::filled(double number, DType type, const Dimensions& dimensions) {
  if (bytes_of({type, *Shape::of(dimensions)}) > Draft::large_constant)
    if (const auto large = expanded(filled(number, type, {}), dimensions)) return *large;
  Tensor tensor(type, *Shape::of(dimensions));
  const Conversion conversion(DType::f64, type);
  for (std::uint64_t i = 0; i < tensor.shape().count; ++i)
    conversion.store(tensor.data(), i, conversion.load(&number, 0), nullptr);
  return constant(std::move(tensor));
}

std::optional<std::string> Rewriter::as_in_profile() {
  const Row* row = row_for(draft_.profile, draft_.opset, *call_.op);
  if (row == nullptr) return std::string("profile ") + draft_.profile.id + " does not define " + call_.op->name;
  write_as(*row);
  return std::nullopt;
}

bool Rewriter::as_in(const Profile& profile) {
  const Row* row = row_for(profile, draft_.opset, *call_.op);
  if (row == nullptr) return false;
  write_as(*row);
  return is_taken(profile, call_.op->name, inputs_, nodes_.back().attributes);
}

void Rewriter::write_as(const Row& row) {
  NewNode node{call_.op->name, draft_.fresh("node"), inputs_, outputs_, {}};
  for (const AttributeFormal& formal : row.attributes) {
    AttributeValue value;
    for (std::size_t k = 0; k < call_.row->attributes.size(); ++k)
      if (std::string_view(call_.row->attributes[k].name) == formal.name) value = call_.attributes[k];
    if (std::holds_alternative<std::monostate>(value)) value = default_of(formal);
    if (!std::holds_alternative<std::monostate>(value)) node.attributes.push_back({formal.name, std::move(value)});
  }
  nodes_.push_back(std::move(node));
}

void Rewriter::pass_on(const std::string& value) { reshaped(value, shape(value), output()); }

std::string Rewriter::reshaped(const std::string& x, const Dimensions& to, const std::string& as) {
  if (as.empty() && shape(x) == to) return x;
  if (const Tensor* known = constant_of(x); known != nullptr && as.empty())
    return constant(moved(draft_, *known, to, [](std::uint64_t i) { return i; }));
  return emit("Reshape", {x, integers({to.begin(), to.end()})}, to, {{"allowzero", std::int64_t{0}}}, as);
}

std::string Rewriter::sliced(const std::string& x, std::size_t axis, std::uint64_t begin, std::uint64_t end,
                             std::uint64_t step, const std::string& as) {
  Dimensions to = shape(x);
  if (as.empty() && step == 1 && begin == 0 && end == to[axis]) return x;
  if (const Tensor* known = constant_of(x); known != nullptr && as.empty()) {
    const Dimensions from = to;
    to[axis] = (end - begin + step - 1) / step;
    std::uint64_t behind = 1;
    for (std::size_t k = axis + 1; k < from.size(); ++k) behind *= from[k];
    return constant(moved(draft_, *known, to, [&](std::uint64_t i) {
      const std::uint64_t inner = i % behind, at = i / behind % to[axis], outer = i / behind / to[axis];
      return (outer * from[axis] + begin + at * step) * behind + inner;
    }));
  }
  std::vector<std::int64_t> begins(to.size()), ends(to.begin(), to.end()), axes(to.size()), steps(to.size(), 1);
  std::iota(axes.begin(), axes.end(), 0);
  begins[axis] = static_cast<std::int64_t>(begin);
  ends[axis] = static_cast<std::int64_t>(end);
  steps[axis] = static_cast<std::int64_t>(step);
  to[axis] = (end - begin + step - 1) / step;
  return emit("Slice", {x, integers(begins), integers(ends), integers(axes), integers(steps)}, to, {}, as);
}

std::string Rewriter::joined_constants(const Names& parts) {
  std::uint64_t length = 0;
  for (const std::string& part : parts) length += argument(part).shape.count;
  Tensor all(argument(parts[0]).type, *Shape::of(Dimensions{length}));
  std::byte* to = all.data();
  for (const std::string& part : parts) {
    const Tensor& one = *constant_of(part);
    to = std::copy(one.data(), one.data() + one.bytes(), to);
  }
  return constant(std::move(all));
}

std::string Rewriter::joined(const Names& parts, std::size_t axis, const std::string& as) {
  if (parts.size() == 1 && as.empty()) return parts[0];
  Dimensions to = shape(parts[0]);
  to[axis] = 0;
  for (const std::string& part : parts) to[axis] += shape(part)[axis];
  return emit("Concat", parts, to, {{"axis", static_cast<std::int64_t>(axis)}}, as);
}

std::optional<std::string> Rewriter::expanded(const std::string& x, const Dimensions& to) {
  if (shape(x) == to) return x;
  const Shape placed = placed_at(argument(x).shape, static_cast<unsigned>(to.size()),
                                 static_cast<unsigned>(to.size()) - argument(x).shape.rank);
  const Shape wanted = *Shape::of(to);
  const bool is_constant_here = is_constant(x);
  bool can_join = true;  // copies along each axis that grows
  for (unsigned axis = 0; axis < wanted.rank; ++axis)
    can_join = can_join && (placed[axis] == wanted[axis] || (wanted[axis] > 0 && wanted[axis] <= Draft::most_parts));
  if (const std::uint64_t bytes = bytes_of({argument(x).type, wanted});
      is_constant_here && (!can_join || bytes <= std::max(Draft::large_constant, 4 * bytes_of(argument(x))))) {
    std::array<std::uint64_t, Limits::max_rank> strides;
    size_strides(placed.dims.data(), placed.rank, strides.data());
    return constant(moved(draft_, *constant_of(x), to, [&](std::uint64_t i) {
      return size_offset(i, wanted.dims.data(), strides.data(), wanted.rank);
    }));
  }
  if (!can_join) return std::nullopt;
  for (const auto* made : {&expanded_, &draft_.expanded})
    if (const auto found = made->find({x, to}); found != made->end()) return found->second;
  Dimensions now(placed.dims.begin(), placed.dims.begin() + placed.rank);
  std::string result = reshaped(x, now);
  for (std::size_t axis = to.size(); axis-- > 0;) {
    if (now[axis] == to[axis]) continue;
    result = joined(Names(static_cast<std::size_t>(to[axis]), result), axis);
    now[axis] = to[axis];
  }
  if (is_constant_here) expanded_[{x, to}] = result;
  return result;
}

std::optional<std::string> Rewriter::transposed(const std::string& x, const std::vector<std::size_t>& permutation,
                                                const std::string& as) {
  const Dimensions from = shape(x);
  Dimensions to;
  for (const std::size_t axis : permutation) to.push_back(from[axis]);
  if (const Tensor* known = constant_of(x); known != nullptr && as.empty()) {
    Dimensions strides(from.size(), 1);
    for (std::size_t k = from.size(); k-- > 1;) strides[k - 1] = strides[k] * from[k];
    return constant(moved(draft_, *known, to, [&](std::uint64_t i) {
      std::uint64_t j = 0;
      for (std::size_t k = to.size(); k-- > 0; i /= to[k]) j += i % to[k] * strides[permutation[k]];
      return j;
    }));
  }
  if (std::ranges::find(from, 0u) != from.end()) return std::nullopt;
  // Axes of one element lie anywhere; those that stay together are one.
  std::vector<std::vector<std::size_t>> groups;
  for (const std::size_t axis : permutation) {
    if (from[axis] == 1) continue;
    std::size_t next = groups.empty() ? from.size() : groups.back().back() + 1;
    while (next < from.size() && from[next] == 1) ++next;
    if (!groups.empty() && next == axis)
      groups.back().push_back(axis);
    else
      groups.push_back({axis});
  }
  auto now = groups;
  std::ranges::sort(now);
  if (now == groups) return reshaped(x, to, as);
  const auto size = [&](auto begin, auto end) {
    std::uint64_t count = 1;
    for (auto group = begin; group != end; ++group)
      for (const std::size_t axis : *group) count *= from[axis];
    return count;
  };
  // One group after the other is brought to the front of those that are left: two blocks are exchanged.
  std::string result = x;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const auto found = std::ranges::find(now, groups[k]);
    const auto at = now.begin() + static_cast<std::ptrdiff_t>(k);
    if (found == at) continue;
    const std::uint64_t outer = size(now.begin(), at), before = size(at, found), moved_up = size(found, found + 1),
                        inner = size(found + 1, now.end());
    if (std::min(before, moved_up) > Draft::most_parts) return std::nullopt;
    result = reshaped(result, {outer, before, moved_up, inner});
    Names parts;
    if (moved_up <= before) {
      for (std::uint64_t i = 0; i < moved_up; ++i)
        parts.push_back(reshaped(sliced(result, 2, i, i + 1), {outer, 1, before, inner}));
      result = joined(parts, 1);
    } else {
      for (std::uint64_t i = 0; i < before; ++i)
        parts.push_back(reshaped(sliced(result, 1, i, i + 1), {outer, moved_up, 1, inner}));
      result = joined(parts, 2);
    }
    std::rotate(at, found, found + 1);
  }
  return reshaped(result, to, as);
}

}  // namespace etalon::impl
