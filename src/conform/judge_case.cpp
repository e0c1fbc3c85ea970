// SPDX-License-Identifier: Apache-2.0
// Floor 8. See judge_case.hpp.
#include "conform/judge_case.hpp"

#include <algorithm>

#include "conform/compare.hpp"
#include "onnx/load.hpp"

namespace etalon::impl {
namespace {

std::string counts_of(const Comparison& comparison) {
  std::array<std::uint64_t, standings> counts = {};
  for (const ComparedNode& node : comparison.nodes)
    for (const JudgedOutput& out : node.judged.outputs)
      for (std::size_t k = 0; k < standings; ++k) counts[k] += out.counts[k];
  std::string text;
  for (std::size_t k = 0; k < standings; ++k)
    if (counts[k] != 0) text += (text.empty() ? "" : ", ") + std::to_string(counts[k]) + " " + standing_names[k];
  return text;
}

// The first node that differs says why, or the first nodes that are computed together.
std::string cause_of(const Comparison& comparison) {
  const Explanation* why = comparison.first_explanation();
  if (why == nullptr) return {};
  const std::vector<Cause>& causes = why->causes;
  if (causes.empty()) return why->hints.empty() ? "not found" : "not found; " + why->hints.front();
  std::string text = causes.size() == 1 ? "" : "one of: ";
  for (std::size_t k = 0; k < causes.size(); ++k) text += (k == 0 ? "" : " | ") + to_string(causes[k]);
  return text;
}

std::optional<Judged> judged(const Case& one, const std::string& folder, std::span<const Tensor> operands,
                             std::span<const Tensor> outputs, const Limits& limits) {
  if (!one.has_result()) return std::nullopt;
  const std::string path = folder + "/model.onnx";
  const Profile* known = find_profile(one.profile);
  Result<MappedFile> file = map_file(path, limits.file_bytes);
  if (known == nullptr || !file) return std::nullopt;
  Profile profile = *known;
  if (const auto policy = find_accumulation(one.policy)) profile.choices.accumulation = *policy;
  Result<LoadedModel> loaded = load_model(std::move(*file), path, false, limits);
  if (!loaded) return std::nullopt;
  const Verdict verdict = check(std::move(loaded->graph), profile, limits);
  if (verdict.model == nullptr) return std::nullopt;
  const Graph& graph = *verdict.model->graph;
  Trail inputs(graph.values.size()), candidate(graph.values.size());
  const std::vector<std::uint32_t> free = free_inputs(graph);
  for (std::size_t k = 0; k < std::min(free.size(), operands.size()); ++k) inputs[free[k]] = operands[k];
  for (std::size_t k = 0; k < std::min(outputs.size(), graph.outputs.size()); ++k)
    candidate[graph.outputs[k]] = outputs[k];
  const Result<Comparison> comparison = compare(verdict.model, std::move(inputs), candidate);
  if (!comparison) return std::nullopt;
  const std::optional<bool> conforms = comparison->conforms();
  if (!conforms) return std::nullopt;
  return Judged{*conforms, counts_of(*comparison), cause_of(*comparison)};
}

}  // namespace

Judge case_judge(const Limits& limits) {
  return [limits](const Case& one, const std::string& folder, std::span<const Tensor> operands,
                  std::span<const Tensor> outputs) { return judged(one, folder, operands, outputs, limits); };
}

}  // namespace etalon::impl
