// SPDX-License-Identifier: Apache-2.0
// Floor 10. See console.hpp.
#include "cli/console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/platform.hpp"
#include "io/file.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl::cli {

std::string to_text(const Finding& finding) {
  std::string text = fmt::format("{}: {}\n", name_of(finding.severity), finding.message);
  if (*finding.status.rule != '\0') text += fmt::format("  rule  {0}  (etalon explain {0})\n", finding.status.rule);
  if (!finding.hint.empty()) text += fmt::format("  hint  {}\n", finding.hint);
  if (!finding.fix.empty()) text += fmt::format("  fix   {}\n", finding.fix);
  return text;
}

int report(const Finding& finding) {
  std::fputs(to_text(finding).c_str(), stderr);
  return static_cast<int>(finding.status.code);
}

std::optional<Finding> deliver(const Delivery& delivery, const CommonOptions& options, const std::string& output) {
  if (output.empty()) {
    fmt::print("{}", options.quiet && options.format == "text" ? delivery.verdict : delivery.report);
    return std::nullopt;
  }
  if (auto problem = write_file(output, delivery.report)) return problem;
  if (!options.quiet) fmt::print("{}", delivery.verdict);
  return std::nullopt;
}

int usage_error(const std::string& message, const std::string& hint) {
  return report(error(Code::usage, "", message, hint));
}

std::string version_text() {
  return fmt::format("etalon {}\ncommit {}{}\ncompiler {}", platform().version, source_commit,
                     source_modified ? " with local changes" : "", platform().compiler);
}

namespace {

// A variable of the environment, "" where it is not set. Nothing here sets one, so every thread may read them.
std::string_view variable(const char* name) {
  const char* text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  return text == nullptr ? std::string_view() : text;
}

// A terminal that understands escape sequences.
bool is_capable_terminal(int descriptor) { return isatty(descriptor) == 1 && variable("TERM") != "dumb"; }

}  // namespace

bool wants_colour() { return is_capable_terminal(STDOUT_FILENO) && variable("NO_COLOR").empty(); }

Progress::Progress(std::uint64_t total, const char* unit, bool quiet)
    : total_(std::max<std::uint64_t>(total, 1)), unit_(unit), shown_(!quiet && is_capable_terminal(STDERR_FILENO)) {}

Progress::~Progress() {
  if (last_ != start_) std::fputs("\r\033[K", stderr);
}

void Progress::advance(std::uint64_t amount) {
  const std::lock_guard lock(mutex_);
  done_ += std::min(amount, total_ - done_);  // a sum that was cut off is less than its parts
  const auto now = Clock::now();
  if (!shown_ || now - start_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(200)) return;
  last_ = now;
  draw(now);
}

void Progress::draw(Clock::time_point now) {
  constexpr unsigned width = 30;
  const double part = static_cast<double>(done_) / static_cast<double>(total_);
  const double spent = std::chrono::duration<double>(now - start_).count();
  const auto left = static_cast<std::uint64_t>(spent / part - spent);
  const auto full = static_cast<std::size_t>(part * width);
  fmt::print(stderr, "\r\033[K[{}{}] {:3.0f} %  {:.3g} of {:.3g} {}, {} min {:02} s left", std::string(full, '#'),
             std::string(width - full, '.'), 100 * part, static_cast<double>(done_), static_cast<double>(total_), unit_,
             left / 60, left % 60);
  std::fflush(stderr);
}

}  // namespace etalon::impl::cli
