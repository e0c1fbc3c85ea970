// SPDX-License-Identifier: Apache-2.0
// Floor 9. See generating.hpp.
#include "report/generate/generating.hpp"

#include <chrono>

#include "base/fp_environment.hpp"
#include "base/quote.hpp"
#include "ops/reference.hpp"
#include "shipped/folder.hpp"
#include "trace/seed.hpp"

namespace etalon::impl {
namespace {

// Whether the word is the second of two; a finding where it is neither.
Result<bool> is_second(const char* what, const std::string& word, const char* first, const char* second,
                       const char* rule) {
  if (word == first || word == second) return word == second;
  return error(Code::usage, rule, std::string(what) + " is " + quoted(word, 60),
               std::string("give ") + first + " or " + second);
}

// Proves the files, and gives the first reason why they are not proved.
std::optional<Finding> prove(const Plan& plan, ProveSettings settings, Generated& made) {
  settings.seed = drawn_seed();
  const auto begin = std::chrono::steady_clock::now();
  made.proof = prove_project(plan.model(), plan.constants(), made.files, shipped_texts(), settings);
  made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return made.proof->refusal;
}

}  // namespace

Result<GenerateSettings> settings_of(const GenerateRequest& request) {
  if (!is_prefix(request.prefix))
    return error(
        Code::usage, "GENERATE-ALL-NAMES", quoted(request.prefix, 60) + " is no prefix of names",
        "give a small letter, then small letters, digits and single underscores, at most 32, and no word of C");
  const Result<bool> is_static = is_second("arena", request.arena, "caller", "static", "GENERATE-ALL-FILES"),
                     is_apart = is_second("weights", request.weights, "inside", "apart", "GENERATE-ALL-FILES"),
                     has_rows = is_second("schedule", request.schedule, "plain", "rows", "GENERATE-ALL-FILES"),
                     has_none = is_second("evidence", request.evidence, "proof", "none", "GENERATE-ALL-MEANING");
  for (const Result<bool>* one : {&is_static, &is_apart, &has_rows, &has_none})
    if (!*one) return one->finding();
  GenerateSettings settings;
  settings.prefix = request.prefix;
  settings.static_arena = *is_static;
  settings.weights_apart = *is_apart;
  settings.by_rows = *has_rows;
  settings.wants_proof = !*has_none;
  return settings;
}

Result<Generated> generate_project(const std::shared_ptr<const CheckedModel>& model, const GenerateSettings& settings,
                                   const ProveSettings& proving, const Limits& limits) {
  const FpGuard guard;
  const Result<Plan> plan = Plan::make(model, reference_kernel, limits);
  if (!plan) return plan.finding();
  Result<Project> written = write_project(*plan, settings);
  if (!written) return written.finding();
  Generated made{std::move(written->files), written->needs};
  if (!settings.wants_proof) return made;
  std::optional<Finding> refusal = prove(*plan, proving, made);
  if (!refusal) return made;
  if (refusal->status.code == Code::limit) return *std::move(refusal);  // of what can be proved, or of memory
  refusal->status.code = Code::internal;
  refusal->hint = "nothing was written; this is a defect of Etalon: please report it with the model";
  return *std::move(refusal);
}

Result<Generated> check_project(const std::shared_ptr<const CheckedModel>& model, const std::string& folder,
                                const ProveSettings& proving, const Limits& limits) {
  const Result<Plan> plan = Plan::make(model, reference_kernel, limits);
  if (!plan) return plan.finding();
  Result<std::vector<ProjectFile>> read = read_project(folder, limits);
  if (!read) return read.finding();
  Generated made{std::move(*read)};
  if (std::optional<Finding> refusal = prove(*plan, proving, made)) return *std::move(refusal);
  return made;
}

}  // namespace etalon::impl
