// SPDX-License-Identifier: Apache-2.0
// What the altered numbers know: which of them are products, and which alternative they are computed with.
#include "conform/altered.hpp"

#include "conform/normalization.hpp"
#include "conform/test/hand.hpp"
#include "conform/trial.hpp"
#include "tests/evidence.hpp"

namespace etalon::tests {
namespace {

using A = Altered<Float>;

constexpr float x = 1 + 0x1p-23F;       // its square is 1 + 2^-22 + 2^-46
constexpr float square = 1 + 0x1p-22F;  // rounded

Alternative contracting() {
  Alternative contracts;
  contracts.contracts = true;
  return contracts;
}

TEST(Altered, ContractionTakesAProductAsItWas) {
  EVIDENCE("CON-ALL-CAUSE");
  const Alternative contracts = contracting(), none;
  const auto sum = [&] { return A::add(A::mul(x, x, nullptr), -square, nullptr).number; };
  {
    const AlternativeScope scope(contracts);
    EXPECT_EQ(sum(), 0x1p-46F);
    EXPECT_EQ(A::add(-square, A::mul(x, x, nullptr), nullptr).number, 0x1p-46F);
    EXPECT_EQ(A::sub(A::mul(x, x, nullptr), square, nullptr).number, 0x1p-46F);
    EXPECT_EQ(A::sub(square, A::mul(x, x, nullptr), nullptr).number, -0x1p-46F);
  }
  const AlternativeScope scope(none);
  EXPECT_EQ(sum(), 0.0F);
}

TEST(Altered, ANumberWithTheBitsOfTheLastProductIsNotOne) {
  EVIDENCE("CON-ALL-CAUSE");
  const Alternative contracts = contracting();
  const AlternativeScope scope(contracts);
  const A::Value product = A::mul(x, x, nullptr), other = A::load(&square, 0);
  ASSERT_EQ(product.number, other.number);
  EXPECT_EQ(A::add(other, -square, nullptr).number, 0.0F);
  EXPECT_EQ(A::sub(other, square, nullptr).number, 0.0F);
}

TEST(Altered, AnEarlierProductIsStillOne) {
  EVIDENCE("CON-ALL-CAUSE");
  const Alternative contracts = contracting();
  const AlternativeScope scope(contracts);
  const A::Value first = A::mul(x, x, nullptr);
  A::mul(3.0F, 5.0F, nullptr);
  EXPECT_EQ(A::add(first, -square, nullptr).number, 0x1p-46F);
}

TEST(Altered, OfTwoProductsTheFirstIsContracted) {
  EVIDENCE("CON-ALL-CAUSE");
  const Alternative contracts = contracting();
  const AlternativeScope scope(contracts);
  EXPECT_EQ(A::add(A::mul(x, x, nullptr), A::mul(-square, 1.0F, nullptr), nullptr).number, 0x1p-46F);
  EXPECT_EQ(A::add(A::mul(-square, 1.0F, nullptr), A::mul(x, x, nullptr), nullptr).number, 0.0F);
}

TEST(Altered, NoAlternativeOutlivesItsTrial) {
  EVIDENCE("CON-ALL-CAUSE");
  ASSERT_EQ(alternative, nullptr);
  const Call call = call_of("MatMul", 13, {argument(in_float, {1, 3}), argument(in_float, {3, 1})});
  const Tensor a = tensor_in(in_float, {1, 3}, {1, 2, 3}), b = tensor_in(in_float, {3, 1}, {4, 5, 6}),
               right = tensor_in(in_float, {1, 1}, {32}), wrong = tensor_in(in_float, {1, 1}, {33});
  const TensorView operands[] = {a.view(), b.view()}, same[] = {right.view()}, other[] = {wrong.view()};
  Trial trial(call, operands);
  EXPECT_TRUE(trial.gives({}, same));
  EXPECT_EQ(alternative, nullptr);
  EXPECT_FALSE(trial.gives({}, other)) << "ends by an exception";
  EXPECT_EQ(alternative, nullptr);
  EXPECT_TRUE(trial.results({}));
  EXPECT_EQ(alternative, nullptr);
}

TEST(Altered, NoAlternativeOutlivesAFolding) {
  EVIDENCE("CON-ALL-CAUSE");
  const Call convolution = call_of("Conv", 11, {argument(in_float, {1, 1, 2}), argument(in_float, {1, 1, 1})}),
             normalization = call_of("BatchNormalization", 9,
                                     {argument(in_float, {1, 1, 2}), argument(in_float, {1}), argument(in_float, {1}),
                                      argument(in_float, {1}), argument(in_float, {1})});
  const Tensor image = tensor_in(in_float, {1, 1, 2}, {1, 2}), weight = tensor_in(in_float, {1, 1, 1}, {3}),
               one = tensor_in(in_float, {1}, {1});
  const TensorView operands[] = {image.view(), weight.view()};
  const TensorView parameters[] = {image.view(), one.view(), one.view(), one.view(), one.view()};
  folded(convolution, operands, normalization, parameters, DType::f32, Alternative{});
  EXPECT_EQ(alternative, nullptr);
}

}  // namespace
}  // namespace etalon::tests
