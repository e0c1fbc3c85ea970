// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon run`: what a model must compute from given inputs.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/platform.hpp"
#include "base/quote.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "io/file.hpp"
#include "ops/reference.hpp"
#include "report/page/findings.hpp"
#include "report/run/outcome.hpp"
#include "report/run/report.hpp"
#include "report/run/running.hpp"
#include "run/plan.hpp"
#include "simd/fast.hpp"
#include "simd/threads.hpp"
#include "text/literal.hpp"

namespace etalon::impl::cli {
namespace {

Result<RunOutcome> compute(const Plan& plan, const std::vector<Tensor>& inputs, Team& team, const RunOptions& options,
                           const Limits& limits) {
  RunOrder order{options.events, options.kernel == "both", &team};
  Progress progress(operations_of(plan, order), "operations", options.quiet);
  order.on_node_done = [&](std::uint64_t operations) { progress.advance(operations); };
  return run_tensors(plan, inputs, order, limits);
}

std::string file_name(std::size_t k, const RunOptions& options) {
  return fmt::format("output_{}.{}", k, options.output_format.value_or("npy"));
}

std::optional<Finding> write_outputs(const Plan& plan, const RunOutcome& outcome, const RunOptions& options) {
  std::error_code problem;
  const std::filesystem::path folder = *options.output_dir;
  std::filesystem::create_directories(folder, problem);
  for (std::size_t k = 0; k < outcome.outputs.size(); ++k)
    if (auto finding = write_tensor_file((folder / file_name(k, options)).string(), plan.outputs()[k].name,
                                         outcome.outputs[k].view())) {
      finding->message.insert(0, fmt::format("output {}: ", quoted(plan.outputs()[k].name, 60)));
      if (finding->status.rule == std::string_view("FILE-NPY-FORM")) finding->hint = "give --output-format pb";
      return finding;
    }
  return std::nullopt;
}

std::string text_of(const Plan& plan, const RunOutcome& outcome, const RunOptions& options) {
  std::string out;
  for (std::size_t k = 0; k < outcome.outputs.size(); ++k) {
    const Port& port = plan.outputs()[k];
    std::string what = "too large to print; --output-dir writes it";
    if (options.output_dir)
      what = file_name(k, options);
    else if (port.argument.shape.count <= most_printed)
      what = print_tensor(outcome.outputs[k].view());
    out += fmt::format("{} {} = {}\n", quoted(port.name), described(port.argument), what);
  }
  if (options.digest) out += fmt::format("digest {}\n", outcome.digest);
  return out;
}

// What depends on the build and the machine, and therefore is reported only on request ("RUN-ALL-PLATFORM").
void write_platform(JsonWriter& json, const Plan& plan, const RunOptions& options, unsigned threads) {
  const Platform& here = platform();
  const bool reference = options.kernel == "reference";
  json.member("compiler", here.compiler).member("flags", here.flags).member("processor", here.processor);
  json.member("byte_order", here.byte_order).member("compiled_for", here.instructions);
  json.line().member("instructions", reference ? here.instructions : instruction_set_in_use());
  json.member("threads", reference ? 1 : threads);
  json.member("arena_bytes", plan.arena_bytes()).member("value_bytes", plan.value_bytes());
  json.member("live_bytes", plan.live_bytes()).member("staged_bytes", plan.staged_bytes());
  json.member("decoded_bytes", plan.decoded_bytes()).member("packed_bytes", plan.packed_bytes());
}

std::string json_of(const Plan& plan, const RunOutcome& outcome, const RunOptions& options, const Identity& identity,
                    unsigned threads) {
  RunDocument document{base_name(options.model), options.kernel, &plan, &outcome, identity, options.events};
  if (options.platform)
    document.write_platform = [&, threads](JsonWriter& json) { write_platform(json, plan, options, threads); };
  for (std::size_t k = 0; k < outcome.outputs.size() && options.output_dir; ++k)
    document.files.push_back(file_name(k, options));
  return run_json(document);
}

std::optional<Finding> compute_and_print(const RunOptions& options, Subject& subject) {
  const Limits limits;
  if (options.output_dir && options.output_dir->empty())
    return misuse("--output-dir is empty", "name a folder, or leave the option out");
  if (options.output_format && !options.output_dir)
    return misuse("--output-format says how files are written, but none are", "give --output-dir DIR");
  if (options.platform && options.format != "json")
    return misuse("--platform adds to the JSON, but the report is text", "give --format json");
  if (options.threads && options.kernel == "reference")
    return misuse("--threads has no effect: the reference kernels use one thread",
                  "leave --threads out, or give --kernel fast or both");
  const Result<OpenModel> open = open_model(options, "run", limits, subject);
  if (!open) return open.finding();
  Result<Threads> team = Threads::make(options.threads.value_or(1));
  if (!team) return team.finding();
  const Result<Plan> plan = Plan::make(
      open->verdict.model, options.kernel == "reference" ? reference_kernel : fast_kernel, limits, team->size());
  if (!plan) return plan.finding();
  const Result<std::vector<Tensor>> inputs = read_inputs(plan->inputs(), options.inputs, limits, subject.identity);
  if (!inputs) return inputs.finding();
  Result<RunOutcome> outcome = compute(*plan, *inputs, *team, options, limits);
  if (!outcome) return outcome.finding();
  if (options.output_dir)
    if (auto problem = write_outputs(*plan, *outcome, options)) return problem;

  const bool json = options.format == "json";
  fmt::print("{}", json ? json_of(*plan, *outcome, options, subject.identity, team->size())
                        : text_of(*plan, *outcome, options));
  if (options.kernel == "both" && !json && !options.quiet)
    fmt::print(stderr, "kernels: fast and reference give the same bits, {} compared\n",
               counted(elements_of(*plan), "element"));
  for (const Finding& notice : outcome->notices) report(notice);
  for (std::uint32_t n = 0; n < outcome->events.size() && options.events && !json; ++n)
    for (unsigned kind = 0; kind < EVENT_KINDS; ++kind)
      if (const Events::Tally& tally = outcome->events[n].of[kind]; tally.count > 0)
        fmt::print(stderr, "event: {}: {}: {}\n", node_name(*plan->model().graph, n), event_names[kind],
                   tally_text(tally, first_result(plan->model().calls[n]).shape));
  return std::nullopt;
}

}  // namespace

int run(const RunOptions& options) {
  Subject subject;
  subject.identity.hashes = options.format == "json";
  const std::optional<Finding> problem = compute_and_print(options, subject);
  return problem ? fail(*problem, subject, options.format) : 0;
}

}  // namespace etalon::impl::cli
