// SPDX-License-Identifier: Apache-2.0
// Floor 5. Collects findings, up to a limit: a file can break a rule a million times, and findings beyond the limit are
// only counted.
#pragma once

#include <utility>
#include <vector>

#include "base/status.hpp"
#include "graph/graph.hpp"

namespace etalon::impl {

inline constexpr std::size_t max_findings = 10'000, max_finding_bytes = std::size_t{1} << 21;

class FindingLog {
 public:
  explicit FindingLog(const Graph& graph) : graph_(graph) {}

  // A finding that has no place of its own gets that of its node.
  void add(Finding finding, std::uint32_t node = no_node) {
    found_any_ = found_any_ || finding.severity != Severity::notice;
    if (full()) return leave_out(finding);
    finding.status.node = node;
    if (node != no_node && !finding.offset && graph_.nodes[node].offset > 0) finding.offset = graph_.nodes[node].offset;
    bytes_ += finding.message.size() + finding.hint.size() + finding.fix.size() + finding.value.size();
    findings_.push_back(std::move(finding));
  }

  // From here on, add() only counts: callers need not put a message into words.
  bool full() const { return findings_.size() >= max_findings || bytes_ >= max_finding_bytes; }

  bool found_any() const { return found_any_; }  // notices apart

  // All of them; the last one reports how many are not listed.
  std::vector<Finding> take() {
    if (unlisted_ > 0) {
      last_.status.rule = "FILE-ALL-LIMITS";
      last_.message = std::to_string(unlisted_) + " more finding" + (unlisted_ == 1 ? " is" : "s are") + " not listed";
      last_.hint = "correct those above and check again";
      findings_.push_back(std::move(last_));
    }
    return std::move(findings_);
  }

 private:
  // What is left out has its part in the verdict all the same: the first error, or else the first one not judged.
  void leave_out(const Finding& finding) {
    if (finding.severity == Severity::notice) return;
    if (unlisted_++ == 0 || (last_.severity != Severity::error && finding.severity == Severity::error)) {
      last_.severity = finding.severity;
      last_.status.code = finding.status.code;
    }
  }

  const Graph& graph_;
  std::vector<Finding> findings_;
  std::size_t bytes_ = 0;
  std::size_t unlisted_ = 0;
  Finding last_;
  bool found_any_ = false;
};

}  // namespace etalon::impl
