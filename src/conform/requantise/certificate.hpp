// SPDX-License-Identifier: Apache-2.0
// Floor 8. Of every requantisation in a model, channel by channel: on which accumulators the named rules differ,
// whether operands of the node reach these, and whether an accumulator can leave int32 ("QUANTISE-ALL-CERTIFICATE").
#pragma once

#include <functional>

#include "conform/requantise/reach.hpp"
#include "conform/requantise/sites.hpp"

namespace etalon::impl {

// Sums that inputs of the network gave.
struct SeenSums {
  std::uint64_t count = 0;
  std::uint64_t element = 0;  // of the node's result: the first one
  std::int64_t sum = 0;       // which is this
};

// Where another rule differs from the first of those that are compared.
struct RuleDifference {
  const Requantisation* rule;
  std::vector<AccumulatorRange> accumulators;  // within those of the channel that neither rule wraps
  Accumulator::Operands witness;               // operands whose accumulator is one of them
  bool wraps;                                  // one of the two rules doubles an accumulator until it leaves int32
  std::optional<SeenSums> seen = {};           // among them, of inputs of the network; nothing where not computed
};

struct ChannelCertificate {
  Rescaling by;
  std::int64_t bias;
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

// Computes the network on inputs, given by the number of their value, and adds what is seen in each node. A finding
// where that cannot be done.
// advance(done, all) is called after each node.
std::optional<Finding> observe(const CheckedModel& model, Trail inputs, Team* team, ModelCertificate& certificate,
                               const Advance& advance = {});

// The rules of these names. With one name, or none, the reference's rule comes first; none stands for all that compute
// different things.
Result<std::vector<const Requantisation*>> requantisations_named(std::span<const std::string> names);

}  // namespace etalon::impl
