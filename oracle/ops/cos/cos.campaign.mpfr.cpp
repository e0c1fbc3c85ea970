// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/family/function.hpp"

namespace oracle {

std::vector<Campaign> cos_campaigns() {
  return {{.name = "cos",
           .operation = "Cos",
           .evidence = {"COS-FLOAT-RESULT", "COS-FLOAT-SPECIAL"},
           .judge = judge_function<real_cos>,
           .has_all_floats = true}};
}

}  // namespace oracle
