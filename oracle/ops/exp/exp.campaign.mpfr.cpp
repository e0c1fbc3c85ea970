// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/family/function.hpp"

namespace oracle {

std::vector<Campaign> exp_campaigns() {
  return {{.name = "exp",
           .operation = "Exp",
           .evidence = {"EXP-FLOAT-RESULT", "EXP-FLOAT-SPECIAL"},
           .judge = judge_function<real_exp>,
           .has_all_floats = true}};
}

}  // namespace oracle
