// SPDX-License-Identifier: Apache-2.0
//
// GRU, as recurrence.hpp computes it.
#include "oracle/cases/calls.hpp"
#include "oracle/cases/recurrences.hpp"

namespace oracle {

Call draw_gru_call(Random& random) {
  Call call{"GRU", draw_opset(random, 1)};
  Recurrence r = draw_recurrence(random, call, {3, {"Sigmoid", "Tanh"}, false});
  r.is_linear = call.opset >= 3 && random.coin();
  if (r.is_linear || (call.opset >= 3 && random.coin())) {
    give(call, "linear_before_reset", static_cast<std::int64_t>(r.is_linear ? 1 + random.below(2) : 0));
  }
  if (call.opset < 7 && random.coin()) {
    give(call, "output_sequence", std::int64_t{random.coin()});
  }
  add_outputs(call, r, gru(r), call.opset < 3 ? 2 : 1 + random.below(2));
  return call;
}

}  // namespace oracle
