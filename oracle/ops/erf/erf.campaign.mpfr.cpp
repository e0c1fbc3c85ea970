// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/family/function.hpp"

namespace oracle {

std::vector<Campaign> erf_campaigns() {
  return {{.name = "erf",
           .operation = "Erf",
           .evidence = {"ERF-FLOAT-RESULT", "ERF-FLOAT-SPECIAL"},
           .judge = judge_function<real_erf>,
           .has_all_floats = true}};
}

}  // namespace oracle
