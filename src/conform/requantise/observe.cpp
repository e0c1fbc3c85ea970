// SPDX-License-Identifier: Apache-2.0
// Floor 8. What inputs of a network give: the accumulators of every node that requantises, computed as integers from
// the elements that the node takes ("QUANTISE-ALL-SEEN").
#include <algorithm>
#include <array>

#include "conform/judge/judge.hpp"
#include "conform/requantise/certificate.hpp"
#include "run/interpret.hpp"

namespace etalon::impl {
namespace {

constexpr std::string_view convolution = "ConvInteger";

// The weights as the operator of integers takes them.
Tensor weights_of(const RequantisingSite& site) {
  const Tensor& given = *site.weights.integers;
  if (site.in_integers == convolution) return given;
  const WeightedSums& s = site.sums;
  Tensor matrix(given.type(), *Shape::of(std::array{s.terms, s.channels}));
  for (std::uint64_t c = 0; c < s.channels; ++c)
    for (std::uint64_t k = 0; k < s.terms; ++k)
      matrix.data()[k * s.channels + c] = given.data()[c * s.channel_step + k * s.term_step];
  return matrix;
}

// A channel has one zero point.
Tensor zero_points_of(const RequantisingSite& site) {
  Tensor zeros(site.weights.integers->type(), *Shape::of(std::array{site.sums.channels}));
  for (std::uint64_t c = 0; c < site.sums.channels; ++c)
    zeros.data()[c] = static_cast<std::byte>(site.weights.zero_point_of(c * site.sums.channel_step));
  return zeros;
}

// The sums of a node without its bias, of the elements that it takes, modulo 2^32. Nothing where no operator of
// integers has them.
std::optional<Tensor> sums_of(const CheckedModel& model, const RequantisingSite& site, const Tensor& x, Team* team) {
  if (info(site.weights.integers->type()).bits != 8) return std::nullopt;
  const Tensor weights = weights_of(site), zeros = zero_points_of(site);
  Node node = model.graph->nodes[site.node];
  node.operation = site.in_integers;
  node.domain = "";
  if (site.in_integers != convolution) node.attributes.clear();
  const Tensor* const operands[] = {&x, &weights, site.x.zero_point, &zeros};
  return result_of(node, operands, team);
}

bool contains(const std::vector<AccumulatorRange>& ranges, std::int64_t sum) {
  const auto next = std::ranges::upper_bound(ranges, sum, {}, &AccumulatorRange::low);
  return next != ranges.begin() && sum <= std::prev(next)->high;
}

}  // namespace

std::optional<Finding> observe(const CheckedModel& model, Trail inputs, Team* team, ModelCertificate& certificate,
                               const Advance& advance) {
  add_constants(*model.graph, inputs);
  const Status status =
      interpret(model, inputs, Keep::all,
                [&](std::uint32_t n, std::span<const std::optional<Tensor>* const> operands, Trail& results) {
                  std::vector<TensorView> views;
                  for (const auto* operand : operands)
                    views.push_back(operand != nullptr ? view_of(*operand) : no_tensor);
                  Computed computed = compute(model.calls[n], views, team);
                  for (std::size_t k = 0; k < results.size(); ++k) results[k] = std::move(computed.outputs[k]);
                  if (advance) advance(n + 1, model.calls.size());
                  return computed.status;
                });
  if (!status.ok()) return Finding{Severity::error, status, {}, {}, "the model could not be computed", {}};
  for (NodeCertificate& node : certificate.nodes) {
    const bool differs = std::ranges::any_of(node.channels, [](const auto& one) { return !one.differences.empty(); });
    if (!differs) continue;
    const auto sums = sums_of(model, node.site, *inputs[node.site.quantised_x], team);
    if (!sums) continue;
    for (ChannelCertificate& channel : node.channels)
      for (RuleDifference& difference : channel.differences) difference.seen.emplace();
    const TensorView view = sums->view();
    for (std::uint64_t i = 0; i < view.shape.count; ++i) {
      ChannelCertificate& channel =
          node.channels[static_cast<std::size_t>(i / node.site.sums.result_step % node.site.sums.channels)];
      const std::int64_t sum =
          int_wrap(static_cast<std::uint64_t>(static_cast<std::int64_t>(number_at(view, i)) + channel.bias), 32);
      for (RuleDifference& difference : channel.differences) {
        if (!contains(difference.accumulators, sum)) continue;
        if (difference.seen->count++ == 0) difference.seen->element = i, difference.seen->sum = sum;
      }
    }
  }
  return std::nullopt;
}

}  // namespace etalon::impl
