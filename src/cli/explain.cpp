// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon explain` and `etalon trace`: what the spec pages say, and the evidence for it.
#include <fmt/format.h>

#include <filesystem>

#include "base/quote.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "cli/results.hpp"
#include "cli/suggest.hpp"
#include "report/evidence/trace.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl::cli {
namespace {

std::string explained(const Requirement& requirement, const std::string& format) {
  if (format == "json")
    return json_document([&](JsonWriter& json) {
      write_tool(json, "etalon-explain-1");
      json.member("tag", requirement.tag).member("title", requirement.title);
      json.member("spec", fmt::format("{}:{}", requirement.page, requirement.line)).member("text", requirement.text);
    });
  return fmt::format("{}\n{}\n\n{}\n\nDefined in {}:{}\n", requirement.tag, requirement.title, requirement.text,
                     requirement.page, requirement.line);
}

}  // namespace

std::vector<std::string> all_tags() {
  std::vector<std::string> tags;
  for (const Requirement& requirement : requirements(pages())) tags.emplace_back(requirement.tag);
  return tags;
}

int explain(const ExplainOptions& options) {
  std::string tag = options.tag;
  for (char& c : tag) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  const std::vector<Requirement> all = requirements(pages());
  if (const Requirement* found = find_requirement(all, tag))
    return fmt::print("{}", explained(*found, options.format)), 0;
  bool listed = false;
  for (const Requirement& requirement : all) {
    if (!requirement.tag.starts_with(tag)) continue;
    listed = true;
    if (options.format == "json")
      fmt::print("{}", explained(requirement, options.format));  // one line per requirement
    else
      fmt::print("{:<26}{}\n", requirement.tag, requirement.title);
  }
  if (listed) return 0;
  return fail(misuse("no requirement has the tag " + quoted(options.tag, 60),
                     did_you_mean(tag, all_tags(), "`etalon explain` lists all tags")),
              {}, options.format);
}

int trace(const TraceOptions& options) {
  EvidenceOptions places = or_installed(options);
  if (places.evidence.empty() && places.release.empty()) {
    // In a build tree the tests leave their evidence beside the program's folder, and the proofs beside the build.
    const std::filesystem::path build = program_prefix();
    const auto goals = build.parent_path() / "prove" / "goals.json";
    std::error_code ignored;
    places.evidence = (build / "evidence").string();
    if (places.proofs.empty() && std::filesystem::exists(goals, ignored)) places.proofs = goals.string();
  }
  const Result<Results> results = read_results(places);
  if (!results) return fail(results.finding(), {}, options.format);
  const Trace matrix = results->trace();
  const std::string text = options.format == "json"   ? trace_json(matrix)
                           : options.format == "html" ? trace_html(matrix)
                                                      : trace_text(matrix);
  if (const auto problem = deliver({text, trace_summary(matrix) + "\n"}, options, options.output))
    return fail(*problem, {}, options.format);
  return matrix.gaps.empty() ? 0 : static_cast<int>(Code::not_conformant);
}

}  // namespace etalon::impl::cli
