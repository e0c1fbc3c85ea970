// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon explain` and `etalon trace`: what the spec pages say, and what stands behind them.
#include <fmt/format.h>

#include <filesystem>

#include "cli/console.hpp"
#include "cli/verbs.hpp"
#include "report/escape.hpp"
#include "report/trace.hpp"

namespace etalon::impl::cli {
namespace {

std::string explained(const Requirement& requirement, const std::string& format) {
  if (format == "json")
    return fmt::format("{{\"tag\":{},\"title\":{},\"spec\":{},\"text\":{}}}\n", json_string(requirement.tag),
                       json_string(requirement.title),
                       json_string(fmt::format("{}:{}", requirement.page, requirement.line)),
                       json_string(requirement.text));
  return fmt::format("{}\n{}\n\n{}\n\nDefined in {}:{}\n", requirement.tag, requirement.title, requirement.text,
                     requirement.page, requirement.line);
}

}  // namespace

int explain(const ExplainOptions& options) {
  const std::vector<Requirement> all = requirements(pages());
  if (options.tag.empty()) {
    for (const Requirement& requirement : all) {
      if (options.format == "json")
        fmt::print("{}", explained(requirement, options.format));  // a line each
      else
        fmt::print("{:<26}{}\n", requirement.tag, requirement.title);
    }
    return 0;
  }
  for (const Requirement& requirement : all) {
    if (requirement.tag != options.tag) continue;
    fmt::print("{}", explained(requirement, options.format));
    return 0;
  }
  return usage_error("no requirement has the tag " + options.tag, "`etalon explain` lists all tags");
}

int trace(const TraceOptions& options) {
  // In a build tree the tests leave their evidence beside the program's folder.
  std::error_code ignored;
  const auto beside = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path().parent_path() / "evidence";
  const std::string folder = options.evidence.empty() ? beside.string() : options.evidence;
  const std::vector<Evidence> evidence = read_evidence(folder);
  if (evidence.empty())
    return usage_error("no evidence found",
                       "run the tests first (ctest --preset release), or name their folder with --evidence DIR");
  const std::vector<Requirement> all = requirements(pages());
  const Trace matrix = make_trace(all, citations(), evidence);
  const auto view = options.format == "json" ? trace_json : options.format == "html" ? trace_html : trace_text;
  fmt::print("{}", view(matrix));
  return matrix.gaps.empty() ? 0 : static_cast<int>(Code::not_conformant);
}

}  // namespace etalon::impl::cli
