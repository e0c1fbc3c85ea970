// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon check` tells ("CHECK-ALL-REPORT"), in four forms. They hold no time and no path, so that two
// runs compare equal ("CHECK-ALL-SAME").
#pragma once

#include <span>
#include <string>

#include "base/status.hpp"
#include "check/profile.hpp"
#include "graph/graph.hpp"

namespace etalon::impl {

struct CheckReport {
  std::string model;  // the base name of the file
  const Profile* profile;
  const Graph* graph;  // null where the file could not be read
  std::span<const Finding> findings;
  bool conformant;
};

// The verdict and the counts, one line.
std::string check_summary(const CheckReport& report);

// For people. They show so many findings of one rule and say how many more there are.
inline constexpr std::size_t text_findings_shown = 50, html_findings_shown = 1000;
std::string check_text(const CheckReport& report, bool colour);
std::string check_html(const CheckReport& report);

// For programs, with every finding.
std::string check_json(const CheckReport& report);
std::string check_sarif(const CheckReport& report);

}  // namespace etalon::impl
