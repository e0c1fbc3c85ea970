// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon verify` reports ("VNN-ALL-REPORT"): what is true of witnesses, one by one, and by tool and
// benchmark.
#pragma once

#include <map>

#include "conform/properties/witness.hpp"
#include "report/page/identity.hpp"
#include "text/decimal.hpp"

namespace etalon::impl {

struct WitnessRow {
  std::string benchmark, tool;             // of a campaign
  std::string network, property, witness;  // names of files
  std::string problem = {};                // why it was not judged
  std::uint64_t points = 0, best = 0;      // that the file has, and the one whose verdict this is
  std::optional<JudgedPoint> judged = {};  // of that one; nothing: not judged
  std::string parting = {};                // the node at which the shown evaluations part
};

// A row without its names. Of what could not be judged it has the reason.
WitnessRow row_of(const PropertyModels& models, const Result<std::vector<JudgedPoint>>& points);
WitnessRow not_judged(const Finding& finding);

struct WitnessTotals {
  std::uint64_t witnesses = 0, judged = 0;
  std::array<std::uint64_t, std::size(box_readings)> in_box = {};
  std::array<std::uint64_t, std::size(answer_names)> real = {};
  std::array<std::uint64_t, property_policies> satisfied = {};  // under each policy
  std::uint64_t policies_differ = 0;                            // in the answer
  std::array<std::uint64_t, std::size(any_order_names)> any_order = {};
  std::array<std::uint64_t, std::size(checker_names)> checker = {};
  std::uint64_t in_no_box = 0;  // in no reading

  void add(const WitnessRow& row);
};

struct VerifyReport {
  std::vector<WitnessRow> rows;
  bool is_campaign = false;
  std::string property = {};  // what was read, in words, where there is one
  Identity identity = {};
};
WitnessTotals totals_of(const VerifyReport& report);
// By benchmark and tool.
std::map<std::pair<std::string, std::string>, WitnessTotals> tables_of(const VerifyReport& report);

// "6 networks …": what a property is, for a report on it.
std::string property_words(const Property& property);

// 0 if every witness is in the box and holds in every admissible order, 1 if one is not in the box, fails or depends, 6
// if one is not decided or not judged, or there is none.
Code code_of(const VerifyReport& report);

std::string answer_text(PropertyAnswer answer);  // "holds"
std::string any_order_text(InAnyOrder any);      // "not decided"
std::string margin_text(const Between& margin);
// A line for each statement about one witness.
std::vector<std::string> witness_lines(const WitnessRow& row);

// Fields of a table: a text in quotes, which are doubled, where it needs them; a number as JSON has it, without quotes.
std::string csv_field(std::string_view text);
std::string csv_number(double x, End end);

std::string verify_summary(const VerifyReport& report);  // one line
std::string verify_text(const VerifyReport& report);
std::string verify_json(const VerifyReport& report);
std::string verify_html(const VerifyReport& report);
std::string verify_junit(const VerifyReport& report);
std::string verify_csv(const VerifyReport& report);

}  // namespace etalon::impl
