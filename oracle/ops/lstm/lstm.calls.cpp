// SPDX-License-Identifier: Apache-2.0
//
// LSTM, as recurrence.hpp computes it.
#include "oracle/cases/calls.hpp"
#include "oracle/cases/recurrences.hpp"

namespace oracle {

Call draw_lstm_call(Random& random) {
  Call call{"LSTM", draw_opset(random, 1)};
  Recurrence r = draw_recurrence(random, call, {4, {"Sigmoid", "Tanh", "Tanh"}, true});
  r.is_coupled = random.below(3) == 0;
  if (r.is_coupled || random.coin()) {
    give(call, "input_forget", std::int64_t{r.is_coupled});
  }
  if (call.opset < 7 && random.coin()) {
    give(call, "output_sequence", std::int64_t{random.coin()});
  }
  add_outputs(call, r, lstm(r), 1 + random.below(3));
  return call;
}

}  // namespace oracle
