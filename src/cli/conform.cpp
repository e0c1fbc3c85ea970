// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon conform` and `etalon conform merge`: a peer over a folder of cases, whole or in shards.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <thread>

#include "base/limits.hpp"
#include "base/quote.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "cli/suggest.hpp"
#include "conform/peers/judge_case.hpp"
#include "io/appended.hpp"
#include "io/file.hpp"
#include "io/mapped_file.hpp"
#include "report/conform/outcomes.hpp"
#include "report/page/findings.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl::cli {
namespace {

namespace fs = std::filesystem;

// Peers that are known by name: the words of their command, in which {} is the folder of adapters, and this program
// itself where a row begins with nothing.
struct Known {
  const char* name;
  std::vector<std::string> words;
  bool threads;  // it takes --threads
};
const std::vector<Known>& known_peers() {
  static const std::vector<Known> table = {
      {"onnxruntime", {"node", "{}/onnxruntime.js"}, true},
      {"onnxruntime-web", {"node", "{}/onnxruntime.js", "--web"}, false},
      {"opencv", {"/usr/bin/python3", "{}/opencv.py"}, true},
      {"etalon", {"", "conform", "serve"}, true},
      {"etalon-reference", {"", "conform", "serve", "--kernel", "reference"}, false},
  };
  return table;
}

const Known* find_known(std::string_view name) {
  const auto found = std::ranges::find_if(known_peers(), [&](const Known& row) { return row.name == name; });
  return found == known_peers().end() ? nullptr : &*found;
}

fs::path own_path() {
  std::error_code problem;
  const fs::path path = fs::read_symlink("/proc/self/exe", problem);
  return problem ? "etalon" : path;
}

// Where the adapters are: installed beside the program, or in the sources that it was built in.
Result<std::string> adapters() {
  const fs::path bin = own_path().parent_path();
  for (const char* beside : {"../share/etalon/peers", "../../../peers"}) {
    std::error_code ignored;
    if (fs::is_directory(bin / beside, ignored)) return fs::canonical(bin / beside, ignored).string();
  }
  return misuse("the adapters of peers are not installed",
                "give the command: --peer 'node …/peers/onnxruntime.js', from the sources of Etalon");
}

// What is started, and how reports call it, which is the same on every machine.
struct Asked {
  std::vector<std::string> command;
  std::string name;
};

Result<Asked> asked(const ConformOptions& options) {
  const Known* known = find_known(options.peer);
  if (known == nullptr) {
    if (options.threads)
      return misuse("--threads is for a peer that is known by name", "say it in the command, as that program has it");
    return Asked{{"/bin/sh", "-c", "exec " + options.peer}, options.peer};  // the shell takes the words apart
  }
  if (options.threads && !known->threads)
    return misuse(fmt::format("{} computes with one thread", known->name), "leave --threads out");
  Asked result{known->words, known->name};
  if (result.command[0].empty())
    result.command[0] = own_path();
  else {
    const Result<std::string> folder = adapters();
    if (!folder) return folder.finding();
    result.command[1].replace(0, 2, *folder);
  }
  if (known->threads) {
    const std::string threads = std::to_string(options.threads.value_or(1));
    for (const std::string& word : {std::string("--threads"), threads}) result.command.push_back(word);
    result.name += " --threads " + threads;
  }
  return result;
}

Finding not_started(const Finding& finding, const ConformOptions& options) {
  Finding own = finding;
  const std::vector<std::string> names = all_peers();
  if (find_known(options.peer) == nullptr && options.peer.find(' ') == options.peer.npos)
    own.hint = did_you_mean(options.peer, names, own.hint);
  return own;
}

// What the peer says of itself.
Result<std::string> greeting_of(const PeerOrder& order) {
  const Result<std::unique_ptr<Peer>> peer = Peer::start(order);
  if (!peer) return peer.finding();
  return (*peer)->greeting();
}

// Up to 0.9.0 results were kept by -o; a folder or a name that ends in .jsonl still means them.
bool keeps_by_output(const ConformOptions& options) {
  return options.results.empty() && (options.output.ends_with(".jsonl") || is_folder(options.output));
}
std::string results_of(const ConformOptions& options) {
  return keeps_by_output(options) ? options.output : options.results;
}
std::string report_of(const ConformOptions& options) { return keeps_by_output(options) ? "" : options.output; }

Result<Part> wanted_part(const ConformOptions& options) {
  if (options.shard.empty()) return Part{};
  if (results_of(options).empty())
    return misuse("--shard needs --results, a file or a folder",
                  "`etalon conform merge` reports on the files of all parts");
  return part_of(options.shard, [](const char* name) { return std::getenv(name); });
}

Result<std::string> place_of(const ConformOptions& options, const Part& part) {
  const std::string results = results_of(options);
  if (!is_folder(results)) return results;
  std::error_code problem;
  fs::create_directories(results, problem);
  return (fs::path(results) / ("results-" + name_of(part) + ".jsonl")).string();
}

// The rows that an earlier run left; the file is refused where that was another run.
Result<std::vector<ConformRow>> earlier_rows(const AppendedFile& file, const std::string& path, const ConformRun& run) {
  if (file.found().empty()) {
    if (auto problem = file.append(run_line(run))) return *std::move(problem);
    return std::vector<ConformRow>();
  }
  Result<ConformResults> results = read_results(file.found());
  const std::string other = results ? difference(results->run, run) : results.finding().message;
  if (!other.empty())
    return error(Code::usage, "PEER-ALL-RESUME", impl::quoted(path) + " has results of another run: " + other,
                 "name another file, or remove this one");
  return std::move(results->rows);
}

Result<ConformResults> results_in(const std::string& path) {
  const auto file = map_file(path, Limits{}.file_bytes);
  if (!file) return file.finding();
  Result<ConformResults> results =
      read_results({reinterpret_cast<const char*>(file->bytes().data()), file->bytes().size()});
  if (results) return results;
  Finding finding = results.finding();
  finding.message.insert(0, impl::quoted(path) + ": ");
  return finding;
}

Result<int> reported(const ConformResults& results, const CommonOptions& options, const std::string& output) {
  const auto write = options.format == "json"    ? conform_json
                     : options.format == "html"  ? conform_html
                     : options.format == "junit" ? conform_junit
                                                 : conform_text;
  if (auto problem = deliver({write(results), conform_summary(results)}, options, output)) return *std::move(problem);
  return static_cast<int>(code_of(results));
}

Result<int> conformed(const ConformOptions& options) {
  if (options.vectors.empty()) return misuse("no folder of cases", "etalon conform FOLDER --peer NAME");
  if (options.peer.empty())
    return misuse("--peer is required", fmt::format("one of {}, or a command", fmt::join(all_peers(), ", ")));
  const Limits limits;
  const Result<Part> part = wanted_part(options);
  if (!part) return part.finding();
  const Result<Asked> peer = asked(options);
  if (!peer) return peer.finding();
  const Result<CaseList> list = read_cases(options.vectors, limits);
  if (!list) return list.finding();

  std::optional<ConformResults> earlier;
  if (!options.against.empty()) {
    Result<ConformResults> found = results_in(options.against);
    if (!found) return found.finding();
    earlier = std::move(*found);
  }

  KitOrder order;
  order.peer.command = peer->command;
  const auto duration = [](double seconds) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::max(1.0, seconds * 1000)));
  };
  order.peer.limit = duration(options.timeout);
  order.peer.start = duration(options.start);
  order.jobs = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  order.keep = options.keep;
  order.judge = case_judge(limits);
  if (options.tolerance) {
    const Result<Tolerance> tolerance = Tolerance::of(*options.tolerance);
    if (!tolerance) return tolerance.finding();
    order.tolerance = *tolerance;
  }
  const Result<std::string> greeting = greeting_of(order.peer);
  if (!greeting) return not_started(greeting.finding(), options);

  ConformResults results{
      {tool_text(), list->sha256, list->cases.size(), peer->name, *greeting, *part, options.tolerance.value_or("")},
      {},
      options.judged};
  std::optional<AppendedFile> file;
  if (!results_of(options).empty()) {
    const Result<std::string> place = place_of(options, *part);
    if (!place) return place.finding();
    Result<AppendedFile> opened = AppendedFile::open(*place, limits);
    if (!opened) return opened.finding();
    file.emplace(std::move(*opened));
    Result<std::vector<ConformRow>> rows = earlier_rows(*file, *place, results.run);
    if (!rows) return rows.finding();
    results.rows = std::move(*rows);
  }
  std::set<std::string> done;
  for (const ConformRow& row : results.rows) done.insert(row.one.name);
  if (!done.empty() && !options.quiet) fmt::print(stderr, "resuming: {} found\n", counted(done.size(), "result"));
  std::map<std::string, std::size_t> numbers;
  std::vector<std::size_t> due;
  for (std::size_t i = 0; i < list->cases.size(); ++i) {
    numbers[list->cases[i].name] = i;
    if (i % part->of == part->index - 1 && !done.contains(list->cases[i].name)) due.push_back(i);
  }
  {
    Progress progress(due.size(), "cases", options.quiet);
    const auto problem = run_cases(*list, due, order, [&](const CaseResult& result) -> std::optional<Finding> {
      results.rows.push_back({list->cases[numbers.at(result.name)], result});
      progress.advance(1);
      if (!file) return std::nullopt;
      return file->append(row_line(results.rows.back()));
    });
    if (problem) return *problem;
  }
  std::ranges::sort(results.rows, {}, [&](const ConformRow& row) { return numbers[row.one.name]; });
  if (earlier) {
    const std::uint64_t changed = note_changes(results, *earlier);
    if (!options.quiet)
      fmt::print(stderr, "{} {} other bits than in {}\n", counted(changed, "case"), changed == 1 ? "has" : "have",
                 impl::quoted(options.against));
  }
  return reported(results, options, report_of(options));
}

Result<int> merged(const MergeOptions& options) {
  std::vector<NamedResults> parts;
  for (const std::string& path : options.files) {
    Result<ConformResults> results = results_in(path);
    if (!results) return results.finding();
    parts.push_back({path, std::move(*results)});
  }
  Result<ConformResults> all = merge_results(std::move(parts));
  if (!all) return all.finding();
  all->judged_share = options.judged;
  return reported(*all, options, options.output);
}

}  // namespace

std::vector<std::string> all_peers() {
  std::vector<std::string> names;
  for (const Known& row : known_peers()) names.emplace_back(row.name);
  return names;
}

int conform(const ConformOptions& options) {
  const Result<int> code = conformed(options);
  return code ? *code : fail(code.finding(), {}, options.format, report_of(options));
}

int merge_conform(const MergeOptions& options) {
  const Result<int> code = merged(options);
  return code ? *code : fail(code.finding(), {}, options.format, options.output);
}

}  // namespace etalon::impl::cli
