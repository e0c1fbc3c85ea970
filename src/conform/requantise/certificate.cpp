// SPDX-License-Identifier: Apache-2.0
// Floor 8. See certificate.hpp.
#include "conform/requantise/certificate.hpp"

#include <algorithm>

#include "accuracy/shadow.hpp"
#include "conform/cause/alternatives.hpp"
#include "conform/judge/judge.hpp"

namespace etalon::impl {
namespace {

bool is_scale(double v) { return v > 0 && v < infinite_bound; }

ChannelCertificate certified(const QuantisedChannel& channel, DType x, std::span<const Requantisation* const> rules) {
  const Accumulator sums(channel.weights, channel.bias, lowest_of(x) - channel.x_zero, highest_of(x) - channel.x_zero);
  ChannelCertificate result{channel.by, sums.range(), {}};
  const std::vector<std::int64_t> first = thresholds(*rules[0], channel.by, sums.range());
  for (const Requantisation* rule : rules.subspan(1)) {
    if (rule->of == rules[0]->of) continue;
    std::vector<AccumulatorRange> apart = differing(first, thresholds(*rule, channel.by, sums.range()));
    if (apart.empty()) continue;
    Accumulator::Operands witness{Accumulator::Reached::no, {}};
    for (const AccumulatorRange& one : apart) {
      Accumulator::Operands found = sums.reach(one);
      if (found.reached != Accumulator::Reached::no) witness = std::move(found);
      if (witness.reached == Accumulator::Reached::yes) break;
    }
    result.differences.push_back({rule, std::move(apart), std::move(witness)});
  }
  return result;
}

// All operands but the first are constants, or omitted.
NodeCertificate certificate_of(const CheckedModel& model, const Trail& known, std::uint32_t node,
                               std::span<const Requantisation* const> rules) {
  const Call& call = model.calls[node];
  NodeCertificate result{node, {}, {}};
  std::vector<TensorView> operands(call.inputs.size());
  for (unsigned k = 1; k < call.inputs.size(); ++k) {
    if (!call.inputs[k]) continue;
    const auto& constant = known[model.graph->nodes[node].inputs[k]];
    if (!constant) {
      result.not_judged = "operand " + formal_name(call.row->inputs, k) + " is not a constant";
      return result;
    }
    operands[k] = constant->view();
  }
  const QuantisedChannels channels = alternatives_of(*call.op).channels(call, ConstantOperands(std::move(operands)));
  if (const auto* reason = std::get_if<std::string>(&channels)) {
    result.not_judged = *reason;
    return result;
  }
  for (const QuantisedChannel& channel : std::get<std::vector<QuantisedChannel>>(channels)) {
    if (!is_scale(channel.by.a) || !is_scale(channel.by.b) || !is_scale(channel.by.y)) {
      result.channels.clear();
      result.not_judged = "a scale is not a positive, finite number";
      return result;
    }
    result.channels.push_back(certified(channel, call.inputs[0]->type, rules));
  }
  return result;
}

}  // namespace

double ConstantOperands::number(unsigned k, std::uint64_t i) const {
  return k < operands_.size() && operands_[k].data != nullptr ? number_at(operands_[k], i) : 0;
}

std::vector<NodeCertificate> certify(const CheckedModel& model, std::span<const Requantisation* const> rules) {
  Trail known(model.graph->values.size());
  add_constants(*model.graph, known);
  std::vector<NodeCertificate> all;
  for (std::uint32_t n = 0; n < model.calls.size(); ++n)
    if (alternatives_of(*model.calls[n].op).channels != nullptr) all.push_back(certificate_of(model, known, n, rules));
  return all;
}

const Requantisation* find_requantisation(std::string_view id) {
  for (const Requantisation& one : requantisations())
    if (one.id == id) return &one;
  return nullptr;
}

}  // namespace etalon::impl
