// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/family/function.hpp"

namespace oracle {

std::vector<Campaign> tanh_campaigns() {
  return {{.name = "tanh",
           .operation = "Tanh",
           .evidence = {"TANH-FLOAT-RESULT", "TANH-FLOAT-SPECIAL"},
           .judge = judge_function<real_tanh>,
           .has_all_floats = true}};
}

}  // namespace oracle
