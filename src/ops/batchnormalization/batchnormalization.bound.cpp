// SPDX-License-Identifier: Apache-2.0
// Floor 7. BatchNormalization has five roundings that follow each other, and a divisor: nothing is known of their error
// beforehand but what the running bound finds.
#include "ops/batchnormalization/batchnormalization.hpp"
#include "ops/bound.hpp"

namespace etalon::impl {

extern const OperatorBound batchnormalization_bound;
constexpr OperatorBound batchnormalization_bound = [] {
  OperatorBound bound =
      unknown_beforehand([](const Call&) { return std::uint64_t{1}; },
                         [](const Call& call, std::uint64_t i, std::uint64_t) -> std::vector<Ingredient> {
                           const std::uint64_t p = NormalizationGeometry(call).parameter(i);
                           return {{0, i}, {1, p}, {2, p}, {3, p}, {4, p}};
                         });
  // k*x + c with k = scale/sqrt(variance+epsilon) and c = B - mean*k: four roundings of k, then a product and two sums.
  bound.multiplied_out = 8;
  return bound;
}();

}  // namespace etalon::impl
