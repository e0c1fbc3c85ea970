// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/family/function.hpp"

namespace oracle {

std::vector<Campaign> log_campaigns() {
  return {{.name = "log",
           .operation = "Log",
           .evidence = {"LOG-FLOAT-RESULT", "LOG-FLOAT-SPECIAL"},
           .judge = judge_function<real_log>,
           .has_all_floats = true}};
}

}  // namespace oracle
