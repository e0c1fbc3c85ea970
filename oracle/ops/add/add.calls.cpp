// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/add/add.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

Call draw_add_call(Random& random) { return draw_binary(random, "Add", add); }

}  // namespace oracle
