// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon check`: does a model conform to the profile?
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>

#include "base/quote.hpp"
#include "check/check.hpp"
#include "cli/bindings.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "cli/verbs.hpp"
#include "io/file.hpp"
#include "onnx/load.hpp"
#include "report/check/report.hpp"

namespace etalon::impl::cli {
namespace {

// How a report names a model: by its path below the working directory, as other tools that run there do; a file
// elsewhere by its base name, because the path means nothing on other machines.
std::string report_name(const std::string& path) {
  std::error_code problem;
  const std::filesystem::path below = std::filesystem::proximate(path, problem);
  const std::string text = below.generic_string();
  const bool outside = problem || text.empty() || below.is_absolute() || text == ".." || text.starts_with("../");
  return outside ? base_name(path) : text;
}

// Two models with one name are named as the user did.
std::vector<std::string> report_names(const std::vector<std::string>& paths) {
  std::map<std::string, std::size_t> count;
  for (const std::string& path : paths) ++count[report_name(path)];
  std::vector<std::string> names;
  for (const std::string& path : paths) names.push_back(count[report_name(path)] > 1 ? path : report_name(path));
  return names;
}

struct Checked {
  std::string name;
  Identity identity;
  Verdict verdict;  // without a graph where the file could not be read
};

// A report is read on other machines, where the path means nothing.
Finding without_path(Finding finding, const std::string& path, const std::string& name) {
  const std::string whole = impl::quoted(path);
  if (finding.message.starts_with(whole)) finding.message.replace(0, whole.size(), impl::quoted(name));
  if (finding.value == path) finding.value.clear();
  return finding;
}

// A finding where the words of the command line do not fit the model.
Result<Checked> check_one(const std::string& path, std::string name, const Profile& profile,
                          const CheckOptions& options) {
  const Limits limits;
  Checked checked{std::move(name), {.profile = profile.id, .accumulation = {}, .files = {}}, {}};
  const auto refused = [&](const Finding& finding) {
    checked.verdict.findings = {without_path(finding, path, checked.name)};
    return Result<Checked>(std::move(checked));
  };
  Result<MappedFile> file = map_file(path, limits.file_bytes);
  if (!file) return refused(file.finding());
  checked.identity.add_file("model", checked.name, file->bytes());
  Result<LoadedModel> loaded = load_model(std::move(*file), path, FilesBeside{options.external_data}, limits);
  if (!loaded) return refused(loaded.finding());
  if (auto problem = apply_bindings(options.bindings, {}, profile, *loaded, limits, checked.identity))
    return *std::move(problem);
  checked.verdict = impl::check(std::move(loaded->graph), profile, limits);
  checked.verdict.model.reset();  // its constants lie in the file, which is closed here
  return checked;
}

std::string written(CheckReports reports, const CheckOptions& options) {
  if (options.format == "json") return check_json(reports);
  if (options.format == "sarif") return check_sarif(reports);
  if (options.format == "html") return check_html(reports);
  return check_text(reports, Colour{options.output.empty() && wants_colour()});
}

// Of several models the worst: what could not be read, then what is not conformant, then what is not judged.
Code worst_of(const std::deque<Checked>& models) {
  static constexpr Code order[] = {Code::malformed, Code::limit, Code::not_conformant, Code::not_judged, Code::ok};
  const auto rank = [](Code code) { return std::ranges::find(order, code) - std::begin(order); };
  Code worst = Code::ok;
  for (const Checked& model : models)
    if (const Code code = model.verdict.code(); code == Code::internal || rank(code) < rank(worst)) worst = code;
  return worst;
}

}  // namespace

int check(const CheckOptions& options) {
  const Profile* profile = find_profile(options.profile);
  if (profile == nullptr) return usage_error("unknown profile " + options.profile, "see etalon check --help");
  Profile chosen = *profile;
  chosen.choices.strict = options.strict;
  const auto refused = [&](const Finding& finding) {
    Subject subject;
    subject.identity.profile = chosen.id;
    return fail(finding, subject, options.format, options.output);
  };
  if (const auto problem = check_bindings(options.bindings, chosen)) return refused(*problem);
  const std::vector<std::string> names = report_names(options.models);
  std::deque<Checked> models;
  std::vector<CheckReport> reports;
  for (std::size_t k = 0; k < names.size(); ++k) {
    Result<Checked> checked = check_one(options.models[k], names[k], chosen, options);
    if (!checked) {
      Finding finding = checked.finding();
      if (names.size() > 1) finding.message.insert(0, impl::quoted(names[k]) + ": ");
      return refused(finding);
    }
    const Checked& model = models.emplace_back(std::move(*checked));
    const Verdict& verdict = model.verdict;
    reports.push_back({model.name, profile, verdict.graph.get(), verdict.findings, verdict.judged, model.identity});
  }
  const int code = static_cast<int>(worst_of(models));
  const bool to_terminal = options.format == "text" && options.output.empty();
  if (to_terminal && reports.size() == 1 && reports[0].graph == nullptr) return report(reports[0].findings[0]);
  const Delivery delivery{written(reports, options), check_summary(reports) + "\n"};
  if (const auto problem = deliver(delivery, options, options.output)) return report(*problem);
  return code;
}

}  // namespace etalon::impl::cli
