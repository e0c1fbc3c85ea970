// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon conform serve`: Etalon itself as a peer of `etalon conform`, by the protocol of docs/peers.md, so
// that its kernels are held against the cases as those of others are.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "base/platform.hpp"
#include "check/bind.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "conform/peers/cases.hpp"
#include "io/file.hpp"
#include "ops/reference.hpp"
#include "report/page/escape.hpp"
#include "report/page/findings.hpp"
#include "report/run/running.hpp"
#include "run/plan.hpp"
#include "simd/fast.hpp"
#include "simd/threads.hpp"

namespace etalon::impl::cli {
namespace {

struct Order {
  std::string folder, outputs, profile = "onnx", policy;
};

Order order_of(const std::string& line) {
  Order order;
  std::size_t number = 0;
  for (std::size_t from = 0; from <= line.size(); ++number) {
    const std::size_t to = std::min(line.find('\t', from), line.size());
    const std::string word = line.substr(from, to - from);
    from = to + 1;
    if (number < 2)
      (number == 0 ? order.folder : order.outputs) = word;
    else if (assigns(word, "profile"))
      order.profile = word.substr(8);
    else if (assigns(word, "accumulate"))
      order.policy = word.substr(11);
  }
  return order;
}

// Whether a node reads the value for what its result is.
bool shapes_a_result(const Graph& graph, const Profile& profile, std::uint32_t value) {
  return std::ranges::any_of(graph.nodes, [&](const Node& node) {
    const Operator* op = find_operator(node.domain, node.operation);
    const Row* row = op == nullptr || !graph.opset ? nullptr : row_for(profile, *graph.opset, *op);
    for (std::size_t k = 0; row != nullptr && k < node.inputs.size(); ++k)
      if (const Formal* formal = formal_at(row->inputs, k); formal != nullptr && node.inputs[k] == value)
        return formal->use == Formal::Use::shape;
    return false;
  });
}

// Cases give shapes and axes as inputs. Where the model is not judged without them they are made known, as `--value`
// does; `given` keeps the others.
Result<Verdict> checked(Graph graph, const Profile& profile, std::vector<Tensor>& given, std::vector<Tensor>& kept,
                        const Limits& limits) {
  Verdict verdict = impl::check(graph, profile);
  const Finding* reason = reason_of(verdict.findings);
  if (reason == nullptr || !allows_bindings(profile)) return verdict;
  Bindings bindings;
  std::vector<Tensor> others;
  const std::vector<std::uint32_t> open = free_inputs(graph);
  const bool to_know = std::string_view(reason->status.rule) == "GEN-ALL-KNOWN";
  kept.reserve(open.size());  // what is bound points there
  for (std::size_t k = 0; k < std::min(open.size(), given.size()); ++k) {
    const Value& value = graph.values[open[k]];
    if (to_know && (given[k].type() == DType::i64 || shapes_a_result(graph, profile, open[k]))) {
      const Tensor& known = kept.emplace_back(std::move(given[k]));
      bindings.values.push_back(
          {value.name,
           {known.type(), known.shape(), Constant::Encoding::little_endian, {known.data(), known.bytes()}}});
      continue;
    }
    if (!value.open.empty()) bindings.shapes.push_back({value.name, given[k].shape()});
    others.push_back(std::move(given[k]));
  }
  given = std::move(others);
  if (auto problem = bind(graph, bindings, limits)) return *std::move(problem);
  return impl::check(std::move(graph), profile);
}

std::optional<Finding> compute(const Order& order, const ServeOptions& options, Team& team) {
  const Limits limits;
  const Profile* found = find_profile(order.profile);
  if (found == nullptr) return unjudged("", "there is no profile " + order.profile, "");
  Profile profile = *found;
  if (!order.policy.empty()) {
    const auto policy = find_accumulation(order.policy);
    if (!policy) return unjudged("", "there is no policy " + order.policy, "");
    profile.choices.accumulation = *policy;
  }
  const std::filesystem::path folder = order.folder, outputs = order.outputs;
  Result<LoadedModel> loaded = load_model(folder / "model.onnx", FilesBeside::refused, limits);
  if (!loaded) return loaded.finding();
  Result<std::vector<Tensor>> given = read_tensors(folder / "test_data_set_0", "input", std::nullopt, limits);
  if (!given) return given.finding();
  std::vector<Tensor> kept;
  const Result<Verdict> verdict = checked(std::move(loaded->graph), profile, *given, kept, limits);
  if (!verdict) return verdict.finding();
  if (!verdict->model) return *reason_of(verdict->findings);
  const Result<Plan> plan =
      Plan::make(verdict->model, options.kernel == "reference" ? reference_kernel : fast_kernel, limits, team.size());
  if (!plan) return plan.finding();
  if (plan->inputs().size() != given->size())
    return misuse(fmt::format("{} operands for {} inputs", given->size(), plan->inputs().size()), "");
  Result<std::vector<Tensor>> results = make_outputs(*plan, limits);
  if (!results) return results.finding();
  std::vector<TensorView> in;
  std::vector<MutableTensorView> out;
  for (const Tensor& tensor : *given) in.push_back(tensor.view());
  for (Tensor& tensor : *results) out.push_back(tensor.view());
  const Result<RunReport> report = run_plan(*plan, in, out, {.team = &team}, limits);
  if (!report) return report.finding();
  for (std::size_t k = 0; k < results->size(); ++k)
    if (auto problem = write_tensor_file(outputs / fmt::format("output_{}.pb", k), plan->outputs()[k].name,
                                         std::as_const((*results)[k]).view()))
      return problem;
  return std::nullopt;
}

std::string answer_of(const std::optional<Finding>& finding) {
  if (!finding) return "ok";
  std::string words = printable(finding->message);
  if (*finding->status.rule != '\0') words += fmt::format(" ({})", finding->status.rule);
  return (finding->severity == Severity::unjudged ? "unsupported " : "error ") + words;
}

}  // namespace

int serve(const ServeOptions& options) {
  if (options.threads && options.kernel == "reference")
    return usage_error("--threads has no effect: the reference kernels use one thread", "leave --threads out");
  Result<Threads> team = Threads::make(options.threads.value_or(1));
  if (!team) return report(team.finding());
  const bool reference = options.kernel == "reference";
  fmt::print("peer etalon {} kernel={} threads={} instructions={} processor={}\n", platform().version, options.kernel,
             team->size(), reference ? platform().instructions : instruction_set_in_use(), platform().processor);
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    fmt::print("{}\n", answer_of(compute(order_of(line), options, *team)));
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace etalon::impl::cli
