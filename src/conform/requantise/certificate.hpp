// SPDX-License-Identifier: Apache-2.0
// Floor 8. Of every requantisation in a model, channel by channel: on which accumulators the named rules differ,
// whether operands of the node reach these, and whether an accumulator can leave int32 ("QUANTISE-ALL-CERTIFICATE").
#pragma once

#include <functional>

#include "conform/requantise/reach.hpp"
#include "conform/requantise/sites.hpp"

namespace etalon::impl {

// Where another rule differs from the first of those that are compared.
struct RuleDifference {
  const Requantisation* rule;
  std::vector<AccumulatorRange> accumulators;  // within those of the channel that neither rule wraps
  Accumulator::Operands witness;               // operands whose accumulator is one of them
  bool wraps;                                  // one of the two rules doubles an accumulator until it leaves int32
};

struct ChannelCertificate {
  Rescaling by;
  AccumulatorRange range;
  std::vector<RuleDifference> differences;  // only of rules that differ, or that wrap

  bool leaves_int32() const { return range.low < INT32_MIN || range.high > INT32_MAX; }
};

struct NodeCertificate {
  RequantisingSite site;
  std::vector<ChannelCertificate> channels;
};

struct ModelCertificate {
  Trail constants;  // which the sites refer to
  std::vector<NodeCertificate> nodes;
};

// Of every node that requantises, in the graph's order. The first rule is the one that others are held against.
// advance(done, all) is called after each channel.
using Advance = std::function<void(std::uint64_t done, std::uint64_t all)>;
ModelCertificate certify(const CheckedModel& model, std::span<const Requantisation* const> rules,
                         const Advance& advance = {});

// The rule of this name; null where there is none.
const Requantisation* find_requantisation(std::string_view id);

}  // namespace etalon::impl
