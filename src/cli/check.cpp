// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon check`: is a model in the profile?
#include <fmt/format.h>

#include "base/quote.hpp"
#include "check/check.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "cli/verbs.hpp"
#include "io/file.hpp"
#include "onnx/load.hpp"
#include "report/check_report.hpp"

namespace etalon::impl::cli {
namespace {

// A report is read on other machines, where the path means nothing.
Finding without_path(Finding finding, const std::string& path) {
  const std::string whole = quoted(path);
  if (finding.message.starts_with(whole)) finding.message.replace(0, whole.size(), quoted(base_name(path)));
  if (finding.value == whole) finding.value.clear();
  return finding;
}

std::string written(const CheckReport& report, const CheckOptions& options) {
  if (options.format == "json") return check_json(report);
  if (options.format == "sarif") return check_sarif(report);
  if (options.format == "html") return check_html(report);
  return check_text(report, options.output.empty() && wants_colour());
}

int deliver(const CheckReport& report, const CheckOptions& options, int code) {
  const std::string text = written(report, options);
  if (options.output.empty()) {
    fmt::print("{}", text);
    return code;
  }
  if (const auto problem = write_file(options.output, text)) return cli::report(*problem);
  if (!options.quiet) fmt::print("{}\n", check_summary(report));
  return code;
}

int deliver_unread(const Finding& finding, const Profile& profile, const CheckOptions& options) {
  if (options.format == "text" && options.output.empty()) return report(finding);
  const Finding told = without_path(finding, options.model);
  return deliver({base_name(options.model), &profile, nullptr, {&told, 1}, false}, options,
                 static_cast<int>(finding.status.code));
}

}  // namespace

int check(const CheckOptions& options) {
  const Profile* profile = find_profile(options.profile);
  if (profile == nullptr) return usage_error("unknown profile " + options.profile, "see etalon check --help");
  const Limits limits;
  Result<LoadedModel> loaded = load_model(options.model, options.external_data, limits);
  if (!loaded) return deliver_unread(loaded.finding(), *profile, options);

  Profile chosen = *profile;
  chosen.choices.strict = options.strict;
  const Verdict verdict = impl::check(std::move(loaded->graph), chosen);
  return deliver({base_name(options.model), profile, verdict.graph.get(), verdict.findings, verdict.model != nullptr},
                 options, static_cast<int>(verdict.code()));
}

}  // namespace etalon::impl::cli
