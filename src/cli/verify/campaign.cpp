// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon verify --campaign`: the witnesses of a competition, by benchmark and tool ("VNN-ALL-CAMPAIGN").
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>

#include "base/quote.hpp"
#include "base/sha256.hpp"
#include "cli/console.hpp"
#include "cli/verify/opened.hpp"
#include "conform/campaign/part.hpp"
#include "io/mapped_file.hpp"
#include "report/verify/report.hpp"
#include "run/tasks.hpp"
#include "simd/fast.hpp"
#include "simd/threads.hpp"

namespace etalon::impl::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* layout =
    "give a folder of benchmarks, each with instances.csv, onnx/, vnnlib/ (or these in a folder for each version) and "
    "witnesses/TOOL/NETWORK_PROPERTY.counterexample";

struct Task {
  WitnessRow row;
  fs::path network, property, witness;
};

std::vector<fs::path> entries_of(const fs::path& folder, bool folders) {
  std::vector<fs::path> found;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    std::error_code ignored;
    if (at->is_directory(ignored) == folders) found.push_back(at->path());
  }
  std::ranges::sort(found);
  return found;
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// The lines NETWORK,PROPERTY,… of instances.csv, once each.
std::vector<std::pair<std::string, std::string>> instances_in(const fs::path& folder, const Limits& limits) {
  std::vector<std::pair<std::string, std::string>> found;
  const Result<MappedFile> file = map_file((folder / "instances.csv").string(), limits.file_bytes);
  if (!file) return found;
  std::string_view text(reinterpret_cast<const char*>(file->bytes().data()), file->bytes().size());
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t first = line.find(','), second = line.find(',', first == line.npos ? first : first + 1);
    if (first == line.npos || line.starts_with('"') || line.starts_with('[')) continue;  // several networks
    const std::size_t end = second == line.npos ? line.find_last_not_of("\r ") + 1 : second;
    found.emplace_back(line.substr(0, first), line.substr(first + 1, end - first - 1));
  }
  std::ranges::sort(found);
  const auto again = std::ranges::unique(found);
  found.erase(again.begin(), again.end());
  return found;
}

// How witnesses call a file: by its name, or by its path below onnx/ or vnnlib/ as well.
std::vector<std::string> names_for(const std::string& file) {
  fs::path path = fs::path(file).lexically_normal();
  path.replace_extension();
  std::vector<std::string> names = {path.filename().string()};
  std::string joined;
  bool is_below = false;
  for (const fs::path& part : path) {
    if (is_below) joined += (joined.empty() ? "" : "_") + part.string();
    is_below = is_below || part == "onnx" || part == "vnnlib";
  }
  if (!joined.empty() && joined != names[0]) names.push_back(joined);
  return names;
}

struct Instance {
  fs::path version, network, property;  // a folder, and files as its instances.csv names them
  bool operator==(const Instance&) const = default;

  // As the names have it, whatever a link in the folder leads to.
  bool is_in(const fs::path& benchmark) const {
    const fs::path folder = version.lexically_relative(benchmark);
    return std::ranges::all_of(std::array{network, property}, [&](const fs::path& file) {
      return file.is_relative() && *(folder / file).lexically_normal().begin() != "..";
    });
  }
};

// By the name that a witness has: NETWORK_PROPERTY.
using Instances = std::map<std::string, std::vector<Instance>, std::less<>>;

Instances instances_of(const fs::path& benchmark, const Limits& limits) {
  std::vector<fs::path> versions = {benchmark};
  if (!is_there(benchmark / "instances.csv")) versions = entries_of(benchmark, true);
  Instances all;
  for (const fs::path& version : versions) {
    if (!is_there(version / "instances.csv")) continue;
    for (const auto& [network, property] : instances_in(version, limits))
      for (const std::string& a : names_for(network))
        for (const std::string& b : names_for(property)) {
          std::vector<Instance>& own = all[a + '_' + b];
          const Instance one{version, network, property};
          // Of several versions the first one counts.
          const bool is_later = !own.empty() && own[0].version != version;
          if (!is_later && std::ranges::find(own, one) == own.end()) own.push_back(one);
        }
  }
  return all;
}

// The files of a task. Those of other folders are not even looked for.
void place(const Instance& one, const fs::path& benchmark, Task& task) {
  task.row.network = one.network.filename().string(), task.row.property = one.property.filename().string();
  if (!one.is_in(benchmark)) {
    task.row.problem = "the instance names a file outside of the folder";
    return;
  }
  task.network = one.version / one.network, task.property = one.version / one.property;
  if (!is_there(task.network)) task.row.problem = "the network is not in the folder";
  if (!is_there(task.property)) task.row.problem = "the property is not in the folder";
}

