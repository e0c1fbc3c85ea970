// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon evidence`: a folder with what a qualification file needs about a model and the tool.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/quote.hpp"
#include "cli/accuracy/analysed.hpp"
#include "cli/bindings.hpp"
#include "cli/compared.hpp"
#include "cli/console.hpp"
#include "cli/evidence_folder.hpp"
#include "cli/results.hpp"
#include "io/file.hpp"
#include "report/accuracy/inputs.hpp"
#include "report/accuracy/summary.hpp"
#include "report/check/report.hpp"
#include "report/evidence/applicable.hpp"
#include "report/operators/report.hpp"
#include "report/page/findings.hpp"
#include "report/run/report.hpp"
#include "run/plan.hpp"
#include "simd/fast.hpp"
#include "simd/threads.hpp"

namespace etalon::impl::cli {
namespace {

using Standing = EvidencePart::Standing;

// What becomes known one step after the other.
struct Gathering {
  const EvidenceVerbOptions& options;
  const Limits limits = {};
  Profile profile;
  EvidenceReport report = {};
  std::vector<EvidenceFile> files = {};
  std::optional<LoadedModel> loaded = {};  // the constants of the checked model lie in it
  Verdict verdict = {};
  ModelUse use = {};
  Code code = Code::ok;  // what the verb ends with

