// SPDX-License-Identifier: Apache-2.0
// Floor 9. The parts of the page of `etalon compare`.
#pragma once

#include <string>

#include "report/compare/report.hpp"

namespace etalon::impl {

// The first node that differs on the same operands: where, from which operands, by how much, and why. Before it the
// first that violates, where that is another one. Empty where none differs.
std::string first_difference_html(const Comparison& comparison);
std::string stretches_html(const Comparison& comparison);

// The model's outputs against the reference's own run: a table, histograms, and a heat map of the first that differs.
std::string outputs_html(const CompareReport& report);

// The drawing, operators by standing, and the table of the nodes with a field to search it.
std::string drawing_html(const Comparison& comparison);
std::string operators_html(const Comparison& comparison);
std::string nodes_html(const Comparison& comparison);

std::string value_html(const Graph& graph, std::uint32_t value);  // the name of a value, not too long
std::string of_verdict(NodeVerdict verdict);                      // "✓ replicates"
const char* key_of(NodeVerdict verdict);                          // "is-good": its class in the style

// Distances in ulp of the elements of a tensor; 0 where the bits are the same, infinite where there is no number. An
// element that differs only in the sign of zero is a half, so that it can be seen.
std::vector<double> ulps_between(const TensorView& a, const TensorView& b);

}  // namespace etalon::impl
