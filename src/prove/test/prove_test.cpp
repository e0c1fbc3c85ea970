// SPDX-License-Identifier: Apache-2.0
#include "prove/prove.hpp"

#include "prove/executor.hpp"
#include "prove/test/more_samples.hpp"
#include "tensor/algebra.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::tests {
namespace {

void expect_proved(const Sample& sample) {
  const ProjectProof proof = sample.prove();
  EXPECT_FALSE(proof.refusal) << proof.refusal->message;
  EXPECT_LT(proof.bound_log2, -80);
  EXPECT_EQ(proof.proved, (std::vector<std::string>{"model.h", "model.c", "weights.c"}));
  EXPECT_EQ(proof.compared.size(), Sample::shipped().size());
  EXPECT_EQ(proof.not_judged, std::vector<std::string>{"README.md"});
}

TEST(Prove, AMapIsProved) { expect_proved(relu_sample()); }
TEST(Prove, APaddedConvWithWeightsAndAnArenaIsProved) { expect_proved(conv_sample()); }
TEST(Prove, AGatherIsProvedForEveryIndex) { expect_proved(gather_sample()); }
TEST(Prove, ADivisionOfIntegersIsProvedWithItsRefusal) { expect_proved(div_sample()); }
TEST(Prove, ASoftmaxThatKeepsARowIsProved) { expect_proved(softmax_sample()); }
TEST(Prove, SumsThatAreExactOrWideOrWrapAreProved) {
  expect_proved(exact_sample());
  expect_proved(wide_sample());
  expect_proved(integer_sum_sample());
}
TEST(Prove, AQuantisationIsProved) { expect_proved(quantise_sample()); }
TEST(Prove, ThePlaceOfTheLargestIsProved) { expect_proved(argmax_sample()); }
TEST(Prove, TruthsAreProved) {
  expect_proved(where_sample());
  expect_proved(and_sample());
}
TEST(Prove, NibblesAreProved) { expect_proved(nibble_sample()); }
TEST(Prove, AMoveByATableIsProved) { expect_proved(slice_sample()); }
TEST(Prove, ViewsAreWhereTheirOperandsAreAndOutputsAreCopied) { expect_proved(copy_sample()); }

TEST(Prove, NodesWithTheSameTextAndCallAreProvedOnce) {
  Sample s;
  const auto x = s.input("x", DType::f32, {2});
  s.output(s.node("Relu", {s.node("Relu", {x}, "r", DType::f32, {2})}, "y", DType::f32, {2}));
  s.arena = "  float f32[2];\n";
  s.parameters = "model_arena *restrict arena, const float *restrict input_0, float *restrict output_0";
  for (const char* n : {"0", "1"})
    s.functions += std::string("static void node_") + n +
                   "_relu(const float *restrict X, float *restrict Y) {\n"
                   "  for (int32_t i = 0; i < 2; ++i) { Y[i] = f32_larger(X[i], 0.0f); }\n}\n";
  s.body = std::string(environment_check) +
           "  node_0_relu(input_0, arena->f32 + 0);\n  node_1_relu(arena->f32 + 0, output_0);\n";
  const ProjectProof proof = s.prove();
  ASSERT_FALSE(proof.refusal) << proof.refusal->message;
  ASSERT_EQ(proof.nodes.size(), 2u);
  EXPECT_FALSE(proof.nodes[0].cached);
  EXPECT_TRUE(proof.nodes[1].cached);
  EXPECT_EQ(s.prove(s.files(), 4).elements, 4u);
}

TEST(Prove, ParametersMayBeMentioned) {
  EVIDENCE("GENERATE-CHECK-TEXT");
  Sample s;
  s.output(s.node("Relu", {s.input("x", DType::f32, {2})}, "y", DType::f32, {2}));
  s.parameters = "const float *restrict input_0, float *restrict output_0";
  s.functions =
      "static void node_0_relu(const float *restrict X, float *restrict Y) {\n"
      "  for (int32_t i = 0; i < 2; ++i) { Y[i] = f32_larger(X[i], 0.0f); }\n}\n";
  s.body = std::string(environment_check) + "  (void)input_0;\n  (void)output_0;\n  node_0_relu(input_0, output_0);\n";
  const ProjectProof proof = s.prove();
  EXPECT_FALSE(proof.refusal) << proof.refusal->message;
}

// Expected: the maximum of stored numbers, for all of them.
template <class A> void expect_absorbed() {
  for (std::uint64_t x = 0; x < 65536; ++x) {
    EXPECT_EQ(A::pattern(A::max(A::lowest(), A::of(x), nullptr)), A::pattern(A::quiet(A::of(x), nullptr)));
    EXPECT_EQ(A::pattern(A::min(A::highest(), A::of(x), nullptr)), A::pattern(A::quiet(A::of(x), nullptr)));
  }
}
TEST(Prove, TheEndOfATypeIsAbsorbedByAnExtreme) {
  expect_absorbed<Half>();
  expect_absorbed<BHalf>();
  for (std::int64_t x = -128; x < 128; ++x) {
    EXPECT_EQ(Int<8>::max(Int<8>::lowest(), x, nullptr), x);
    EXPECT_EQ(Int<8>::min(Int<8>::highest(), x, nullptr), x);
  }
  const prove::TextValue lowest{constant(DType::f32, 0xFF800000u)}, other{constant(DType::f32, 0xFF7FFFFFu)},
      x{variable(1, 2, false)};
  EXPECT_EQ(prove::absorbed_end(Step::max, DType::f32, lowest, x), &x);
  EXPECT_EQ(prove::absorbed_end(Step::min, DType::f32, lowest, x), nullptr);
  EXPECT_EQ(prove::absorbed_end(Step::max, DType::f32, other, x), nullptr);
  EXPECT_EQ(prove::absorbed_end(Step::max, DType::f32, x, lowest), nullptr);
}

}  // namespace
}  // namespace etalon::tests
