// SPDX-License-Identifier: Apache-2.0
#include "oracle/cases/calls.hpp"

#include <algorithm>
#include <stdexcept>

#include "oracle/cases/operations.hpp"

namespace oracle {
namespace {

// Digits of any width, of either sign: small numbers and the ends of the range are as frequent as those between.
std::uint64_t draw_integer(Random& random, int bits) {
  const std::uint64_t word = random.bits() >> random.below(64);
  return (random.coin() ? word : ~word) & (~std::uint64_t{0} >> (64 - bits));
}

// Two equal shapes, or a shape and a run of its axes, which the attributes of versions 1 and 6 broadcast: from `axis`
// on, or without it the last ones.
std::vector<Shape> draw_run(Random& random, Call& call) {
  const Shape shape = draw_shape(random, 0, highest_rank);
  if (random.coin()) {
    return {shape, shape};
  }
  const std::size_t first = random.below(shape.size() + 1);
  const std::size_t last = first + random.below(shape.size() - first + 1);
  give(call, "broadcast", std::int64_t{1});
  if (first != last && (last != shape.size() || random.coin())) {
    give(call, "axis", static_cast<std::int64_t>(first));
  }
  return {shape, Shape(shape.data() + first, shape.data() + last)};
}

}  // namespace

int draw_opset(Random& random, int since, int until) {
  const int any = random.between(since, until);
  if (random.wish != nullptr && random.wish->opset) {
    return std::clamp(*random.wish->opset, since, until);
  }
  return random.below(4) == 0 ? any : until;
}

Type draw_type(Random& random) {
  const Type any = storable_types[random.below(storable_types.size())].type;
  return random.wish != nullptr && random.wish->type ? *random.wish->type : any;
}

Type draw_numeric_type(Random& random) {
  Type type = draw_type(random);
  while (type.kind == Kind::boolean) {
    type = storable_types[random.below(storable_types.size())].type;
  }
  return type;
}

Shape draw_shape(Random& random, std::size_t lowest_rank, std::size_t highest, std::uint64_t most_elements) {
  Shape shape(lowest_rank + random.below(highest - lowest_rank + 1));
  const bool may_be_empty = random.below(8) == 0;
  std::uint64_t room = random.wish == nullptr ? most_elements : std::min(most_elements, random.wish->most_elements);
  for (std::uint64_t& size : shape) {
    const std::uint64_t kind = random.below(8);
    const std::uint64_t any = random.below(kind == 0 ? 40 : 6) + (may_be_empty ? 0 : 1);
    size = kind < 2 ? any : kind < 4 ? 1 : std::min<std::uint64_t>(any, 5);
    size = std::min(size, room);
    room /= std::max<std::uint64_t>(size, 1);
  }
  // The first axes have taken the room; any of them may be the long one.
  for (std::size_t i = shape.size(); i > 1; --i) {
    std::swap(shape[i - 1], shape[random.below(i)]);
  }
  return shape;
}

std::vector<Shape> draw_broadcast_shapes(Random& random, std::size_t count, std::uint64_t most_elements,
                                         std::size_t highest) {
  const Shape common = draw_shape(random, 0, highest, most_elements);
  std::vector<Shape> shapes(count, common);
  for (Shape& shape : shapes) {
    const std::uint64_t kind = random.below(4);
    if (kind < 2) {
      shape.erase(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(random.below(shape.size() + 1)));
    }
    for (std::uint64_t& size : shape) {
      size = kind % 2 == 0 && random.below(3) == 0 ? 1 : size;
    }
  }
  return shapes;
}

Tensor draw_tensor(Random& random, Type type, const Shape& shape) {
  Tensor tensor{type, shape, std::vector<std::uint64_t>(element_count(shape))};
  if (draw_wished(random, type, tensor.patterns)) {
    return tensor;
  }
  const std::vector<std::uint64_t> boundary =
      type.kind == Kind::floating ? boundary_values(type.format()) : std::vector<std::uint64_t>{};
  for (std::uint64_t& pattern : tensor.patterns) {
    if (type.kind == Kind::boolean) {
      pattern = random.below(2);
    } else if (type.kind == Kind::integer) {
      pattern = draw_integer(random, type.bits);
    } else {
      const std::uint64_t place = random.below(2 * boundary.size());
      pattern = place < boundary.size() ? boundary[place] : random.bits() >> (64 - type.bits);
    }
  }
  return tensor;
}

std::int64_t draw_axis(Random& random, std::size_t rank, bool negative) {
  const auto axis = static_cast<std::int64_t>(random.below(rank));
  return negative && random.coin() ? axis - static_cast<std::int64_t>(rank) : axis;
}

std::vector<std::int64_t> draw_axes(Random& random, std::size_t rank, std::size_t count, bool negative) {
  if (count > rank) {
    throw std::invalid_argument("oracle calls: more axes than there are");
  }
  std::vector<std::int64_t> axes;
  while (axes.size() < count) {
    axes.push_back(draw_axis(random, rank, negative));
    const std::size_t newest = axis_of(axes.back(), rank);
    const bool is_known =
        std::any_of(axes.begin(), axes.end() - 1, [&](std::int64_t axis) { return axis_of(axis, rank) == newest; });
    if (is_known) {
      axes.pop_back();
    }
  }
  return axes;
}

Accumulation draw_accumulation(Random& random, Type type) {
  using enum Accumulation;
  if (type.kind == Kind::integer) {
    return sequential;
  }
  if (random.wish != nullptr && random.wish->accumulation && (type.bits < 64 || random.wish->accumulation != wide)) {
    return *random.wish->accumulation;
  }
  constexpr Accumulation all[] = {sequential, fused, exact, wide};
  return all[random.below(type.bits < 64 ? 4 : 3)];
}

Tensor tensor_of(std::span<const std::int64_t> numbers) {
  return {int64, {numbers.size()}, {numbers.begin(), numbers.end()}};
}

void give(Call& call, const char* name, AttributeValue value) { call.attributes.push_back({name, std::move(value)}); }

Tensor moved_tensor(const Move& move, std::span<const Tensor> inputs, std::uint64_t fill) {
  std::vector<Elements> elements;
  for (const Tensor& input : inputs) {
    elements.push_back({input.shape, input.patterns});
  }
  return {inputs.front().type, move.shape, moved(move, elements, fill)};
}

Call elementwise_call(Call call, Type result, const std::function<Answer(ElementOperands)>& answer) {
  std::vector<Shape> shapes;
  for (const std::optional<Tensor>& input : call.inputs) {
    if (input) {
      shapes.push_back(input->shape);
    }
  }
  Tensor output{result, broadcast(shapes).value(), {}};
  std::vector<unsigned> events;
  for (std::uint64_t i = 0; i < element_count(output.shape); ++i) {
    const Tuple tuple = tuple_of(i, output.shape);
    std::vector<std::optional<std::uint64_t>> operands;
    for (const std::optional<Tensor>& input : call.inputs) {
      operands.emplace_back();
      if (input) {
        operands.back() = input->patterns[offset_of(stretched(tuple, input->shape), input->shape)];
      }
    }
    const Answer element = answer(operands);
    output.patterns.push_back(element.bits);
    events.push_back(element.events);
  }
  call.outputs = {std::move(output)};
  call.events = {std::move(events)};
  return call;
}

void draw_operands(Random& random, Call& call, Type type) {
  for (const Shape& shape : call.opset < 7 ? draw_run(random, call) : draw_broadcast_shapes(random, 2)) {
    call.inputs.emplace_back(draw_tensor(random, type, shape));
  }
}

Call binary_call(Call call, Type result, const std::function<Answer(std::uint64_t, std::uint64_t)>& answer) {
  // What is broadcast by attributes is a second operand whose shape ends with as many ones.
  const Shape given = call.inputs[1]->shape;
  for (const Attribute& attribute : call.attributes) {
    if (std::string_view(attribute.name) == "axis") {
      const auto axis = static_cast<std::size_t>(std::get<std::int64_t>(attribute.value));
      call.inputs[1]->shape.resize(call.inputs[0]->shape.size() - axis, 1);
    }
  }
  call = elementwise_call(std::move(call), result, [&](ElementOperands x) { return answer(*x[0], *x[1]); });
  call.inputs[1]->shape = given;
  return call;
}

Call draw_binary(Random& random, const char* operation, Answer (*answer)(Type, std::uint64_t, std::uint64_t),
                 IntegerZeros zeros) {
  Call call{operation, draw_opset(random, 1)};
  const Type type = draw_numeric_type(random);
  draw_operands(random, call, type);
  if (zeros == IntegerZeros::unwanted && type.kind == Kind::integer) {
    std::replace(call.inputs[1]->patterns.begin(), call.inputs[1]->patterns.end(), std::uint64_t{0}, std::uint64_t{1});
  }
  return binary_call(std::move(call), type, [&](std::uint64_t a, std::uint64_t b) { return answer(type, a, b); });
}

}  // namespace oracle
