// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon accuracy --inputs` reports ("DEC-ALL-SAME"): whether rounding changes what a network decides.
#pragma once

#include <string>
#include <vector>

#include "conform/decisions/decisions.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {

struct DecisionsReport {
  const CheckedModel& model;
  const DecisionSettings& settings;
  std::vector<std::vector<RowDecision>> inputs;  // of each input, row by row
  Identity identity = {};
};

struct DecisionTotals {
  std::uint64_t rows = 0, same = 0, otherwise = 0, untold = 0, in_any_order = 0;
  bool is_exact = true;           // no score has an error
  double least_ratio = HUGE_VAL;  // of a margin to the error of its scores; rounded down; infinite: there is none
  std::uint64_t least_input = 0;  // where that is
};
DecisionTotals totals_of(const DecisionsReport& report);

std::string decisions_summary(const DecisionsReport& report);  // one line
std::string decisions_text(const DecisionsReport& report);
std::string decisions_json(const DecisionsReport& report);
std::string decisions_html(const DecisionsReport& report);

}  // namespace etalon::impl
