// SPDX-License-Identifier: Apache-2.0
//
// What drawings of calls share: shapes, elements, attributes. Shapes have ranks 0 to 8 and few elements, so that many
// calls can be judged one element at a time; empty axes and axes of size one are frequent.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "oracle/call.hpp"
#include "oracle/indices/move.hpp"
#include "oracle/wish.hpp"

namespace oracle {

inline constexpr std::size_t highest_rank = 8;
inline constexpr Integer int32{32, true};
inline constexpr Integer int64{64, true};

// An operator set from `since` to `until`, mostly the newest one.
int draw_opset(Random& random, int since, int until = 26);

Type draw_type(Random& random);
Type draw_numeric_type(Random& random);  // any but bool

// A shape with at most so many elements.
Shape draw_shape(Random& random, std::size_t lowest_rank, std::size_t highest, std::uint64_t most_elements = 600);

// Shapes that broadcast to one of at most so many elements.
std::vector<Shape> draw_broadcast_shapes(Random& random, std::size_t count, std::uint64_t most_elements = 600,
                                         std::size_t highest = highest_rank);

// Any patterns of the type, and often those where something changes.
Tensor draw_tensor(Random& random, Type type, const Shape& shape);

// An axis; negative ones only where they are allowed. The rank is not zero.
std::int64_t draw_axis(Random& random, std::size_t rank, bool negative);

// So many different axes, in any order.
std::vector<std::int64_t> draw_axes(Random& random, std::size_t rank, std::size_t count, bool negative);

// A policy that the type has.
Accumulation draw_accumulation(Random& random, Type type);

// The numbers as a tensor of rank one, of type int64.
Tensor tensor_of(std::span<const std::int64_t> numbers);

void give(Call& call, const char* name, AttributeValue value);

// The output of a move whose inputs these are; an element without a source is the fill.
Tensor moved_tensor(const Move& move, std::span<const Tensor> inputs, std::uint64_t fill = 0);

// The call of an operator that computes element by element, on inputs that are broadcast; an omitted one is an operand
// without a value.
using ElementOperands = std::span<const std::optional<std::uint64_t>>;
Call elementwise_call(Call call, Type result, const std::function<Answer(ElementOperands)>& answer);

// Two operands of one type for a call. Until version 6 the second one is broadcast by attributes.
void draw_operands(Random& random, Call& call, Type type);

// The call of an operator that computes element by element on such operands.
Call binary_call(Call call, Type result, const std::function<Answer(std::uint64_t, std::uint64_t)>& answer);

// A call of an operator with two operands and a result of one numeric type; without zeros in the second operand, if it
// is of integers, where these are not wanted.
enum class IntegerZeros { wanted, unwanted };
Call draw_binary(Random& random, const char* operation, Answer (*answer)(Type, std::uint64_t, std::uint64_t),
                 IntegerZeros zeros = IntegerZeros::wanted);

}  // namespace oracle
