// SPDX-License-Identifier: Apache-2.0
#include "oracle/cases/slices.hpp"
#include "oracle/ops/softmax/softmax.hpp"

namespace oracle {

Call draw_logsoftmax_call(Random& random) { return draw_slices(random, "LogSoftmax", log_softmax); }

}  // namespace oracle
