// SPDX-License-Identifier: Apache-2.0
// Floor 10. What `etalon compare` finds, for `etalon evidence` to keep.
#pragma once

#include <memory>

#include "cli/model.hpp"

namespace etalon::impl::cli {

struct KeptComparison {
  Code code = Code::ok;         // what the verb would end with
  std::string verdict, reason;  // the first lines of its report
  std::string json, html;       // the report
};

// Files that are read are added to the identity.
Result<KeptComparison> kept_comparison(const std::shared_ptr<const CheckedModel>& model, const CompareOptions& options,
                                       const Limits& limits, Identity& identity);

}  // namespace etalon::impl::cli
