// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/family/function.hpp"

namespace oracle {

std::vector<Campaign> sin_campaigns() {
  return {{.name = "sin",
           .operation = "Sin",
           .evidence = {"SIN-FLOAT-RESULT", "SIN-FLOAT-SPECIAL"},
           .judge = judge_function<real_sin>,
           .has_all_floats = true}};
}

}  // namespace oracle
