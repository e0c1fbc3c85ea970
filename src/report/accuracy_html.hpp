// SPDX-License-Identifier: Apache-2.0
// Floor 9. The parts of the accuracy page.
#pragma once

#include <string>

#include "report/accuracy_summary.hpp"

namespace etalon::impl {

// A table cell of numbers, which do not break; on a narrow screen the header is put before them.
std::string number_cell(const char* header, const std::string& content);

// One output of the model: plots, and the worst element with the operands it was made of.
std::string output_html(const Analysis& analysis, const OutputSummary& output, const NodeSummary& node);

}  // namespace etalon::impl
