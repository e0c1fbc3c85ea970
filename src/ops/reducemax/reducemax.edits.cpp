// SPDX-License-Identifier: Apache-2.0
// Floor 8. ReduceMax over neighbouring axes as a MaxPool over one long window.
#include "ops/family/mean.edits.hpp"

namespace etalon::impl {

std::optional<std::string> reducemax_edits(Rewriter& r) {
  r.because("FIX-EDIT-WINDOW");
  const auto parts = ThreeParts::of(r);
  if (!parts || parts->length == 0) return "it reduces axes that are apart, or nothing";
  const DType type = r.call().outputs[0]->type;
  if (!is_floating(type) && info(type).bits != 8) return "MaxPool does not take its type";
  const auto length = static_cast<std::int64_t>(parts->length);
  const std::string largest =
      r.emit("MaxPool", {r.reshaped(r.input(0), {1, parts->outer, parts->length, parts->inner})},
             {1, parts->outer, 1, parts->inner},
             {{"auto_pad", std::string("NOTSET")},
              {"ceil_mode", std::int64_t{0}},
              {"dilations", std::vector<std::int64_t>{1, 1}},
              {"kernel_shape", std::vector<std::int64_t>{length, 1}},
              {"pads", std::vector<std::int64_t>{0, 0, 0, 0}},
              {"storage_order", std::int64_t{0}},
              {"strides", std::vector<std::int64_t>{1, 1}}});
  r.reshaped(largest, result_shape(r), r.output());
  return std::nullopt;
}

}  // namespace etalon::impl
