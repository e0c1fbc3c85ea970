// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon accuracy` reports ("ACC-ALL-REPORT"), in three forms without times and paths. Every bound and
// every end of a range is rounded outward, in all of them ("ACC-ALL-PRINTED").
#pragma once

#include <string>
#include <vector>

#include "accuracy/analysis.hpp"
#include "report/accuracy/require.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {

struct AccuracyReport {
  std::string model;  // the base name of the file
  const Analysis* analysis;
  std::vector<std::string> suppositions;  // about the inputs, in words
  Identity identity = {};
  std::vector<RequirementVerdict> verdicts = {};  // on what the user requires
  bool ranges = false;                            // an input was given as a range, even if of one value
};

std::string accuracy_summary(const AccuracyReport& report);  // the headline, and what is required
std::string accuracy_text(const AccuracyReport& report);
std::string accuracy_json(const AccuracyReport& report);
std::string accuracy_html(const AccuracyReport& report);

}  // namespace etalon::impl
