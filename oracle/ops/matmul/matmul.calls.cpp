// SPDX-License-Identifier: Apache-2.0
//
// Both operands are drawn from the same hard dot products (dots.hpp), though their elements meet others than those that
// they were made for.
#include <array>

#include "oracle/arithmetic/terms.hpp"
#include "oracle/cases/calls.hpp"
#include "oracle/ops/matmul/matmul.hpp"

namespace oracle {
namespace {

constexpr std::array<Type, 8> matmul_types{float16, bfloat16,           float32,           float64, int32,
                                           int64,   Integer{32, false}, Integer{64, false}};

// Two shapes of ranks 1 to 8 that can be multiplied.
std::vector<Shape> draw_matrices(Random& random) {
  if (random.wish != nullptr && !random.wish->sides.empty()) {
    const Shape& wished = random.wish->sides;
    return {{wished[0], wished[1]}, {wished[1], wished[2]}};
  }
  const Shape sides = draw_shape(random, 3, 3, 300);  // M, K, N
  std::vector<Shape> shapes = draw_broadcast_shapes(random, 2, 12, highest_rank - 2);
  const bool is_vector_on_left = random.below(6) == 0;
  const bool is_vector_on_right = random.below(6) == 0;
  shapes[0] = is_vector_on_left ? Shape{} : shapes[0];
  shapes[1] = is_vector_on_right ? Shape{} : shapes[1];
  if (!is_vector_on_left) {
    shapes[0].push_back(sides[0]);
  }
  shapes[0].push_back(sides[1]);
  shapes[1].push_back(sides[1]);
  if (!is_vector_on_right) {
    shapes[1].push_back(sides[2]);
  }
  return shapes;
}

std::array<Tensor, 2> draw_tensors(Random& random, Type type, const std::vector<Shape>& shapes) {
  auto factors = draw_factors(random, type, element_count(shapes[0]), element_count(shapes[1]));
  return {Tensor{type, shapes[0], std::move(factors[0])}, Tensor{type, shapes[1], std::move(factors[1])}};
}

}  // namespace

Call draw_matmul_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type_of(random, matmul_types);
  const std::vector<Shape> shapes = draw_matrices(random);
  const std::array<Tensor, 2> tensors = draw_tensors(random, type, shapes);
  const MatmulPlan plan = index_matmul(shapes[0], shapes[1]).value();
  Call call{"MatMul", opset, {tensors[0], tensors[1]}};
  call.accumulation = draw_accumulation(random, type);
  Tensor output{type, plan.shape, {}};
  std::vector<unsigned> events;
  for (std::uint64_t i = 0; i < element_count(plan.shape); ++i) {
    const MatmulPlan::Pair pair = plan.operands(i);
    std::vector<std::uint64_t> a;
    std::vector<std::uint64_t> b;
    for (std::uint64_t k = 0; k < plan.inner; ++k) {
      a.push_back(tensors[0].patterns[pair.a[k]]);
      b.push_back(tensors[1].patterns[pair.b[k]]);
    }
    const Answer sum =
        type.kind == Kind::floating ? dot(type.format(), call.accumulation, a, b) : dot(type.integer(), a, b);
    output.patterns.push_back(sum.bits);
    events.push_back(sum.events);
  }
  call.outputs = {std::move(output)};
  call.events = {std::move(events)};
  return call;
}

}  // namespace oracle
