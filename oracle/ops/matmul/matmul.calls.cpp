// SPDX-License-Identifier: Apache-2.0
//
// Both operands are drawn from the same hard dot products (dots.hpp), though their elements meet others than those that
// they were made for.
#include <array>

#include "oracle/arithmetic/terms.hpp"
#include "oracle/cases/matrices.hpp"
#include "oracle/ops/matmul/matmul.hpp"

namespace oracle {
namespace {

constexpr std::array<Type, 8> matmul_types{float16, bfloat16,           float32,           float64, int32,
                                           int64,   Integer{32, false}, Integer{64, false}};

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
