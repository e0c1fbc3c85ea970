// SPDX-License-Identifier: Apache-2.0
// Floor 8. See judge_case.hpp.
#include "conform/peers/judge_case.hpp"

#include <algorithm>

#include "base/quote.hpp"
#include "conform/cause/causes.hpp"
#include "onnx/load.hpp"

namespace etalon::impl {
namespace {

std::string standings_of(const Comparison& comparison) {
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
  if (why->agreeing != 0 && causes.empty()) return "not enough data to tell";
  if (causes.empty()) return why->hints.empty() ? "not found" : "not found; " + why->hints.front();
  std::string text = causes.size() == 1 ? "" : "one of: ";
  for (std::size_t k = 0; k < causes.size(); ++k) text += (k == 0 ? "" : " | ") + to_string(causes[k]);
  return text;
}

Judged not_judged(std::string why) { return {{.reason = std::move(why)}}; }

Judged judged(const Case& one, const std::string& folder, std::span<const Tensor> operands,
              std::span<const Tensor> outputs, const Limits& limits) {
  if (!one.has_result()) return not_judged("the specified status is " + one.status);
  const Profile* known = find_profile(one.profile);
  if (known == nullptr) return not_judged("there is no profile " + quoted(one.profile, 60));
  Profile profile = *known;
  if (!one.policy.empty()) {
    const auto policy = find_accumulation(one.policy);
    if (!policy) return not_judged("there is no policy " + quoted(one.policy, 60));
    profile.choices.accumulation = *policy;
  }
  const std::string path = folder + "/model.onnx";
  Result<MappedFile> file = map_file(path, limits.file_bytes);
  if (!file) return not_judged("its model cannot be read: " + file.finding().message);
  Result<LoadedModel> loaded = load_model(std::move(*file), path, FilesBeside::refused, limits);
  if (!loaded) return not_judged("its model cannot be read: " + loaded.finding().message);
  const Verdict verdict = check(std::move(loaded->graph), profile, limits);
  if (verdict.model == nullptr) {
    const Finding* why = reason_of(verdict.findings);
    return not_judged("its model is not one of profile " + one.profile +
                      (why == nullptr ? "" : ": " + std::string(why->status.rule) + ", " + why->message));
  }
  const Graph& graph = *verdict.model->graph;
  Trail inputs(graph.values.size()), candidate(graph.values.size());
  const std::vector<std::uint32_t> free = free_inputs(graph);
  if (free.size() != operands.size() || graph.outputs.size() != outputs.size())
    return not_judged("its model has " + std::to_string(free.size()) + " inputs and " +
                      std::to_string(graph.outputs.size()) + " outputs, its data " + std::to_string(operands.size()) +
                      " and " + std::to_string(outputs.size()));
  const auto take = [&](Trail& into, std::uint32_t value, const Tensor& tensor) {
    const Value& declared = graph.values[value];
    const auto computed = argument_of(*verdict.model, value);
    into[value] = tensor;
    return computed ? computed->type == tensor.type() && computed->shape == tensor.shape()
                    : declared.type == tensor.type() && declared.shape == tensor.shape();
  };
  for (std::size_t k = 0; k < free.size(); ++k)
    if (!take(inputs, free[k], operands[k]))
      return not_judged("operand " + std::to_string(k) + " has another type or shape than in its model");
  for (std::size_t k = 0; k < outputs.size(); ++k)
    if (!take(candidate, graph.outputs[k], outputs[k]))
      return not_judged("output " + std::to_string(k) + " has another type or shape than in its model");
  const auto compared = compare_all(verdict.model, {{std::move(inputs), std::move(candidate)}});
  if (!compared) return not_judged(compared.finding().message);
  const Comparison& comparison = compared->front();
  return {comparison.claim(), standings_of(comparison), cause_of(comparison)};
}

}  // namespace

Judge case_judge(const Limits& limits) {
  return [limits](const Case& one, const std::string& folder, std::span<const Tensor> operands,
                  std::span<const Tensor> outputs) { return judged(one, folder, operands, outputs, limits); };
}

}  // namespace etalon::impl