std::vector<Task> tasks_of(const fs::path& benchmark, const Limits& limits) {
  constexpr std::string_view ending = ".counterexample";
  const Instances instances = instances_of(benchmark, limits);
  std::vector<Task> tasks;
  for (const fs::path& tool : entries_of(benchmark / "witnesses", true))
    for (const fs::path& file : entries_of(tool, false)) {
      Task task;
      task.row.benchmark = benchmark.filename().string();
      task.row.tool = tool.filename().string();
      task.row.witness = file.filename().string();
      task.witness = file;
      std::string name = task.row.witness;
      if (!name.ends_with(ending)) continue;
      name.resize(name.size() - ending.size());
      const auto found = instances.find(name);
      if (found == instances.end()) {
        task.row.problem = "no instance has this name";
      } else if (found->second.size() > 1) {
        task.row.problem = "several instances have this name";
      } else {
        place(found->second[0], benchmark, task);
      }
      tasks.push_back(std::move(task));
    }
  return tasks;
}

std::vector<Task> all_tasks(const std::string& folder, const Limits& limits) {
  std::vector<Task> tasks;
  std::vector<fs::path> benchmarks = {fs::path(folder)};
  if (benchmarks[0].filename().empty()) benchmarks[0] = benchmarks[0].parent_path();  // a slash at the end
  if (!is_there(benchmarks[0] / "witnesses")) benchmarks = entries_of(folder, true);
  for (const fs::path& benchmark : benchmarks)
    if (is_there(benchmark / "witnesses"))
      for (Task& task : tasks_of(benchmark, limits)) tasks.push_back(std::move(task));
  return tasks;
}

// A row keeps its names, and gets what was found.
void settle(WitnessRow& row, WitnessRow found) {
  found.benchmark = std::move(row.benchmark), found.tool = std::move(row.tool);
  found.network = std::move(row.network), found.property = std::move(row.property);
  found.witness = std::move(row.witness);
  row = std::move(found);
}

// A network as its properties have it, which settle the shapes that it leaves open. It is opened again only where these
// differ from those before, so that no property depends on another one.
class OpenedNetwork {
 public:
  using Opened = std::shared_ptr<const Result<OpenModel>>;

  // The rules under which it is opened are added to the identity.
  OpenedNetwork(const VerifyOptions& options, const std::string& network, const Limits& limits, Identity& identity)
      : options_(options), limits_(limits), identity_(identity) {
    options_.model = network;
  }

  Opened open_for(const Property& property) {
    const std::lock_guard lock(mutex_);
    ModelOptions bound = options_;
    if (options_.bindings.empty()) {
      if (!loaded_) loaded_.emplace(load_model(options_.model, FilesBeside{options_.external_data}, limits_));
      if (!*loaded_) return std::make_shared<Result<OpenModel>>(loaded_->finding());
      bound.bindings.shapes = open_shapes((*loaded_)->graph, property, 0);
    }
    if (last_ == nullptr || bound.bindings.shapes != shapes_) {
      last_ = open(bound);
      shapes_ = bound.bindings.shapes;
    }
    return last_;
  }

 private:
  Opened open(const ModelOptions& options) {
    Subject subject;
    subject.identity.hashes = false;
    auto opened = std::make_shared<Result<OpenModel>>(open_model(options, "verified", limits_, subject));
    identity_.profile = subject.identity.profile, identity_.accumulation = subject.identity.accumulation;
    return opened;
  }

  ModelOptions options_;
  const Limits& limits_;
  Identity& identity_;
  std::mutex mutex_;
  std::optional<Result<LoadedModel>> loaded_;  // for its open shapes
  Opened last_;
  std::vector<std::string> shapes_;  // that the last one was opened with
};

class Campaign {
 public:
  Campaign(const VerifyOptions& options, Team& team, const Limits& limits, std::size_t count)
      : options_(options), team_(team), limits_(limits), progress_(count, "witnesses", options.quiet) {}

  // All tasks of one network. Those of one property are judged one after the other, as far as every thread has its
  // share.
  void judge_network(std::span<Task*> tasks, Identity& identity) {
    std::vector<std::span<Task*>> groups;
    const std::size_t share = (tasks.size() + team_.size() - 1) / team_.size();
    for (std::size_t first = 0; first < tasks.size();) {
      std::size_t end = first;
      while (end < std::min(tasks.size(), first + share) && tasks[end]->property == tasks[first]->property) ++end;
      groups.push_back(tasks.subspan(first, end - first));
      first = end;
    }
    OpenedNetwork network(options_, tasks[0]->network.string(), limits_, identity);
    run_tasks(&team_, groups.size(), [&](std::size_t g) { judge_property(groups[g], network); });
  }

