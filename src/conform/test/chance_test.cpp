// SPDX-License-Identifier: Apache-2.0
// How the evidence against chance is counted, on tables small enough to count by hand.
#include "conform/cause/chance.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

// Places that are `ulp` apart from the reference, with the pattern 100 in the candidate.
std::vector<Place> places(std::size_t count, std::uint64_t ulp) {
  std::vector<Place> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back({0, 0, i, ulp, 100});
  return all;
}

TEST(Chance, CountsOneElementByItsDistance) {
  EVIDENCE("CON-ALL-CHANCE");
  EXPECT_DOUBLE_EQ(chance_of(places(1, 1), {}, 0).bits, 1);
  EXPECT_DOUBLE_EQ(chance_of(places(1, 3), {}, 0).bits, 2);
  EXPECT_DOUBLE_EQ(chance_of(places(1, 15), {}, 0).bits, 4);
  EXPECT_DOUBLE_EQ(chance_of(places(1, UINT64_MAX), {}, 0).bits, 4) << "no element counts for more";
  EXPECT_DOUBLE_EQ(chance_of(places(1, 0), {}, 0).bits, 0) << "zeros of both signs";
}

TEST(Chance, IsThatOfAllElementsAndOfAnyAlternative) {
  EVIDENCE("CON-ALL-CHANCE");
  const std::vector<Patterns> computed(8, Patterns(7, 0));  // none gives an element
  EXPECT_DOUBLE_EQ(chance_of(places(7, 15), computed, 1).bits, 28);
  EXPECT_DOUBLE_EQ(chance_of(places(7, 15), computed, 256).bits, 20);
  EXPECT_TRUE(chance_of(places(7, 15), computed, 256).is_excluded());
  EXPECT_FALSE(chance_of(places(7, 15), computed, 257).is_excluded());
  EXPECT_EQ(chance_of(places(7, 15), computed, 256).elements, 7u);
  EXPECT_EQ(chance_of(places(7, 15), computed, 256).alternatives, 256u);
}

TEST(Chance, AnElementThatOthersGiveCountsForLess) {
  EVIDENCE("CON-ALL-CHANCE");
  // Half of four different computations give the one element.
  const std::vector<Patterns> computed = {{100, 1}, {100, 2}, {3, 3}, {4, 4}, {4, 4}};
  std::vector<Place> two = places(2, 15);
  two[1].ulp = 0;  // which does not count
  EXPECT_DOUBLE_EQ(chance_of(two, computed, 1).bits, 1);
}

TEST(Chance, AnElementThatFollowsFromAnotherDoesNotCount) {
  EVIDENCE("CON-ALL-CHANCE");
  // Two elements, each given by eight of 32 computations: by the same eight, or by eight others of which two are the
  // same. A third element keeps the computations apart.
  std::vector<Patterns> same, apart;
  for (std::uint64_t c = 0; c < 32; ++c) {
    same.push_back({c < 8 ? 100u : c, c < 8 ? 100u : c, c});
    apart.push_back({c < 8 ? 100u : c, c >= 6 && c < 14 ? 100u : c, c});
  }
  std::vector<Place> three = places(3, 15);
  three[2].ulp = 0;
  EXPECT_DOUBLE_EQ(chance_of(three, same, 1).bits, 2);
  EXPECT_EQ(chance_of(three, same, 1).elements, 1u);
  EXPECT_DOUBLE_EQ(chance_of(three, apart, 1).bits, 4);
}

TEST(Chance, IsNotExcludedWithoutComputations) {
  EVIDENCE("CON-ALL-CHANCE");
  EXPECT_FALSE(chance_of(places(60, 1000), std::vector<Patterns>(7, Patterns(60, 0)), 450).is_excluded());
  EXPECT_TRUE(chance_of(places(60, 1000), std::vector<Patterns>(8, Patterns(60, 0)), 450).is_excluded());
}

TEST(Chance, ElementsWithTheSamePatternsAreTakenOnce) {
  EVIDENCE("CON-ALL-CHANCE");
  const std::uint64_t dims[] = {100};
  const float reference = 1, own = 1 + 0x1p-20F;
  Tensor candidate(DType::f32, *Shape::of(dims));
  std::vector<Tensor> results;
  results.emplace_back(DType::f32, *Shape::of(dims));
  for (std::size_t i = 0; i < 100; ++i) {
    std::memcpy(candidate.data() + 4 * i, &own, 4);
    std::memcpy(results[0].data() + 4 * i, &reference, 4);
  }
  const Sample samples[] = {{{}, {std::as_const(candidate).view()}, &results}};
  const std::vector<Place> found = differing_places(samples);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].element, 0u);
  EXPECT_EQ(found[0].ulp, 8u);
}

}  // namespace
}  // namespace etalon::impl
