// SPDX-License-Identifier: Apache-2.0
// Floor 8. Of every requantisation in a model, channel by channel: on which accumulators the named rules differ,
// whether operands of the node reach these, and whether an accumulator can leave int32 ("QUANTISE-ALL-CERTIFICATE").
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/check.hpp"
#include "conform/requantise/channel.hpp"
#include "conform/requantise/reach.hpp"

namespace etalon::impl {

// Where another rule differs from the first of those that are compared.
struct RuleDifference {
  const Requantisation* rule;
  std::vector<AccumulatorRange> accumulators;  // within the range of the channel
  Accumulator::Operands witness;               // operands whose accumulator is one of them
};

struct ChannelCertificate {
  Rescaling by;
  AccumulatorRange range;
  std::vector<RuleDifference> differences;  // only of rules that differ

  bool leaves_int32() const { return range.low < INT32_MIN || range.high > INT32_MAX; }
};

struct NodeCertificate {
  std::uint32_t node;
  std::vector<ChannelCertificate> channels;
  std::string not_judged;  // why, where nothing is said of the node
};

// Of every node that requantises, in the graph's order. The first rule is the one that others are held against.
std::vector<NodeCertificate> certify(const CheckedModel& model, std::span<const Requantisation* const> rules);

// The rule of this name; null where there is none.
const Requantisation* find_requantisation(std::string_view id);

}  // namespace etalon::impl