 private:
  void judge_property(std::span<Task*> tasks, OpenedNetwork& network) {
    Identity nothing;
    nothing.hashes = false;
    const Result<Property> property = open_property(tasks[0]->property.string(), limits_, nothing);
    if (!property) return fail(tasks, property.finding());
    if (property->networks.size() != 1) {
      return fail(tasks, misuse("the property is about several networks", "judge it by itself"));
    }
    const OpenedNetwork::Opened open = network.open_for(*property);
    if (!*open) return fail(tasks, open->finding());
    const Result<PropertyModels> models = fitted(*property, {(*open)->verdict.model});
    if (!models) return fail(tasks, models.finding());
    for (Task* task : tasks) {
      const Result<Witness> witness = open_witness(task->witness.string(), *property, limits_, nothing);
      settle(task->row, witness ? row_of(*models, judge(*models, *witness, limits_, {.kernels = fast_kernel}))
                                : not_judged(witness.finding()));
      progress_.advance(1);
    }
  }

  void fail(std::span<Task*> tasks, const Finding& finding) {
    for (Task* task : tasks) settle(task->row, not_judged(finding));
    progress_.advance(tasks.size());
  }

  const VerifyOptions& options_;
  Team& team_;
  const Limits& limits_;
  Progress progress_;
};

// One digest for all files, each with its own. What cannot be read is the problem of the tasks that need it.
std::string listing_of(std::span<const Task> tasks, const std::string& folder, const Limits& limits, Team& team) {
  std::vector<fs::path> files;
  for (const Task& task : tasks)
    for (const fs::path* file : {&task.network, &task.property, &task.witness})
      if (!file->empty() && is_there(*file)) files.push_back(*file);
  std::ranges::sort(files);
  const auto again = std::ranges::unique(files);
  files.erase(again.begin(), again.end());
  std::vector<std::string> lines(files.size());
  run_tasks(&team, files.size(), [&](std::size_t k) {
    const Result<MappedFile> file = map_file(files[k].string(), limits.file_bytes);
    lines[k] = (file ? sha256_of(file->bytes()) : "not read") + "  " +
               files[k].lexically_relative(folder).generic_string() + "\n";
  });
  std::string listing;
  for (const std::string& line : lines) listing += line;
  return listing;
}

}  // namespace

Result<VerifyReport> judge_campaign(const VerifyOptions& options, Subject& subject) {
  const Limits limits;
  Result<Threads> team = Threads::make(options.threads.value_or(1));
  if (!team) return team.finding();
  Part part;
  if (!options.shard.empty()) {
    const Result<Part> wanted = part_of(options.shard, [](const char* name) { return std::getenv(name); });
    if (!wanted) return wanted.finding();
    part = *wanted;
  }
  std::vector<Task> tasks = all_tasks(options.campaign, limits);
  if (tasks.empty()) return misuse(fmt::format("--campaign {}: no witness", quoted(options.campaign, 200)), layout);
  const std::size_t all = tasks.size();
  std::vector<Task> own;
  for (std::size_t k = part.index - 1; k < all; k += part.of) own.push_back(std::move(tasks[k]));
  const std::string listing = listing_of(own, options.campaign, limits, *team);
  subject.identity.add_file("campaign", base_name(options.campaign),
                            std::as_bytes(std::span(listing.data(), listing.size())));
  std::vector<Task*> to_judge;
  for (Task& task : own)
    if (task.row.problem.empty()) to_judge.push_back(&task);
  std::ranges::sort(to_judge, {}, [](const Task* task) { return std::tuple(task->network, task->property, task); });
  Campaign campaign(options, *team, limits, to_judge.size());
  for (std::size_t first = 0; first < to_judge.size();) {
    std::size_t end = first;
    while (end < to_judge.size() && to_judge[end]->network == to_judge[first]->network) ++end;
    campaign.judge_network(std::span(to_judge).subspan(first, end - first), subject.identity);
    first = end;
  }
  VerifyReport report{.rows = {}, .is_campaign = true};
  for (Task& task : own) report.rows.push_back(std::move(task.row));
  report.identity = subject.identity;
  return report;
}

}  // namespace etalon::impl::cli
