// SPDX-License-Identifier: Apache-2.0
// Floor 9. What the forms of the accuracy report share: the figures of a node and of an output, and how they are
// written.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "accuracy/analysis.hpp"
#include "report/accuracy/report.hpp"
#include "text/decimal.hpp"

namespace etalon::impl {

// What the elements of one node's output come to. A measured error or a bound is infinite where that of one element is.
struct NodeSummary {
  std::uint32_t result = 0, node = 0, value = 0;     // its number in Analysis::results, and whose it is
  std::uint64_t lowest = 0, highest = 0;             // elements with the lowest and the highest end of their range
  double introduced = 0, propagated = 0, total = 0;  // largest bounds
  double finite_total = 0;                           // largest bound of the elements that have one
  double a_priori = 0;                               // the bound that the formula gives; 0 for integers
  Error measured_introduced, measured_total;         // largest of each kind
  std::optional<double> median_factor;               // by how much a bound of the introduced error is beyond the error
  std::uint64_t unbounded = 0, first_unbounded = 0;  // elements without a finite bound
  std::string reason;                                // why the first of them has none
  std::uint64_t worst = 0;                           // element with the largest error or, unmeasured, bound
};
NodeSummary summary_of(const Analysis& analysis, std::uint32_t result);
std::vector<NodeSummary> summaries_of(const Analysis& analysis);

// The largest bounds of one output of the model, in each measure, and where they are.
struct OutputSummary {
  struct Largest {
    double size = 0;
    std::uint64_t element = 0;
  };
  std::uint32_t value = 0, node = no_node;         // the node that computes it, if one does
  std::uint32_t result = 0;                        // then its number in Analysis::results
  std::array<Largest, 3> largest;                  // by Measure
  std::optional<std::array<Largest, 3>> measured;  // largest errors, where they are bounds of this run's errors
};
std::vector<OutputSummary> outputs_of(const Analysis& analysis);

// Nodes by the largest error that each introduces itself, the largest first; only those where that is finite.
struct Contribution {
  std::uint32_t node;
  double introduced;
  double share;  // of the sum over these nodes
};
inline constexpr std::size_t contributions_shown = 10;  // of a list
std::vector<Contribution> contributions_of(const std::vector<NodeSummary>& summaries);
std::string share_text(const Contribution& contribution);  // "62 %"
// "23 more nodes introduce errors without a finite bound; the first is node 27 (Div).": empty where there are none.
std::string without_share(const Analysis& analysis, const std::vector<NodeSummary>& summaries);

// Sentences that all forms have.
std::vector<std::string> assumptions_of(const AccuracyReport& report);

// The largest magnitude of a number that was computed: in the run or, over ranges, at points of them.
double seen_of(const Analysis& analysis, std::uint32_t value);
// Whether the bounds of a value say something: each is finite, and below the largest number that was computed. Where
// that is zero there is nothing to compare with.
bool is_informative(const Analysis& analysis, std::uint32_t value);

// What a reader wants to know first: the largest bound of all outputs, where it is, and how it compares; for one run
// the largest measured error before it. A bound that is not informative is not printed as if it were: instead the
// headline names the first node whose bounds are not informative, and why.
struct Headline {
  std::string main, detail;  // one sentence each; no detail where there is no number
  bool small = false;        // the bound is at most a hundredth of the largest computed number of its output
  bool informative = true;
  std::optional<std::uint32_t> from = std::nullopt;  // else the first node without informative bounds, if any
  std::string reason = {};                           // and why
  std::string hint = {};                             // what can be asked instead, over ranges
};
Headline headline_of(const Analysis& analysis);

inline constexpr const char* error_terms =
    "The introduced error of a node is how far its result is from the real operator on the same operands. The "
    "propagated error is how far the real operator's result moves because the operands were already wrong. The error "
    "of a value is at most the sum of both. An ulp is the distance between neighbouring numbers of the type at the "
    "real value.";
inline constexpr const char* contribution_terms =
    "Each node is listed with the largest bound of the error that it introduces itself, in the scale of its own "
    "output, and with its share in the sum of these bounds. Later nodes can enlarge or shrink what they receive.";
// "u is half the distance from 1 to the next number of the type; …": the symbols in the formulas of these nodes.
std::string formula_symbols(const Analysis& analysis);

// The operands that an element is made of; of a long sum the largest products.
struct OperandElement {
  std::uint32_t value;    // of the graph
  std::uint64_t element;  // of that value
};
struct OperandRow {
  std::uint64_t k;
  std::vector<OperandElement> operands;
};
std::vector<OperandRow> operands_of(const Analysis& analysis, std::uint32_t result, std::uint64_t i, std::size_t most);

std::string wrapped(const std::string& words, const std::string& indent);  // a paragraph of the text form
std::string bound_text(double x);                                          // three digits, rounded up
// One end of the range of an element: exact for integers, else six digits, rounded outward.
std::string end_at(const TensorView& tensor, std::uint64_t i, End end);
// What was computed: from the lowest to the highest element, as an exact value where both are the same.
struct ComputedText {
  std::string low, high;  // no high end where there is one value
};
bool is_rounded(const Analysis& analysis, const NodeSummary& s);  // its elements are floating-point numbers
ComputedText computed_text(const Analysis& analysis, const NodeSummary& s);
bool is_one_value(const ValueErrors& value, std::uint64_t low, std::uint64_t high);  // these ends have the same bits
std::string node_title(const Analysis& analysis, std::uint32_t node);
std::string result_title(const Analysis& analysis, const NodeSummary& s);  // the node, and which of its results
std::string value_title(const Analysis& analysis, std::uint32_t value);    // the name, quoted
const char* policy_of(const Analysis& analysis);
bool is_over_ranges(const AccuracyReport& report);
const char* mode_of(const AccuracyReport& report);  // "errors of one run"

}  // namespace etalon::impl
