// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon verify`: whether a claim holds, and what is true of witnesses against it, without tolerance.
#include <fmt/format.h>

#include <algorithm>

#include "base/quote.hpp"
#include "cli/console.hpp"
#include "cli/verify/opened.hpp"
#include "report/verify/claim.hpp"
#include "report/verify/report.hpp"
#include "simd/fast.hpp"
#include "simd/threads.hpp"
#include "vnnlib/words.hpp"

namespace etalon::impl::cli {
namespace {

// The file of each network: MODEL of the first one that needs a file, the others by --network.
Result<std::vector<std::string>> network_files(const VerifyOptions& options, const Property& property) {
  std::vector<std::string> files(property.networks.size());
  for (const std::string& text : options.networks) {
    const auto found =
        std::ranges::find_if(property.networks, [&](const auto& one) { return assigns(text, one.name); });
    if (found == property.networks.end())
      return misuse(fmt::format("--network {}: the property has no network of that name", quoted(text, 200)),
                    "give --network NAME=FILE with a name that the property declares");
    if (found->kinship == PropertyNetwork::Kinship::equal)
      return misuse(fmt::format("network {} is equal to {}, and has its model", quoted(found->name, 60),
                                quoted(property.networks[found->kin].name, 60)),
                    "leave --network out for it");
    std::string& file = files[static_cast<std::size_t>(found - property.networks.begin())];
    if (!file.empty()) return misuse("network " + quoted(found->name, 60) + " is given twice", "give it once");
    file = text.substr(found->name.size() + 1);
  }
  std::size_t first = files.size();
  for (std::size_t n = files.size(); n-- > 0;)
    if (files[n].empty() && property.networks[n].kinship != PropertyNetwork::Kinship::equal) first = n;
  if (first == files.size()) return misuse("MODEL is given, and so is every network", "leave one --network out");
  files[first] = options.model;
  return files;
}

struct OpenNetworks {
  std::vector<OpenModel> open;  // what the models lie in
  PropertyModels models;
};

Result<OpenNetworks> open_networks(const VerifyOptions& options, const Property& property, const Limits& limits,
                                   Subject& subject) {
  const Result<std::vector<std::string>> files = network_files(options, property);
  if (!files) return files.finding();
  OpenNetworks networks;
  std::vector<std::shared_ptr<const CheckedModel>> models;
  for (std::size_t n = 0; n < files->size(); ++n) {
    models.emplace_back();
    if ((*files)[n].empty()) continue;
    ModelOptions one = options;
    one.model = (*files)[n];
    Result<OpenModel> open = open_network(one, property, n, limits, subject);
    if (!open) return open.finding();
    models.back() = open->verdict.model;
    networks.open.push_back(std::move(*open));
  }
  Result<PropertyModels> together = fitted(property, std::move(models));
  if (!together) return together.finding();
  networks.models = std::move(*together);
  return networks;
}

Result<VerifyReport> judge_witnesses(const VerifyOptions& options, Subject& subject) {
  const Limits limits;
  const Result<Property> property = open_property(options.property, limits, subject.identity);
  if (!property) return property.finding();
  const Result<OpenNetworks> networks = open_networks(options, *property, limits, subject);
  if (!networks) return networks.finding();
  VerifyReport report;
  report.property = property_words(*property);
  Progress progress(options.witnesses.size(), "witnesses", options.quiet);
  for (const std::string& path : options.witnesses) {
    const Result<Witness> witness = open_witness(path, *property, limits, subject.identity);
    if (!witness) return witness.finding();
    WitnessRow row = row_of(networks->models, judge(networks->models, *witness, limits, {.kernels = fast_kernel}));
    row.network = base_name(options.model);
    row.property = base_name(options.property);
    row.witness = base_name(path);
    report.rows.push_back(std::move(row));
    progress.advance(1);
  }
  report.identity = subject.identity;
  return report;
}

// The network, the property and what is said of both, without a witness.
Result<ClaimReport> judge_claimed(const VerifyOptions& options, Subject& subject) {
  const Limits limits;
  const Result<Property> property = open_property(options.property, limits, subject.identity);
  if (!property) return property.finding();
  if (auto problem = too_many_inputs(*property)) return *std::move(problem);
  ClaimSettings settings{.kernels = fast_kernel};
  if (!options.margin.empty()) {
    settings.margin = vnnlib::decimal_of(options.margin, {});
    if (!settings.margin || settings.margin->sign() <= 0)
      return misuse("--margin " + quoted(options.margin, 60) + " is no positive number", "give a decimal such as 1e-4");
  }
  const Result<OpenNetworks> networks = open_networks(options, *property, limits, subject);
  if (!networks) return networks.finding();
  if (options.boxes) settings.boxes = *options.boxes;
  Result<Threads> team = Threads::make(options.threads.value_or(1));
  if (!team) return team.finding();
  settings.team = &*team;
  Progress progress(settings.boxes, "boxes", options.quiet);
  settings.on_boxes_done = [&](std::uint64_t boxes) { progress.advance(boxes); };
  Result<JudgedClaim> claim = judge_claim(networks->models, limits, settings);
  if (!claim) return claim.finding();
  ClaimReport report = claim_report(networks->models, *std::move(claim));
  report.network = base_name(options.model);
  report.property = base_name(options.property);
  report.margin = settings.margin;
  report.identity = subject.identity;
  return report;
}

template <class Report> using Write = std::string (*)(const Report& report);

template <class Report>
Write<Report> chosen(const std::string& format, Write<Report> text, Write<Report> json, Write<Report> html,
                     Write<Report> junit, Write<Report> csv) {
  return format == "json" ? json : format == "html" ? html : format == "junit" ? junit : format == "csv" ? csv : text;
}

Result<Code> claim_and_print(const VerifyOptions& options, Subject& subject) {
  const Result<ClaimReport> report = judge_claimed(options, subject);
  if (!report) return report.finding();
  const auto write = chosen<ClaimReport>(options.format, claim_text, claim_json, claim_html, claim_junit, claim_csv);
  if (auto problem = deliver({write(*report), claim_summary(*report)}, options, options.output))
    return std::move(*problem);
  return code_of(*report);
}

Result<Code> verify_and_print(const VerifyOptions& options, Subject& subject) {
  if (options.campaign.empty() && options.property.empty())
    return misuse("no property is given", "give MODEL and PROPERTY, or --campaign FOLDER");
  if (!options.campaign.empty() && !(options.model.empty() && options.witnesses.empty() && options.networks.empty()))
    return misuse("--campaign takes its files from the folder", "leave MODEL, PROPERTY, --witness and --network out");
  if (options.campaign.empty() && !options.shard.empty())
    return misuse("--shard is a part of a campaign", "give --campaign FOLDER, or leave --shard out");
  const bool is_claim = options.campaign.empty() && options.witnesses.empty();
  if (!is_claim && !(options.margin.empty() && !options.boxes))
    return misuse("--margin and --boxes are for a claim", "leave them out, or leave --witness and --campaign out");
  if (is_claim) return claim_and_print(options, subject);
  const Result<VerifyReport> report =
      options.campaign.empty() ? judge_witnesses(options, subject) : judge_campaign(options, subject);
  if (!report) return report.finding();
  const auto write =
      chosen<VerifyReport>(options.format, verify_text, verify_json, verify_html, verify_junit, verify_csv);
  if (auto problem = deliver({write(*report), verify_summary(*report)}, options, options.output))
    return std::move(*problem);
  return code_of(*report);
}

}  // namespace

int verify(const VerifyOptions& options) {
  Subject subject;
  const Result<Code> code = verify_and_print(options, subject);
  return code ? static_cast<int>(*code) : fail(code.finding(), subject, options.format, options.output);
}

}  // namespace etalon::impl::cli
