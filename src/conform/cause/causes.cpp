// SPDX-License-Identifier: Apache-2.0
// Floor 8. See causes.hpp.
#include "conform/cause/causes.hpp"

#include <map>

namespace etalon::impl {
namespace {

// Spent on the causes of differences that arose in several nodes together; some seconds.
constexpr std::uint64_t most_steps = 400'000'000;

// The operands and results of a node as the candidate has them.
std::vector<TensorView> views_of(const Comparison& comparison, std::span<const std::uint32_t> values,
                                 const std::vector<std::optional<Argument>>& arguments) {
  std::vector<TensorView> views;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::optional<Tensor>& tensor = comparison.candidate[values[k]];
    views.push_back(arguments[k] && tensor ? tensor->view() : no_tensor);
  }
  return views;
}

// One difference, in each comparison that has the node or the stretch.
template <class Compared> struct Joined {
  std::vector<std::pair<const Comparison*, Compared*>> parts;
  bool differs = false;
};

void explain_nodes(std::span<Comparison> comparisons) {
  std::map<std::uint32_t, Joined<ComparedNode>> nodes;
  for (Comparison& comparison : comparisons)
    for (ComparedNode& one : comparison.nodes) {
      if (!one.judged.status.ok()) continue;
      Joined<ComparedNode>& all = nodes[one.node];
      all.parts.emplace_back(&comparison, &one);
      all.differs = all.differs || one.judged.differs();
    }
  const CheckedModel& model = *comparisons.front().model;
  for (const auto& [n, all] : nodes) {
    if (!all.differs) continue;
    const Node& node = model.graph->nodes[n];
    std::vector<Sample> samples;
    for (const auto& [comparison, one] : all.parts) {
      Sample& sample = samples.emplace_back(Sample{views_of(*comparison, node.inputs, model.calls[n].inputs),
                                                   views_of(*comparison, node.outputs, model.calls[n].outputs),
                                                   &one->judged.reference});
      for (std::size_t k = 0; k < sample.candidate.size(); ++k)  // what the candidate does not give
        if (one->judged.outputs[k].elements.empty()) sample.candidate[k] = no_tensor;
    }
    const Explanation why = explain(model.calls[n], samples);
    for (std::size_t s = 0; s < samples.size(); ++s) {
      ComparedNode& one = *all.parts[s].second;
      if (one.judged.differs()) one.why = why;
      if (why.is_admissible) admit(one.judged, samples[s].candidate, samples[s].candidate);  // "CON-ALL-WITNESS"
    }
  }
}

void explain_stretches(std::span<Comparison> comparisons, Team* team) {
  std::map<std::vector<std::uint32_t>, Joined<ComparedStretch>> stretches;
  for (Comparison& comparison : comparisons)
    for (ComparedStretch& one : comparison.stretches) {
      Joined<ComparedStretch>& all = stretches[one.nodes];
      all.parts.emplace_back(&comparison, &one);
      all.differs = all.differs || one.differing != 0;
    }
  const CheckedModel& model = *comparisons.front().model;
  const Wiring wiring(*model.graph);
  std::uint64_t steps = most_steps;
  for (const auto& [nodes, all] : stretches) {
    if (!all.differs) continue;
    const std::uint32_t last = nodes.back();
    std::vector<StretchSample> samples;
    for (const auto& [comparison, one] : all.parts) {
      StretchSample& sample = samples.emplace_back();
      for (const std::optional<Tensor>& tensor : comparison->candidate)
        sample.known.push_back(tensor ? &*tensor : nullptr);
      sample.last = {
          {}, views_of(*comparison, model.graph->nodes[last].outputs, model.calls[last].outputs), &one->reference};
    }
    const Explanation why = explain_stretch(model, wiring, nodes, samples, steps, team);
    for (const auto& [comparison, one] : all.parts)
      if (one->differing != 0) one->why = why;
  }
}

}  // namespace

void explain_differences(std::span<Comparison> comparisons, Team* team) {
  explain_nodes(comparisons);
  explain_stretches(comparisons, team);
}

Result<std::vector<Comparison>> compare_all(const std::shared_ptr<const CheckedModel>& model,
                                            std::vector<CandidateRun> runs, Team* team, const Progress& on_node_done) {
  std::vector<Comparison> all;
  for (CandidateRun& run : runs) {
    Result<Comparison> one = compare(model, std::move(run.inputs), run.values, team, on_node_done);
    if (!one) return one.finding();
    all.push_back(*std::move(one));
  }
  explain_differences(all, team);
  return all;
}

}  // namespace etalon::impl
