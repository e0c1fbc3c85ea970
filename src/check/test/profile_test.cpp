// SPDX-License-Identifier: Apache-2.0
// Operator sets and versions, and whose rows a profile takes.
#include "check/profile.hpp"

#include <gtest/gtest.h>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

// An operator with the versions of Mul.
constexpr int versions[] = {1, 6, 7, 13, 14};
const Operator op{.name = "Mul", .versions = versions, .rows = {}};

std::string sets_of(std::initializer_list<int> some) { return operator_sets(op, {some.begin(), some.size()}); }

TEST(Profile, OperatorSetsOfAVersionEndBeforeTheNextVersion) {
  EVIDENCE("GEN-ALL-VERSION");
  EXPECT_EQ(sets_of({1}), "1 to 5");
  EXPECT_EQ(sets_of({6}), "6 to 6");
  EXPECT_EQ(sets_of({7}), "7 to 12");
}

TEST(Profile, OperatorSetsOfTheNewestVersionEndWithTheNewestKnownOne) {
  EVIDENCE("GEN-ALL-VERSION");
  EXPECT_EQ(sets_of({14}), "14 to 27");
}

TEST(Profile, OperatorSetsOfVersionsThatFollowEachOtherAreOneRange) {
  EVIDENCE("GEN-ALL-VERSION");
  EXPECT_EQ(sets_of({1, 6, 13}), "1 to 6, 13 to 13");
  EXPECT_EQ(sets_of({}), "");
}

}  // namespace
}  // namespace etalon::impl
