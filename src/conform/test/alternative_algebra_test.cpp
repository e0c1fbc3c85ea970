// SPDX-License-Identifier: Apache-2.0
// What the numbers of an alternative know: which of them are products, and how they are computed.
#include "conform/cause/alternative_world.hpp"

#include "conform/cause/alternative_run.hpp"
#include "conform/test/hand.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::tests {
namespace {

using A = AlternativeAlgebra<Float>;

constexpr float x = 1 + 0x1p-23F;       // its square is 1 + 2^-22 + 2^-46
constexpr float square = 1 + 0x1p-22F;  // rounded

Alternative contracting() {
  Alternative contracts;
  contracts.contracts = true;
  return contracts;
}

TEST(AlternativeAlgebra, ContractionTakesAProductAsItWas) {
  EVIDENCE("CON-ALL-CAUSE");
  const Alternative contracts = contracting(), none;
  const auto sum = [](const A& a) { return a.add(a.mul(x, x, nullptr), -square, nullptr).number; };
  const A a(contracts);
  EXPECT_EQ(sum(a), 0x1p-46F);
  EXPECT_EQ(a.add(-square, a.mul(x, x, nullptr), nullptr).number, 0x1p-46F);
  EXPECT_EQ(a.sub(a.mul(x, x, nullptr), square, nullptr).number, 0x1p-46F);
  EXPECT_EQ(a.sub(square, a.mul(x, x, nullptr), nullptr).number, -0x1p-46F);
  EXPECT_EQ(sum(A(none)), 0.0F);
}

TEST(AlternativeAlgebra, ANumberWithTheBitsOfTheLastProductIsNotOne) {
  EVIDENCE("CON-ALL-CAUSE");
  const Alternative contracts = contracting();
  const A a(contracts);
  const A::Value product = a.mul(x, x, nullptr), other = a.load(&square, 0);
  ASSERT_EQ(product.number, other.number);
  EXPECT_EQ(a.add(other, -square, nullptr).number, 0.0F);
  EXPECT_EQ(a.sub(other, square, nullptr).number, 0.0F);
}

TEST(AlternativeAlgebra, AnEarlierProductIsStillOne) {
  EVIDENCE("CON-ALL-CAUSE");
  const Alternative contracts = contracting();
  const A a(contracts);
  const A::Value first = a.mul(x, x, nullptr);
  a.mul(3.0F, 5.0F, nullptr);
  EXPECT_EQ(a.add(first, -square, nullptr).number, 0x1p-46F);
}

TEST(AlternativeAlgebra, OfTwoProductsTheFirstIsContracted) {
  EVIDENCE("CON-ALL-CAUSE");
  const Alternative contracts = contracting();
  const A a(contracts);
  EXPECT_EQ(a.add(a.mul(x, x, nullptr), a.mul(-square, 1.0F, nullptr), nullptr).number, 0x1p-46F);
  EXPECT_EQ(a.add(a.mul(-square, 1.0F, nullptr), a.mul(x, x, nullptr), nullptr).number, 0.0F);
}

}  // namespace
}  // namespace etalon::tests
