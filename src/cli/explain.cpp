// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon explain` and `etalon trace`: what the spec pages say, and the evidence for it.
#include <fmt/format.h>

#include <filesystem>

#include "base/quote.hpp"
#include "cli/model.hpp"
#include "cli/suggest.hpp"
#include "report/escape.hpp"
#include "report/identity.hpp"
#include "report/trace.hpp"

namespace etalon::impl::cli {
namespace {

std::string explained(const Requirement& requirement, const std::string& format) {
  if (format == "json")
    return fmt::format("{{{},\"tag\":{},\"title\":{},\"spec\":{},\"text\":{}}}\n", tool_json("etalon-explain-1"),
                       json_string(requirement.tag), json_string(requirement.title),
                       json_string(fmt::format("{}:{}", requirement.page, requirement.line)),
                       json_string(requirement.text));
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
  // In a build tree the tests leave their evidence beside the program's folder, and the proofs beside the build.
  std::error_code ignored;
  const auto build = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
  const std::string folder = options.evidence.empty() ? (build / "evidence").string() : options.evidence;
  const auto goals = build.parent_path() / "prove" / "goals.json";
  const bool proved_here = options.evidence.empty() && std::filesystem::exists(goals, ignored);
  const Result<std::vector<Evidence>> evidence = read_evidence(folder);
  if (!evidence) return fail(evidence.finding(), {}, options.format);
  if (evidence->empty())
    return fail(misuse(impl::quoted(folder) + " holds no evidence",
                       "run the tests first (ctest --preset release), or name their folder with --evidence DIR"),
                {}, options.format);
  const Result<std::vector<Proof>> proofs =
      read_proofs(options.proofs.empty() && proved_here ? goals.string() : options.proofs);
  if (!proofs) return fail(proofs.finding(), {}, options.format);
  Result<std::vector<VectorCase>> vectors = std::vector<VectorCase>();
  if (!options.vectors.empty()) vectors = read_vectors(options.vectors);
  if (!vectors) return fail(vectors.finding(), {}, options.format);
  const std::vector<Requirement> all = requirements(pages());
  const Trace matrix = make_trace(all, citations(), *evidence, *proofs, *vectors);
  fmt::print("{}", options.format == "json"   ? trace_json(matrix)
                   : options.format == "html" ? trace_html(matrix)
                                              : trace_text(matrix));
  return matrix.gaps.empty() ? 0 : static_cast<int>(Code::not_conformant);
}

}  // namespace etalon::impl::cli
