// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon requantise` reports ("QUANTISE-ALL-CERTIFICATE"): on which accumulators rules of requantisation
// differ, in words, as JSON and as a page.
#pragma once

#include <span>
#include <string>

#include "conform/requantise/certificate.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {

struct RequantiseReport {
  const CheckedModel& model;
  std::span<const Requantisation* const> rules;  // the first one is what the others are held against
  std::span<const NodeCertificate> nodes;
  bool has_inputs;  // the network was computed on some
  Identity identity;
};

std::string site_text(const RequantiseReport& report, const RequantisingSite& site);  // a node, and how it is taken

// Counts of a rule over all channels that were judged.
struct RuleCounts {
  std::uint64_t channels = 0;                                 // on which it differs somewhere
  std::uint64_t accumulators = 0;                             // on which it differs
  std::uint64_t reached = 0, unreachable = 0, not_known = 0;  // channels, by what is known of these accumulators
  std::uint64_t wraps = 0;                                    // channels in which one of the two rules wraps
  std::uint64_t seen = 0;                                     // channels in which inputs of the network give one
  std::uint64_t not_computed = 0;                             // channels of which that is not known
};
RuleCounts counts_of(const RequantiseReport& report, const Requantisation& rule);
std::string seen_text(const RuleCounts& counts);  // in how many channels inputs give one, as far as that is known

std::string requantise_summary(const RequantiseReport& report);  // one line
std::string requantise_text(const RequantiseReport& report, std::size_t channels_shown);
std::string requantise_json(const RequantiseReport& report);
std::string requantise_html(const RequantiseReport& report);

}  // namespace etalon::impl