  EvidencePart& part(const char* verb, const char* title) {
    EvidencePart& added = report.parts.emplace_back();
    added.verb = verb;
    added.title = title;
    return added;
  }
  void keep(EvidencePart& of, const char* name, std::string what, std::string content) {
    of.files.emplace_back(name);
    files.push_back({name, std::move(what), std::move(content)});
  }
  // A file that two reports were made from is listed once.
  void add_files(const Identity& identity) {
    for (const HashedFile& file : identity.files) {
      const auto same = [&](const HashedFile& one) { return one.role == file.role && one.name == file.name; };
      if (std::ranges::none_of(report.identity.files, same)) report.identity.files.push_back(file);
    }
  }
};

// The model's file cannot be read: that is a finding of the report, as `etalon check` has it.
std::optional<Finding> open(Gathering& g) {
  const ModelOptions& options = g.options;
  Identity& identity = g.report.identity;
  const auto unread = [&](Finding finding) {
    const std::string whole = impl::quoted(options.model);
    if (finding.message.starts_with(whole)) finding.message.replace(0, whole.size(), impl::quoted(g.report.model));
    if (finding.value == options.model) finding.value.clear();
    g.verdict.findings = {std::move(finding)};
    return std::nullopt;
  };
  Result<MappedFile> file = map_file(options.model, g.limits.file_bytes);
  if (!file) return unread(file.finding());
  identity.add_file("model", g.report.model, file->bytes());
  Result<LoadedModel> loaded =
      load_model(std::move(*file), options.model, FilesBeside{options.external_data}, g.limits);
  if (!loaded) return unread(loaded.finding());
  if (loaded->external)
    for (const auto& [location, beside] : loaded->external->files())
      identity.add_file("external data", location, beside.bytes());
  g.loaded.emplace(std::move(*loaded));
  if (auto problem = apply_bindings(options.bindings, options.inputs, g.profile, *g.loaded, g.limits, identity))
    return problem;
  g.verdict = impl::check(std::move(g.loaded->graph), g.profile, g.limits);
  if (options.accumulate && g.verdict.model &&
      std::ranges::all_of(g.verdict.model->calls, [](const Call& call) { return call.op->wide_rule == nullptr; }))
    return misuse("no node of this model accumulates", "leave --accumulate out");
  return std::nullopt;
}

void add_check(Gathering& g) {
  Identity identity = g.report.identity;
  identity.accumulation.clear();  // nothing is accumulated by a check
  const CheckReport check{g.report.model,     find_profile(g.profile.id), g.verdict.graph.get(),
                          g.verdict.findings, g.verdict.judged,           identity};
  EvidencePart& part = g.part("check", "Conformance");
  static constexpr Standing standings[] = {Standing::good, Standing::bad, Standing::open};
  part.standing = standings[static_cast<unsigned>(check.judgement())];
  part.verdict = verdict_text(check);
  part.detail = counts_text(check);
  g.keep(part, "check.json", "Verdict on the model, as data", check_json({&check, 1}));
  g.keep(part, "check.html", "Verdict on the model, to be read", check_html({&check, 1}));
  g.code = g.verdict.code();
}

// Where there is no result although the command line was right: the folder says so, and why.
std::optional<Finding> keep_failure(Gathering& g, EvidencePart& part, const Finding& finding, const Identity& identity,
                                    const char* name, const char* what) {
  if (finding.status.code == Code::usage) return finding;
  part.standing = Standing::bad;
  part.verdict = finding.message;
  g.keep(part, name, what, failure_json(identity, finding, g.verdict.graph.get()));
  if (g.code == Code::ok) g.code = finding.status.code;
  return std::nullopt;
}

std::optional<Finding> add_run(Gathering& g) {
  EvidencePart& part = g.part("run", "Run");
  if (!g.verdict.model) return part.verdict = "not done: only a conformant model is run", std::nullopt;
  const std::vector<std::uint32_t> free = free_inputs(*g.verdict.graph);
  const auto given = [&](std::uint32_t value) {
    return std::ranges::any_of(
        g.options.inputs, [&](const std::string& text) { return assigns(text, g.verdict.graph->values[value].name); });
  };
  const bool all = std::ranges::all_of(free, given);
  if (!all && (g.options.inputs.empty() || !g.options.ranges.empty()))
    return part.verdict = "not done: not every input is given (--input)", std::nullopt;
  Identity identity = g.report.identity;
  const auto failed = [&](const Finding& finding) {
    return keep_failure(g, part, finding, identity, "run.json", "Why there is no run, as data");
  };
  Result<Threads> team = Threads::make(1);
  if (!team) return failed(team.finding());
  const Result<Plan> plan = Plan::make(g.verdict.model, fast_kernel, g.limits, team->size());
  if (!plan) return failed(plan.finding());
  const Result<std::vector<Tensor>> inputs = read_inputs(plan->inputs(), g.options.inputs, g.limits, identity);
  if (!inputs) return failed(inputs.finding());
  g.add_files(identity);
  g.use.ran = true;
  RunOrder order{.both = true, .team = &*team};
  Progress progress(operations_of(*plan, order), "operations", g.options.quiet);
  order.on_node_done = [&](std::uint64_t operations) { progress.advance(operations); };
  const Result<RunOutcome> outcome = run_tensors(*plan, *inputs, order, g.limits);
  if (!outcome) return failed(outcome.finding());
  part.standing = outcome->notices.empty() ? Standing::good : Standing::open;
  part.verdict = fmt::format("computed twice: the same bits by the fast kernels and by the reference, {} compared",
                             counted(elements_of(*plan), "element"));
  if (!outcome->notices.empty()) part.detail = counted(outcome->notices.size(), "notice") + " in run.json";
  part.digest = outcome->digest;
  g.keep(part, "run.json", "Digest of the outputs, and small outputs, as data",
         run_json({g.report.model, "both", &*plan, &*outcome, identity}));
  return std::nullopt;
}

// With ranges, each input has its range, and what has none its file; else each has its file.
enum class Over : bool { run, ranges };
std::optional<Finding> add_accuracy(Gathering& g, Over over) {
  const bool ranges = over == Over::ranges;
  EvidencePart& part = g.part("accuracy", ranges ? "Errors over ranges" : "Errors of the run");
  if (!g.verdict.model) return part.verdict = "not done: only a conformant model is analysed", std::nullopt;
  if (ranges ? g.options.ranges.empty() : !g.use.ran)
    return part.verdict = ranges ? "not done: no range is given (--range)" : "not done: there is no run", std::nullopt;
  AccuracyOptions options;
  static_cast<ModelOptions&>(options) = g.options;
  if (ranges) {
    options.ranges = g.options.ranges;
    const auto has_range = [&](const std::string& input) {
      return std::ranges::any_of(free_inputs(*g.verdict.graph), [&](std::uint32_t value) {
        const std::string& name = g.verdict.graph->values[value].name;
        return assigns(input, name) &&
               std::ranges::any_of(g.options.ranges, [&](const std::string& range) { return assigns(range, name); });
      });
    };
    std::erase_if(options.inputs, has_range);
  }
  Identity identity = g.report.identity;
  std::erase_if(identity.files, [](const HashedFile& file) { return file.role.ends_with("input"); });  // read again
  const std::string name = ranges ? "ranges" : "accuracy";
  const char* of = ranges ? "Bounds of errors over the ranges" : "Errors of the run and their bounds";
  const Result<AnalysedModel> analysed = analyse_model(g.verdict.model, options, g.limits, identity);
  g.add_files(identity);
  if (!analysed)
    return keep_failure(g, part, analysed.finding(), identity, (name + ".json").c_str(),
                        "Why there is no analysis, as data");
  g.use.analysed = true;
  const Headline headline = headline_of(*analysed->analysis);
  part.standing = headline.small ? Standing::good : Standing::open;
  part.verdict = headline.main;
  part.detail = headline.detail;
  g.keep(part, (name + ".json").c_str(), std::string(of) + ", as data", accuracy_json(analysed->report));
  g.keep(part, (name + ".html").c_str(), std::string(of) + ", to be read", accuracy_html(analysed->report));
  return std::nullopt;
}

// Another implementation's results on the inputs of the run.
std::optional<Finding> add_comparison(Gathering& g) {
  EvidencePart& part = g.part("compare", "Another implementation's results");
  if (g.options.candidate.empty())
    return part.verdict = "not done: no results of another implementation are given (--candidate)", std::nullopt;
  if (!g.use.ran) return part.verdict = "not done: there is no run", std::nullopt;
  CompareOptions options;
  static_cast<ModelOptions&>(options) = g.options;
  options.candidate = g.options.candidate;
  options.deployed = g.options.deployed;
  options.tolerance = g.options.tolerance;
  Identity identity = g.report.identity;
  std::erase_if(identity.files, [](const HashedFile& file) { return file.role.ends_with("input"); });  // read again
  const Result<KeptComparison> kept = kept_comparison(g.verdict.model, options, g.limits, identity);
  g.add_files(identity);
  if (!kept)
    return keep_failure(g, part, kept.finding(), identity, "compare.json", "Why there is no comparison, as data");
  g.use.compared = true;
  part.standing = kept->code == Code::ok           ? Standing::good
                  : kept->code == Code::not_judged ? Standing::open
                                                   : Standing::bad;
  part.verdict = kept->verdict;
  part.detail = kept->reason;
  if (g.code == Code::ok) g.code = kept->code;
  g.keep(part, "compare.json", "Verdict on another implementation's results, as data", kept->json);
  g.keep(part, "compare.html", "Verdict on another implementation's results, to be read", kept->html);
  return std::nullopt;
}

std::optional<Finding> add_trace(Gathering& g) {
  const Result<Results> results = read_results(or_installed(g.options));
  if (!results) return results.finding();
  g.report.tests_given = !results->tests.empty();
  g.use.graph = g.verdict.graph.get();
  g.use.model = g.verdict.model.get();
  g.use.inputs = !g.options.inputs.empty();
  g.use.bound = !g.options.bindings.empty();
  const Trace whole = results->trace();
  if (g.report.tests_given) count_evidence(g.report.qualification, whole);
  g.report.trace = restricted(whole, applicable(requirements(pages()), g.use), g.report.tests_given);
  EvidencePart& part = g.part("trace", "Requirements and their evidence");
  part.standing = !g.report.tests_given ? Standing::open : g.report.trace.gaps.empty() ? Standing::good : Standing::bad;
  part.verdict = trace_sentence(g.report);
  if (g.report.tests_given) part.detail = counted(g.report.trace.gaps.size(), "gap");
  g.keep(part, "trace.json", "Requirements that apply, with their evidence, as data",
         trace_json(g.report.trace, g.report.identity));
  g.keep(part, "trace.html", "Requirements that apply, with their evidence, to be read",
         trace_html(g.report.trace, g.report.identity));
  return std::nullopt;
}

// What was run for each verb: the parts of that verb, in words.
void note_what_was_done(Gathering& g) {
  for (ToolVerb& verb : g.report.qualification.verbs) {
    for (const EvidencePart& part : g.report.parts)
      if (part.verb == verb.verb)
        verb.done += fmt::format("{}{}: {}.", verb.done.empty() ? "" : " ", part.title, part.verdict);
    if (verb.verb == "evidence") verb.done = "Made this folder.";
    if (verb.done.empty()) verb.done = "Not run for this folder.";
  }
}

std::optional<Finding> gather(Gathering& g) {
  if (auto problem = check_bindings(g.options.bindings, g.profile)) return problem;
  Result<Qualification> qualification = read_qualification();
  if (!qualification) return qualification.finding();
  g.report.qualification = std::move(*qualification);
  const Result<std::vector<KnownProblem>> problems = known_problems();
  if (!problems) return problems.finding();
  if (auto problem = open(g)) return problem;
  add_check(g);
  if (auto problem = add_run(g)) return problem;
  if (auto problem = add_accuracy(g, Over::run)) return problem;
  if (auto problem = add_accuracy(g, Over::ranges)) return problem;
  if (auto problem = add_comparison(g)) return problem;
  UsedOperators used;
  if (g.verdict.graph) used = operators_of(*g.verdict.graph);
  for (const Operator* op : used.known) g.report.operators.emplace_back(op->name);
  g.report.other_operators = used.others;
  g.report.problems = touching(*problems, used.known);
  if (auto problem = add_trace(g)) return problem;
  note_what_was_done(g);
  g.files.push_back({"known_problems.json", "Known problems that touch the model's operators, as data",
                     problems_json(g.report.problems, g.report.operators)});
  g.files.push_back({"tool_requirements.json",
                     "Tool operational requirements, criterion and level of each verb, as data",
                     qualification_json(g.report.qualification, g.report.tests_given, g.report.trace)});
  return std::nullopt;
}

}  // namespace

int evidence(const EvidenceVerbOptions& options) {
  Profile profile = *find_profile(options.profile);
  if (options.accumulate) profile.choices.accumulation = *find_accumulation(*options.accumulate);
  Gathering g{.options = options, .profile = profile};
  g.report.model = base_name(options.model);
  g.report.profile_title = profile.title;
  g.report.profile_sha256 = sha256_of(profile_text(*find_profile(options.profile)));
  g.report.specification_sha256 = specification_sha256();
  g.report.program = program_files();
  Identity& identity = g.report.identity;
  identity.profile = profile.id;
  identity.accumulation = accumulation_names[static_cast<unsigned>(profile.choices.accumulation)];
  const auto refused = [&](const Finding& finding) {
    return fail(finding, {identity, g.verdict.graph, {}}, options.format);
  };
  if (const auto problem = unusable(options.output)) return refused(*problem);
  if (const auto problem = gather(g)) return refused(*problem);
  g.files.push_back({"index.html", "Cover: this page", evidence_html(g.report, g.files)});
  const std::string index = evidence_json(g.report, g.files);
  g.files.push_back({"configuration.json", "Configuration index, as data", index});
  if (const auto problem = write_folder(options.output, g.files)) return refused(*problem);
  fmt::print("{}", options.format == "json" ? index : options.quiet ? "" : evidence_text(g.report));
  if (options.format != "json" && !options.quiet)
    fmt::print("{} and SHA256SUMS in {}; begin with index.html\n", counted(g.files.size(), "file"),
               impl::quoted(options.output));
  return static_cast<int>(g.code);
}

}  // namespace etalon::impl::cli
