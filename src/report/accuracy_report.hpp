// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon accuracy` tells ("ACC-ALL-REPORT"), in three forms without times and paths.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "accuracy/analysis.hpp"
#include "report/identity.hpp"

namespace etalon::impl {

struct AccuracyReport {
  std::string model;  // the base name of the file
  const Analysis* analysis;
  std::vector<std::string> suppositions;  // about the inputs, in words
  Identity identity = {};
};

// What the elements of one node's output come to. Measured errors are of the elements that are numbers; a bound is
// infinite where one element has none.
struct NodeSummary {
  std::uint32_t node = 0, value = 0;
  double low = 0, high = 0;                          // of the computed elements
  double introduced = 0, propagated = 0, total = 0;  // largest bounds
  double finite_total = 0;                           // largest bound of the elements that have one
  double a_priori = 0;                               // the bound known beforehand
  Error measured_introduced, measured_total;         // largest of each kind
  double median_ratio = 0;                           // introduced bound / introduced error, where there is one
  std::uint64_t unbounded = 0, first_unbounded = 0;  // elements without a finite bound
  std::string reason;                                // why the first of them has none
  std::uint64_t worst = 0;                           // element with the largest error or, unmeasured, bound
};
NodeSummary summary_of(const Analysis& analysis, std::uint32_t node);

// What the bounds rest on: the inputs, the arithmetic, the way the errors were found.
std::vector<std::string> hypotheses_of(const AccuracyReport& report);

// The operands that an element is made of, in hexadecimal and as numbers; of a long sum the largest products.
struct OperandPair {
  std::uint64_t k;
  std::string a_bits, a, b_bits, b;
};
std::vector<OperandPair> operands_of(const Analysis& analysis, std::uint32_t node, std::uint64_t i, std::size_t most);

std::string bits_at(const TensorView& tensor, std::uint64_t i);   // "0x34CC"
std::string value_at(const TensorView& tensor, std::uint64_t i);  // as `etalon op` prints it
std::string number(double x);                                     // three digits, for people
std::string node_title(const Analysis& analysis, std::uint32_t node);

std::string accuracy_text(const AccuracyReport& report);
std::string accuracy_json(const AccuracyReport& report);
std::string accuracy_html(const AccuracyReport& report);

}  // namespace etalon::impl
