// SPDX-License-Identifier: Apache-2.0
//
// Scales and zero points for calls of the quantising operators, and how they are laid out.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/cases/calls.hpp"

namespace oracle {

inline constexpr Integer int8{8, true};
inline constexpr Integer uint8{8, false};

// The number of a storable type in ONNX, as attributes name it.
std::int64_t number_of(Type type);

// One of the two types of 8 bits, and rarely one of 16, which products of quantised numbers do not have. The wished one
// where it is that of the first operand.
enum class Which { first_operand, other };
Integer draw_byte_type(Random& random, Which which);

// Powers of two and small multiples of them, whose quotients are often exact ties; others near 1; now and then the
// least and the largest numbers. Or powers of two and their multiples alone. Negative ones, zeros, infinities and NaNs
// only where these are wanted: they are no sensible scales, but there is a result.
enum class Scales { simple, sensible, any };
Scales draw_scales(Random& random);  // rarely `any`
std::uint64_t draw_scale(Random& random, Format f, Scales scales);
Tensor draw_scale_tensor(Random& random, Format f, const Shape& shape, Scales scales);

// A scale of the result of a product of numbers with these scales, most often so that an accumulator of some thousands
// gets into the range of 8 bits, and often one that makes ties possible.
std::uint64_t draw_result_scale(Random& random, Format f, std::uint64_t a, std::uint64_t b, Scales scales);

// Zero, the ends of the type, its middle, or any; more than half of them odd.
std::uint64_t draw_zero_point(Random& random, Integer type);
Tensor draw_zero_point_tensor(Random& random, Integer type, const Shape& shape);

// Elements and a zero point that make every difference the largest that there is, in either direction.
struct ExtremeOperand {
  std::uint64_t element;
  std::uint64_t zero_point;
};
ExtremeOperand draw_extremes(Random& random, Integer type);

// How many products of such differences of 8 bits come close to 2^31, from above or from below.
std::uint64_t draw_wrapping_length(Random& random);

// Makes the elements numbers near the first zero point, so that accumulators are small: where these are some tens, a
// scale can make ties of many. Not where elements are wished for.
void draw_near(Random& random, Tensor& elements, const Tensor& zero_points);

// A scalar of rank 0, or a tensor of one element.
Shape draw_scalar_shape(Random& random);

// Where the scale and the zero point of an element are: one for all, one for each place along an axis, or one for each
// block of places along an axis.
struct Granularity {
  Shape shape;                      // of scale and zero point
  std::optional<std::size_t> axis;  // where not all elements have the same
  std::uint64_t block = 0;          // 0: not blocked

  std::uint64_t offset(const Tuple& element) const;
};

// One that the operator set of the call has for this shape; gives the attributes to the call.
Granularity draw_granularity(Random& random, Call& call, const Shape& shape);

}  // namespace oracle
