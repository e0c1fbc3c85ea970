// SPDX-License-Identifier: Apache-2.0
// Floor 8. See draw.hpp.
#include "conform/equal/draw.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "accuracy/shadow.hpp"
#include "base/sha256.hpp"
#include "conform/judge/judge.hpp"
#include "run/interpret.hpp"
#include "tensor/conversion.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

std::string digest_of(const Tensor& tensor) { return sha256_of({tensor.data(), tensor.bytes()}); }

class Drawn {
 public:
  explicit Drawn(unsigned draw) : draw_(draw), random_(draw) {}

  Tensor tensor(const Argument& argument) {
    Tensor tensor(argument.type, argument.shape);
    const bool is_float = is_floating(argument.type);
    const Conversion conversion(DType::f64, argument.type);
    for (std::uint64_t i = 0; i < argument.shape.count; ++i) {
      const double number = is_float ? real() : static_cast<double>(whole(argument.type));
      conversion.store(tensor.data(), i, conversion.load(&number, 0), nullptr);
    }
    return tensor;
  }

 private:
  // In the first draw indices, in the second both signs, in the third more than a few.
  std::int64_t whole(DType type) {
    if (type == DType::boolean) return static_cast<std::int64_t>(random_() % 2);
    const bool is_signed = info(type).kind == Kind::signed_;
    if (draw_ == 0) return static_cast<std::int64_t>(random_() % 4);
    const std::uint64_t most = draw_ == 1 || info(type).bits == 4 ? 4 : 100;
    return static_cast<std::int64_t>(random_() % (2 * most)) - static_cast<std::int64_t>(is_signed ? most : 0);
  }

  double real() {
    constexpr double special[] = {0.0, -0.0, 1e-40, -1e-40, 3e38, HUGE_VAL, -HUGE_VAL, NAN};
    if (draw_ == 2 && random_() % 64 == 0) return special[random_() % std::size(special)];
    // Of twelve uniform numbers: the same on every machine, unlike std::normal_distribution.
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(random_() >> 11) * 0x1p-53;
    return draw_ == 1 ? sum * 100 : sum;
  }

  unsigned draw_;
  std::mt19937_64 random_;
};

}  // namespace

std::vector<std::uint32_t> matched(const Graph& our_graph, const Graph& their_graph,
                                   const std::vector<std::uint32_t>& ours, const std::vector<std::uint32_t>& theirs) {
  std::map<std::string_view, std::uint32_t> by_name;
  for (const std::uint32_t value : theirs) by_name[their_graph.values[value].name] = value;
  std::vector<std::uint32_t> result;
  for (const std::uint32_t value : ours) {
    const auto found = by_name.find(our_graph.values[value].name);
    if (found == by_name.end()) return theirs;
    result.push_back(found->second);
  }
  return by_name.size() == ours.size() ? result : theirs;
}

bool share_some_names(const Graph& our_graph, const Graph& their_graph, const std::vector<std::uint32_t>& ours,
                      const std::vector<std::uint32_t>& theirs) {
  std::set<std::string_view> names, others;
  for (const std::uint32_t value : ours) names.insert(our_graph.values[value].name);
  for (const std::uint32_t value : theirs) others.insert(their_graph.values[value].name);
  return names != others && std::ranges::any_of(names, [&](std::string_view name) { return others.contains(name); });
}

std::vector<Tensor> drawn_inputs(const Graph& graph, const std::vector<std::uint32_t>& inputs, unsigned draw) {
  Drawn drawn(draw);
  std::vector<Tensor> tensors;
  for (const std::uint32_t value : inputs)
    tensors.push_back(drawn.tensor({*graph.values[value].type, *graph.values[value].shape}));
  return tensors;
}

std::optional<DrawnRun> run_drawn(const CheckedModel& model, const std::vector<std::uint32_t>& inputs,
                                  const std::vector<Tensor>& tensors, Team* team) {
  const Graph& graph = *model.graph;
  DrawnRun run{std::vector<std::string>(graph.values.size()), {}};
  Trail values;
  add_constants(graph, values);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    values[inputs[k]] = tensors[k];
    run.digests[inputs[k]] = digest_of(tensors[k]);
  }
  const Status status =
      interpret(model, values, Keep::outputs,
                [&](std::uint32_t n, std::span<const std::optional<Tensor>* const> operands, Trail& results) {
                  std::vector<TensorView> views;
                  for (const std::optional<Tensor>* operand : operands)
                    views.push_back(operand != nullptr ? view_of(*operand) : no_tensor);
                  Computed computed = compute(model.calls[n], views, team);
                  for (std::size_t k = 0; computed.status.ok() && k < results.size(); ++k) {
                    if (!model.calls[n].outputs[k]) continue;
                    run.digests[graph.nodes[n].outputs[k]] = digest_of(computed.outputs[k]);
                    results[k] = std::move(computed.outputs[k]);
                  }
                  return computed.status;
                });
  if (!status.ok()) return std::nullopt;
  for (const std::uint32_t value : graph.outputs) run.outputs.push_back(*values[value]);
  return run;
}

}  // namespace etalon::impl
