// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon requantise`: on which accumulators of a quantised model two requantisations differ.
#include <fmt/format.h>

#include <algorithm>

#include "base/quote.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "report/requantise/report.hpp"

namespace etalon::impl::cli {
namespace {

// Those that are named, or the reference's against all others.
Result<std::vector<const Requantisation*>> chosen(const std::vector<std::string>& names) {
  std::vector<const Requantisation*> rules;
  for (const std::string& name : names) {
    const Requantisation* rule = find_requantisation(name);
    if (rule == nullptr) {
      std::string known;
      for (const Requantisation& one : requantisations()) known += (known.empty() ? "" : ", ") + std::string(one.id);
      return misuse(fmt::format("no requantisation is called {}", quoted(name, 60)), "there are " + known);
    }
    rules.push_back(rule);
  }
  if (rules.size() == 1 && rules[0] != &requantisations()[0]) rules.insert(rules.begin(), &requantisations()[0]);
  if (rules.size() < 2) {
    rules.clear();
    for (const Requantisation& one : requantisations())
      if (std::ranges::find(rules, one.of, &Requantisation::of) == rules.end()) rules.push_back(&one);
  }
  return rules;
}

}  // namespace

int requantise(const RequantiseOptions& options) {
  const Limits limits;
  Subject subject;
  const Result<OpenModel> model = open_model(options, "certified", limits, subject);
  if (!model) return fail(model.finding(), subject, options.format, options.output);
  const auto rules = chosen(options.rules);
  if (!rules) return fail(rules.finding(), subject, options.format, options.output);
  std::optional<Progress> progress;
  const ModelCertificate certificate = certify(*model->verdict.model, *rules, [&](std::uint64_t, std::uint64_t all) {
    if (!progress) progress.emplace(all, "channels", options.quiet);
    progress->advance(1);
  });
  progress.reset();
  const RequantiseReport report{*model->verdict.model, *rules, certificate.nodes, subject.identity};
  const Delivery delivery{options.format == "json" ? requantise_json(report) : requantise_text(report, options.show),
                          requantise_summary(report)};
  if (const auto finding = deliver(delivery, options, options.output))
    return fail(*finding, subject, options.format, options.output);
  return 0;
}

}  // namespace etalon::impl::cli
