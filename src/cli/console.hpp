// SPDX-License-Identifier: Apache-2.0
// Floor 10. What goes to standard error: findings, and progress on long work.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "base/status.hpp"
#include "cli/verbs.hpp"

namespace etalon::impl::cli {

// "error: …", then the rule and what to do, each on its own line.
std::string to_text(const Finding& finding);

// Prints the finding and returns its exit code.
int report(const Finding& finding);

// Where a report goes, for every verb that has one ("CLI-ALL-OUTPUT"): to standard output, or to the file of -o with
// the verdict on standard output. With -q a text is the verdict alone, and -o prints nothing.
struct Delivery {
  std::string report, verdict;  // the verdict in lines of text
};
std::optional<Finding> deliver(const Delivery& delivery, const CommonOptions& options, const std::string& output);

int usage_error(const std::string& message, const std::string& hint);

// Colour is for people: standard output is a terminal, not a dumb one, and NO_COLOR is not set to anything.
bool wants_colour();

// A bar with an estimate of the time left, on a terminal only and after the first second. Several threads may advance
// it.
class Progress {
 public:
  Progress(std::uint64_t total, const char* unit, bool quiet);
  ~Progress();
  void advance(std::uint64_t amount);

 private:
  using Clock = std::chrono::steady_clock;
  void draw(Clock::time_point now);

  const std::uint64_t total_;
  const char* const unit_;
  const bool shown_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace etalon::impl::cli
