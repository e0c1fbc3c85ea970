// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon verify` reports of a claim ("VNN-ALL-REPORT"): that no input satisfies a property.
#pragma once

#include "conform/properties/claim.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {

struct ClaimReport {
  std::string network, property;  // names of files
  std::string words;              // what was read of the property
  std::optional<Number> margin;
  JudgedClaim claim;
  // Where the claim fails: the inputs by their names, and what is true of them, line by line.
  std::vector<std::pair<std::string, std::string>> inputs = {};
  std::vector<std::string> judged = {};
  Identity identity = {};
};

ClaimReport claim_report(const PropertyModels& models, JudgedClaim claim);

// 0 if the claim holds, 1 if it fails, 6 if it is not decided.
Code code_of(const ClaimReport& report);

std::string claim_summary(const ClaimReport& report);  // one line
std::string claim_text(const ClaimReport& report);
std::string claim_json(const ClaimReport& report);
std::string claim_html(const ClaimReport& report);
std::string claim_junit(const ClaimReport& report);
std::string claim_csv(const ClaimReport& report);

}  // namespace etalon::impl
