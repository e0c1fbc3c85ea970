// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/family/function.hpp"

namespace oracle {

std::vector<Campaign> acos_campaigns() {
  return {{.name = "acos",
           .operation = "Acos",
           .evidence = {"ACOS-FLOAT-RESULT", "ACOS-FLOAT-SPECIAL"},
           .judge = judge_function<real_acos>,
           .has_all_floats = true}};
}

}  // namespace oracle
