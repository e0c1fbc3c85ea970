// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/depthtospace/depthtospace.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

// Since version 11 there are two orders.
Call draw_depthtospace_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const std::uint64_t blocksize = 1 + random.below(4);
  Shape data = draw_shape(random, 4, 4, 600 / (blocksize * blocksize));
  data[1] *= blocksize * blocksize;
  const bool is_channel_first = opset >= 11 && random.coin();
  Call call{"DepthToSpace", opset, {draw_tensor(random, type, data)}};
  call.outputs = {moved_tensor(
      depth_to_space(data, blocksize, is_channel_first ? DepthOrder::channel_first : DepthOrder::block_first),
      std::vector{*call.inputs[0]})};
  give(call, "blocksize", static_cast<std::int64_t>(blocksize));
  if (is_channel_first || (opset >= 11 && random.coin())) {
    give(call, "mode", std::string(is_channel_first ? "CRD" : "DCR"));
  }
  return call;
}

}  // namespace oracle
