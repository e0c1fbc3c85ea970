// SPDX-License-Identifier: Apache-2.0
// Floor 8. See prove.hpp.
#include "prove/prove.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>

#include "base/fp_environment.hpp"
#include "prove/call_key.hpp"
#include "prove/project.hpp"

namespace etalon::impl {
namespace {

using namespace prove;

class ProjectProver {
 public:
  ProjectProver(const CheckedModel& model, std::span<const TensorView> constants, const ProveSettings& settings)
      : model_(model), settings_(settings), values_(model, constants) {}

  ProjectProof prove(std::span<const ProjectFile> files, std::span<const ShippedText> shipped) {
    const FpGuard guard;
    try {
      read(files, shipped);
      prove_nodes();
    } catch (Refused& refused) {
      proof_.refusal = std::move(refused.finding);
    } catch (const std::bad_alloc&) {
      proof_.refusal =
          error(Code::limit, "FILE-ALL-LIMITS", "the project does not fit into memory", "make the model smaller");
    }
    finish();
    return std::move(proof_);
  }

 private:
  void read(std::span<const ProjectFile> files, std::span<const ShippedText> shipped) {
    const SortedFiles sorted = sort_files(files, shipped);
    project_.header = read_header(sorted.header, shipped);
    check_includes(project_.header, sorted, shipped);
    read_tables(sorted);
    read_model(sorted.model, model_, values_, macros_of(shipped, sorted.model), project_);
    proof_.compared = sorted.compared;
    proof_.not_judged = sorted.not_judged;
    proof_.proved = {"model.h", "model.c"};
    if (sorted.has_weights) proof_.proved.emplace_back(weights_c);
    if (sorted.has_stored) proof_.proved.emplace_back(weights_bin);
  }

  void read_tables(const SortedFiles& files) {
    const Header& header = project_.header;
    if (!files.has_weights && !header.weights.empty()) refuse(rules::files, {weights_c}, "the file is missing");
    if (header.has_weights_apart && !files.has_stored) refuse(rules::files, {weights_bin}, "the file is missing");
    if (files.has_stored && !header.has_weights_apart)
      refuse(rules::files, {weights_bin}, "the weights of this project are in weights.c");
    if (header.has_weights_apart) {
      StoredWeights stored = read_stored_weights(files.weights, files.stored, header);
      project_.weights = std::move(stored.tables);
      project_.checksum = std::move(stored.checksum);
    } else if (files.has_weights) {
      project_.weights = read_weights(files.weights, header);
    }
  }

  struct Task {
    std::uint32_t call;
    std::optional<Finding> refusal = {};
    NodeProof proof = {};
    double seconds = 0;
  };

  // Calls whose text and reference are the same as those of an earlier one are not run again.
  void prove_nodes() {
    const std::vector<NodeCall>& calls = project_.entry.calls;
    std::map<std::string, std::size_t> keys;
    std::vector<Task> tasks;
    std::vector<std::pair<std::size_t, bool>> task_of;  // and whether it is an earlier one
    for (std::uint32_t c = 0; c < calls.size(); ++c) {
      const auto [place, is_new] = keys.try_emplace(call_key(model_, values_, calls[c]), tasks.size());
      task_of.emplace_back(place->second, !is_new);
      if (is_new)
        tasks.push_back({c});
      else
        check_refusal_names(calls[c]);
    }
    run(tasks);
    for (std::uint32_t c = 0; c < calls.size(); ++c) {
      Task& task = tasks[task_of[c].first];
      if (task.refusal) throw Refused{*task.refusal};
      const bool cached = task_of[c].second;
      proof_.nodes.push_back(
          {calls[c].node, task.proof.elements, cached ? 0 : task.proof.joins, cached ? 0 : task.seconds, cached});
      proof_.elements += task.proof.elements;
      if (!cached) count(task.proof);
    }
    for (const CopyCall& copy : project_.entry.copies) count(prove_copy(*copy.function, copy.count, settings_.seed));
    std::ranges::sort(proof_.nodes, {}, &ProvedNode::index);
  }

  // The text up to the number of the node is that of another call; the number must be its own.
  void check_refusal_names(const NodeCall& call) const {
    const std::string begin = project_.header.prefix + "_node_" + std::to_string(call.node) + "_";
    for (const std::string& name : call.function->refusals)
      if (!name.starts_with(begin)) refuse(rules::refusal, call.spot, name + " is the refusal of another node");
  }

  void count(const NodeProof& one) {
    proof_.joins += one.joins;
    // Two different expressions are equal terms with at most their level over 2^127-1; an element is compared with two.
    chance_ +=
        std::ldexp((2.0 * static_cast<double>(one.elements) + static_cast<double>(one.conditions)) * one.levels, -127);
  }

  // A task that has begun ends, and all before it have begun: which one is refused first does not depend on the team.
  void run(std::vector<Task>& tasks) {
    std::atomic<std::size_t> next = 0, done = 0;
    std::atomic<bool> is_over = false;
    std::mutex reporting;
    auto work = [&] {
      const FpGuard guard;
      while (!is_over) {
        const std::size_t t = next++;
        if (t >= tasks.size()) return;
        run(tasks[t]);
        if (tasks[t].refusal) is_over = true;
        const std::lock_guard lock(reporting);
        ++done;
        if (settings_.progress) settings_.progress(done, tasks.size());
      }
    };
    if (settings_.team == nullptr)
      work();
    else
      settings_.team->run(
          settings_.team->size(), [](void* context, std::size_t) { (*static_cast<decltype(work)*>(context))(); },
          &work);
    for (const Task& task : tasks)
      if (task.refusal) throw Refused{*task.refusal};
  }

  void run(Task& task) const {
    const auto begin = std::chrono::steady_clock::now();
    try {
      task.proof = prove_node(model_, values_, project_.entry.calls[task.call], project_.header.prefix, settings_.seed);
    } catch (Refused& refused) {
      task.refusal = std::move(refused.finding);
    } catch (const std::bad_alloc&) {
      task.refusal = error(Code::limit, "FILE-ALL-LIMITS", "a node does not fit into memory", "make the model smaller");
    }
    task.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  void finish() {
    proof_.bound_log2 = chance_ > 0 ? std::log2(chance_) : -HUGE_VAL;
    if (!proof_.refusal) return;
    proof_.proved.clear();
  }

  const CheckedModel& model_;
  const ProveSettings& settings_;
  ModelValues values_;
  Project project_;
  ProjectProof proof_;
  double chance_ = 0;
};

}  // namespace

ProjectProof prove_project(const CheckedModel& model, std::span<const TensorView> constants,
                           std::span<const ProjectFile> files, std::span<const ShippedText> shipped,
                           const ProveSettings& settings) {
  return ProjectProver(model, constants, settings).prove(files, shipped);
}

}  // namespace etalon::impl
