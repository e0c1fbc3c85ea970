// SPDX-License-Identifier: Apache-2.0
// Floor 10. The analysis of a checked model as options ask for it: `etalon accuracy` prints it, and `etalon evidence`
// keeps it.
#pragma once

#include <memory>

#include "cli/model.hpp"
#include "report/accuracy/report.hpp"

namespace etalon::impl::cli {

struct AnalysedModel {
  std::shared_ptr<const Analysis> analysis;
  AccuracyReport report;  // on it
};

// Files that are read are added to the identity.
Result<AnalysedModel> analyse_model(const std::shared_ptr<const CheckedModel>& model, const AccuracyOptions& options,
                                    const Limits& limits, Identity& identity);

}  // namespace etalon::impl::cli
