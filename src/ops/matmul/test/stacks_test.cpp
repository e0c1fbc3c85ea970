// SPDX-License-Identifier: Apache-2.0
// numpy.matmul's geometry: every pair of ranks 1 to 5 against an oracle that finds each term index by index.
#include <gtest/gtest.h>

#include "ops/reference.hpp"
#include "oracle/arithmetic/dot.hpp"
#include "oracle/ops/matmul/matmul.hpp"
#include "oracle/random.hpp"
#include "run/execute.hpp"
#include "tensor/algebra.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/op.hpp"

namespace etalon::tests {
namespace {

using Dims = std::vector<std::uint64_t>;

Tensor random_tensor(const Dims& dims, oracle::Random& random) {
  Tensor tensor(DType::i32, *impl::Shape::of(dims));
  for (std::uint64_t i = 0; i < tensor.shape().count; ++i)
    store_pattern<32>(tensor.data(), i, static_cast<std::uint32_t>(random.bits()));
  return tensor;
}

// Computes and compares; returns whether the shapes fit, after seeing that both sides say the same about that.
bool agree(const Dims& a_dims, const Dims& b_dims, oracle::Random& random) {
  const auto plan = oracle::index_matmul(a_dims, b_dims);
  const Tensor a = random_tensor(a_dims, random), b = random_tensor(b_dims, random);
  const Argument arguments[] = {{DType::i32, a.shape()}, {DType::i32, b.shape()}};
  Node node;
  node.operation = "MatMul";
  const auto resolution = resolve(*find_profile("onnx"), newest_opset, node, arguments);
  const std::string shapes = to_string(a.shape()) + " " + to_string(b.shape());
  EXPECT_EQ(static_cast<bool>(resolution), plan.has_value()) << shapes;
  if (!resolution || !plan) return false;
  EXPECT_EQ(resolution->call.outputs[0]->shape, *impl::Shape::of(plan->shape)) << shapes;
  Tensor c(DType::i32, resolution->call.outputs[0]->shape);
  const TensorView inputs[] = {a.view(), b.view()};
  const MutableTensorView outputs[] = {c.view()};
  EXPECT_TRUE(execute(resolution->call, inputs, outputs, {}, reference_kernel).ok());
  for (std::uint64_t i = 0; i < c.shape().count; ++i) {
    const oracle::MatmulPlan::Pair places = plan->operands(i);
    Dims x, y;
    for (std::uint64_t at : places.a) x.push_back(load_pattern<32>(a.data(), at));
    for (std::uint64_t at : places.b) y.push_back(load_pattern<32>(b.data(), at));
    EXPECT_EQ(load_pattern<32>(c.data(), i), oracle::dot(oracle::Integer{32, true}, x, y).bits) << shapes << " " << i;
  }
  return true;
}

TEST(MatMulStacks, AllRankPairsOneToFive_AgreeIndexByIndexAndRefuseTheSameShapes) {
  EVIDENCE("MATMUL-ALL-BATCH", "MATMUL-ALL-INNER", "MATMUL-ALL-EMPTY");
  oracle::Random random(7);
  unsigned pairs = 0, computed = 0, refused = 0;
  for (std::size_t rank_a = 1; rank_a <= 5; ++rank_a)
    for (std::size_t rank_b = 1; rank_b <= 5; ++rank_b, ++pairs)
      for (int i = 0; i < 80; ++i) {
        Dims a(rank_a), b(rank_b);
        for (std::uint64_t& dim : a) dim = random.below(16) == 0 ? 0 : 1 + random.below(3);
        for (std::uint64_t& dim : b) dim = random.below(16) == 0 ? 0 : 1 + random.below(3);
        if (random.below(8) != 0) {  // mostly shapes that fit
          b[rank_b == 1 ? 0 : rank_b - 2] = a.back();
          for (std::size_t back = 3; back <= std::min(rank_a, rank_b); ++back) {
            std::uint64_t &x = a[rank_a - back], &y = b[rank_b - back];
            switch (random.below(3)) {
              case 0:
                x = 1;
                break;
              case 1:
                y = 1;
                break;
              default:
                y = x;
            }
          }
        }
        agree(a, b, random) ? ++computed : ++refused;
      }
  EXPECT_EQ(pairs, 25u);
  EXPECT_EQ(computed + refused, 2000u);
  EXPECT_GT(computed, 1500u);
  EXPECT_GT(refused, 50u);
}

TEST(MatMulStacks, AResultOfMoreThanEightDimensionsDoesNotArise) {
  EVIDENCE("MATMUL-ALL-BATCH");
  oracle::Random random(8);
  EXPECT_TRUE(agree(Dims(8, 1), Dims(8, 1), random));
  EXPECT_TRUE(agree({1, 1, 1, 1, 1, 2, 1, 3}, {3}, random));
}

}  // namespace
}  // namespace etalon::tests
