// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/spacetodepth/spacetodepth.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

Call draw_spacetodepth_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const std::uint64_t blocksize = 1 + random.below(4);
  Shape data = draw_shape(random, 4, 4, 600 / (blocksize * blocksize));
  data[2] *= blocksize;
  data[3] *= blocksize;
  Call call{"SpaceToDepth", opset, {draw_tensor(random, type, data)}};
  call.outputs = {moved_tensor(space_to_depth(data, blocksize), std::vector{*call.inputs[0]})};
  give(call, "blocksize", static_cast<std::int64_t>(blocksize));
  return call;
}

}  // namespace oracle
