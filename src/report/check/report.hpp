// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon check` reports ("CHECK-ALL-REPORT"), in four forms, on one model or on several. They contain no
// time and no absolute path, so that two runs compare equal ("CHECK-ALL-SAME").
#pragma once

#include <span>
#include <string>

#include "check/check.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {

struct CheckReport {
  std::string model;  // its path below the working directory, else its base name
  const Profile* profile;
  const Graph* graph;  // null where the file could not be read
  std::span<const Finding> findings;
  std::uint64_t judged;  // nodes
  Identity identity;     // its first file is the model, where that could be opened

  Judgement judgement() const { return judgement_of(findings); }
};
using CheckReports = std::span<const CheckReport>;

// The verdict and the counts, one line: of one model, and of several how many have which verdict.
std::string check_summary(CheckReports reports);

// For people. They show this many findings of one rule and state how many more there are.
inline constexpr std::size_t text_findings_shown = 50, html_findings_shown = 1000;
enum class Colour : bool { no, yes };
std::string check_text(CheckReports reports, Colour colour);
std::string check_html(CheckReports reports);

// For programs, with every finding. JSON is an object for one model, and {"models":[…]} for several.
std::string check_json(CheckReports reports);
std::string check_sarif(CheckReports reports);

// ---- what the forms share ------------------------------------------------------------------------------------------

const char* key_of(Judgement judgement);  // "not_conformant"

// "NOT conformant to onnx", "2 of 3 nodes judged, 1 error": the two halves of a model's summary.
std::string verdict_text(const CheckReport& report);
std::string counts_text(const CheckReport& report);

// "float", "BOOL", "a sequence"; "" where no type is declared. "[2,3]", "["N",3]"; "" where no shape is declared.
std::string type_text(const Value& value);
std::string shape_text(const Value& value);

}  // namespace etalon::impl
