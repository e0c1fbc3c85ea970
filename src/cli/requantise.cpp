// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon requantise`: on which accumulators of a quantised model two requantisations differ.
#include <algorithm>
#include <memory>

#include "cli/console.hpp"
#include "cli/model.hpp"
#include "report/requantise/report.hpp"
#include "simd/threads.hpp"

namespace etalon::impl::cli {
namespace {

// Progress whose total is known when it begins; a copy is the same one.
struct Shown {
  Shown(const char* counted, bool is_quiet) : unit(counted), quiet(is_quiet) {}
  void operator()(std::uint64_t, std::uint64_t all) const {
    if (!*progress) progress->emplace(all, unit, quiet);
    (*progress)->advance(1);
  }

  const char* unit;
  bool quiet;
  std::shared_ptr<std::optional<Progress>> progress = std::make_shared<std::optional<Progress>>();
};

std::optional<Finding> observe_inputs(const CheckedModel& model, const RequantiseOptions& options, const Limits& limits,
                                      Identity& identity, ModelCertificate& certificate) {
  const Graph& graph = *model.graph;
  const std::vector<std::uint32_t> inputs = free_inputs(graph);
  std::vector<Port> ports;
  for (const std::uint32_t i : inputs)
    ports.push_back({graph.values[i].name, {*graph.values[i].type, *graph.values[i].shape}});
  Result<std::vector<Tensor>> tensors = read_inputs(ports, options.inputs, limits, identity);
  if (!tensors) return tensors.finding();
  Result<Threads> team = Threads::make(options.threads.value_or(1));
  if (!team) return team.finding();
  Trail values(graph.values.size());
  for (std::size_t k = 0; k < inputs.size(); ++k) values[inputs[k]] = std::move((*tensors)[k]);
  return observe(model, std::move(values), &*team, certificate, Shown("nodes", options.quiet));
}

Result<Code> certify_and_print(const RequantiseOptions& options, Subject& subject) {
  const Limits limits;
  const Result<OpenModel> open = open_model(options, "certified", limits, subject);
  if (!open) return open.finding();
  const CheckedModel& model = *open->verdict.model;
  const auto rules = requantisations_named(options.rules);
  if (!rules) return rules.finding();
  ModelCertificate certificate = certify(model, *rules, Shown("channels", options.quiet));
  if (!options.inputs.empty())
    if (auto problem = observe_inputs(model, options, limits, subject.identity, certificate))
      return *std::move(problem);
  const RequantiseReport report{model, *rules, certificate.nodes, !options.inputs.empty(), subject.identity};
  const Delivery delivery{options.format == "json"   ? requantise_json(report)
                          : options.format == "html" ? requantise_html(report)
                                                     : requantise_text(report, options.show),
                          requantise_summary(report)};
  if (auto problem = deliver(delivery, options, options.output)) return *std::move(problem);
  const bool is_whole =
      std::ranges::all_of(certificate.nodes, [](const NodeCertificate& one) { return one.site.not_judged.empty(); });
  return is_whole ? Code::ok : Code::not_judged;
}

}  // namespace

int requantise(const RequantiseOptions& options) {
  Subject subject;
  const Result<Code> code = certify_and_print(options, subject);
  return code ? static_cast<int>(*code) : fail(code.finding(), subject, options.format, options.output);
}

}  // namespace etalon::impl::cli
