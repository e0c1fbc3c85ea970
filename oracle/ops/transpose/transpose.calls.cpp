// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/transpose/transpose.hpp"

#include <algorithm>

#include "oracle/cases/calls.hpp"

namespace oracle {

// By default the axes are reversed. Some orders move only a few axes, as those of networks do.
Call draw_transpose_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const Shape data = draw_shape(random, 0, highest_rank);
  std::vector<std::int64_t> perm = draw_axes(random, data.size(), data.size(), false);
  const std::uint64_t kind = random.below(4);
  if (kind < 2) {
    std::sort(perm.begin(), perm.end());
  }
  if (kind == 0) {
    std::reverse(perm.begin(), perm.end());
  } else if (kind == 1 && perm.size() > 1) {
    std::swap(perm[random.below(perm.size())], perm[random.below(perm.size())]);
  }
  Call call{"Transpose", opset, {draw_tensor(random, type, data)}};
  call.outputs = {moved_tensor(transpose(data, perm), std::vector{*call.inputs[0]})};
  if (kind != 0 || random.coin()) {
    give(call, "perm", perm);
  }
  return call;
}

}  // namespace oracle
