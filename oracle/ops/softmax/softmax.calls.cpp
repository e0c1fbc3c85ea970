// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/softmax/softmax.hpp"

#include <algorithm>

#include "oracle/cases/slices.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

// SONNX gives +0 for each element of a slice of -infinity alone, where ONNX's formula gives NaNs.
std::vector<Answer> softmax_of_sonnx(Type type, Accumulation how, const std::vector<std::uint64_t>& slice) {
  const Format f = type.format();
  const std::uint64_t lowest = sign_mask(f) | infinity(f);
  const bool nothing_else = std::all_of(slice.begin(), slice.end(), [&](std::uint64_t x) { return x == lowest; });
  return nothing_else ? std::vector<Answer>(slice.size(), Answer{0, 0}) : softmax(type, how, slice);
}

}  // namespace

Call draw_softmax_call(Random& random) {
  const bool by_sonnx = random.wish != nullptr && random.wish->by_sonnx;
  return draw_slices(random, "Softmax", by_sonnx ? softmax_of_sonnx : softmax);
}

}  // namespace oracle
