// SPDX-License-Identifier: Apache-2.0
// Floor 9. The parts of the accuracy page.
#pragma once

#include <string>

#include "report/accuracy/summary.hpp"

namespace etalon::impl {

// One output of the model: plots, and the worst element with the operands it was made of.
std::string output_html(const Analysis& analysis, const OutputSummary& output, const NodeSummary& node);

}  // namespace etalon::impl
