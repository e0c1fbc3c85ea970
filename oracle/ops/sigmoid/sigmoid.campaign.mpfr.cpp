// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/family/function.hpp"

namespace oracle {

std::vector<Campaign> sigmoid_campaigns() {
  return {{.name = "sigmoid",
           .operation = "Sigmoid",
           .evidence = {"SIGMOID-FLOAT-RESULT", "SIGMOID-FLOAT-SPECIAL"},
           .judge = judge_function<real_sigmoid>,
           .has_all_floats = true}};
}

}  // namespace oracle
