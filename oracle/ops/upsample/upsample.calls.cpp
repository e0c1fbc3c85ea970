// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "oracle/cases/calls.hpp"
#include "oracle/ops/family/resize_drawing.hpp"

namespace oracle {

// Version 1 has two attributes for the last two of four axes, version 7 one, version 9 an input.
Call draw_upsample_call(Random& random) {
  Call call{"Upsample", draw_opset(random, 1, 9)};
  const bool linear = random.coin();
  const Type type = draw_type_for(random, linear);
  const bool first = call.opset < 7;
  const Shape shape = draw_shape(random, first ? 4 : 0, first ? 4 : 5, 60);
  std::vector<float> scales;
  Resizing resizing = draw_old(random, shape, 1, scales);
  while (first && (scales[0] != 1 || scales[1] != 1)) {
    resizing = draw_old(random, shape, 1, scales);
  }
  resizing.rounding = linear ? "" : "floor";
  call.accumulation = linear ? draw_accumulation(random, type) : Accumulation::sequential;
  call.inputs = {draw_elements(random, type, shape, linear)};
  if (linear || random.coin()) {
    give(call, "mode", std::string(!linear ? "nearest" : first ? "bilinear" : "linear"));
  }
  std::vector<Float> patterns;
  for (const float scale : scales) {
    patterns.push_back({std::bit_cast<std::uint32_t>(scale)});
  }
  if (first) {
    give(call, "height_scale", patterns[2]);
    give(call, "width_scale", patterns[3]);
  } else if (call.opset < 9) {
    give(call, "scales", patterns);
  } else {
    call.inputs.emplace_back(floats_of(scales));
  }
  add_result(call, resizing, type);
  return call;
}

}  // namespace oracle
