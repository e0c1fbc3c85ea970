// SPDX-License-Identifier: Apache-2.0
#include "oracle/campaign.hpp"

#include "oracle/ops/cast/cast.hpp"

namespace oracle {

std::vector<Campaign> cast_campaigns() {
  return {{.name = "cast",
           .operation = "Cast",
           .evidence = {"CAST-FLOAT-INTEGER", "CAST-INT-INTEGER", "CAST-ALL-FLOAT", "CAST-ALL-BOOL", "NUM-ALL-CONVERT"},
           .judge = cast,
           .converts = true}};
}

}  // namespace oracle
