// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon fix` reports ("FIX-ALL-REPORT"): what became of each node and why, what was not mended, and how
// it was shown that no bit changed. The JSON form is the log that `etalon fix --replay` reads.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conform/fix/fixed.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {

struct FixReport {
  const CheckedModel& model;
  const Fixed& fixed;
  Identity identity;            // of the model
  std::vector<Finding> before;  // of the model under the profile
  std::uint64_t bytes_before;
  std::string target;  // the profile
  std::string output;  // the name of the new file; none: it was not written
  Evidence evidence;
  std::span<const Finding> corrected;  // that were corrected first, because the model broke rules of ONNX
  bool is_replay;                      // the log has the evidence
  std::vector<std::pair<std::string, std::string>> options;  // as they were given: name, value
};

// What a log must have to give the same file again, as the command line has it: NAME=VALUE of what is bound.
struct FixRequest {
  std::string profile;
  double growth;
  std::optional<std::string> accumulate = {};
  std::vector<std::string> dims = {}, shapes = {}, values = {};
};
std::vector<std::pair<std::string, std::string>> options_of(const FixRequest& request);

std::size_t count_of(const ModelFix& fix, NodeFix::Kind kind);
const char* name_of(NodeFix::Kind kind);
std::size_t findings_in(std::span<const Finding> findings);  // without notices

std::string fix_summary(const FixReport& report);  // one line
std::string fix_text(const FixReport& report);
std::string fix_json(const FixReport& report);
std::string fix_html(const FixReport& report);

// The change in words: the model first, then node by node.
std::string fix_difference(const FixReport& report);

// What became of a node, in words: "became MatMul, Mul and Add".
std::string change_of(const FixReport& report, const NodeFix& node);

}  // namespace etalon::impl
