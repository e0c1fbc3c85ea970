// SPDX-License-Identifier: Apache-2.0
// Floor 7. See shadow.hpp.
#include "accuracy/shadow.hpp"

#include <algorithm>
#include <cmath>

#include "accuracy/worlds.hpp"
#include "ops/reference.hpp"
#include "ops/reference_table.hpp"
#include "run/execute.hpp"
#include "run/interpret.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {

namespace {

binary_format format_of(DType type) { return binary_format_of(info(type).bits, info(type).fraction); }

// The largest magnitude that a real can have, rounded up.
double largest_of(const Enclosure& real) {
  if (std::holds_alternative<NoValue>(real)) return HUGE_VAL;
  const Between ends = between(real);
  return std::max(std::abs(ends.low), std::abs(ends.high));
}

// A shadow run is ball arithmetic only where rationals grew; then its errors must be distinguishable from its radii.
bool all_tight(const CheckedModel& model, const Trail& trail, const Shadow& shadow, bool* balls) {
  bool tight = true;
  for (const Node& node : model.graph->nodes)
    for (const std::uint32_t value : node.outputs) {
      if (!trail[value]) continue;  // omitted
      const TensorView computed = std::as_const(*trail[value]).view();
      for (std::uint64_t i = 0; i < computed.shape.count; ++i) {
        const Enclosure& real = shadow.values[value][i];
        if (std::holds_alternative<Number>(real)) continue;
        *balls = *balls || std::holds_alternative<Ball>(real);
        const NoValue* none = std::get_if<NoValue>(&real);
        tight = tight && (none != nullptr ? *none == NoValue::undefined : error_of(computed, i, real).tight);
      }
    }
  return tight;
}

Shadow at_precision(const CheckedModel& model, const Trail& trail, const Progress& on_node_done, long bits) {
  const Graph& graph = *model.graph;
  Shadow shadow;
  shadow.values.resize(graph.values.size());
  std::vector<bool> made(graph.values.size());
  for (const Node& node : graph.nodes)
    for (const std::uint32_t value : node.outputs) made[value] = true;
  for (std::size_t v = 0; v < made.size(); ++v)
    if (!made[v] && trail[v]) shadow.values[v] = reals_of(trail[v]->view());
  interpret(model, shadow.values, Keep::all,
            [&](std::uint32_t n, std::span<const Reals* const> inputs, std::vector<Reals>& results) -> Status {
              std::vector<const void*> plain;
              for (const std::uint32_t value : graph.nodes[n].inputs)
                plain.push_back(trail[value] ? trail[value]->data() : nullptr);
              results = real_results(model.calls[n], inputs, plain, {.bits = bits});
              if (on_node_done) on_node_done(operations_of(model.calls[n]));
              return {};
            });
  return shadow;
}

}  // namespace

void add_constants(const Graph& graph, Trail& values) {
  values.resize(graph.values.size());
  for (const auto& [value, constant] : graph.initializers) {
    values[value].emplace(constant.type, constant.shape);
    decode(constant, values[value]->view());
  }
}

Status NodeRunner::run(const Call& call, std::span<const TensorView> inputs, std::span<std::optional<Tensor>> results) {
  std::vector<MutableTensorView> outputs;
  for (std::size_t k = 0; k < call.outputs.size(); ++k) {
    outputs.push_back({DType{}, {}, nullptr, 0});
    const std::optional<Argument>& result = call.outputs[k];
    if (!result) continue;
    const auto fits = checked_shape({result->shape.dims.data(), result->shape.rank}, result->type, limits_);
    if (!fits) return too_large_ = fits.finding(), fits.finding().status;
    outputs.back() = results[k].emplace(result->type, result->shape).view();
  }
  const Kernel kernel = (kernels_ != nullptr ? kernels_ : reference_kernel)(call, CountEvents::no);
  const unsigned tasks = team_ == nullptr ? 1 : team_->size();
  AlignedBytes scratch(kernel.scratch_for(call, tasks));
  return execute(call, inputs, outputs, {.scratch = scratch.span(), .team = team_, .tasks = tasks}, kernel);
}

Finding NodeRunner::finding(const Status& status) {
  if (too_large_) return *std::move(too_large_);
  return {Severity::error, status, {}, {}, "the model could not be computed", {}};
}

Result<Trail> trail_of(const CheckedModel& model, Trail values, const Limits& limits, const TrailSettings& settings) {
  using Computed = std::optional<Tensor>;
  add_constants(*model.graph, values);
  NodeRunner runner(limits, settings.kernels);
  const auto compute = [&](std::uint32_t n, std::span<const Computed* const> operands, Trail& results) -> Status {
    std::vector<TensorView> inputs;
    for (const Computed* operand : operands) inputs.push_back(operand != nullptr ? view_of(*operand) : no_tensor);
    if (!settings.policy) return runner.run(model.calls[n], inputs, results);
    Call call = model.calls[n];
    call.choices.accumulation = *settings.policy;
    return runner.run(call, inputs, results);
  };
  const Status status = interpret(model, values, Keep::all, compute);
  if (!status.ok()) return runner.finding(status);
  return values;
}

std::vector<Reals> real_results(const Call& call, std::span<const Reals* const> inputs, Inputs plain,
                                const Precision& precision) {
  std::vector<const void*> in;
  for (std::size_t k = 0; k < inputs.size(); ++k)
    in.push_back(inputs[k] == nullptr                                       ? nullptr
                 : formal_at(call.row->inputs, k)->use == Formal::Use::data ? inputs[k]->data()
                                                                            : plain[k]);
  std::vector<Reals> results(call.outputs.size());
  std::vector<void*> out;
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (call.outputs[k]) results[k].resize(static_cast<std::size_t>(call.outputs[k]->shape.count));
    out.push_back(results[k].data());
  }
  // No status: over this algebra no operator has an error condition, and indices were good when the trail was made.
  reference_in<Enclosures>(call)(Enclosures(precision), call, in, out, {});
  return results;
}

double ulp_at(DType type, double magnitude) {
  if (info(type).kind != Kind::floating) return 1;
  const binary_format f = format_of(type);
  const int smallest = 1 - binary_bias(f), fraction = static_cast<int>(f.fraction);
  int exponent = smallest;
  if (magnitude > 0 && std::isfinite(magnitude)) exponent = std::max(std::ilogb(magnitude), smallest);
  return std::ldexp(1.0, std::min(exponent, binary_bias(f)) - fraction);
}

Error error_of(const TensorView& computed, std::uint64_t i, const Enclosure& real) {
  if (const NoValue* none = std::get_if<NoValue>(&real))
    return {HUGE_VAL, HUGE_VAL, HUGE_VAL, *none == NoValue::undefined};
  if (!is_finite(computed, i)) return {HUGE_VAL, HUGE_VAL, HUGE_VAL, true};
  const Enclosure difference = impl::difference(number_of(computed, i), real);
  const Between error = between(difference), value = between(real);
  const double smallest = value.low <= 0 && value.high >= 0 ? 0 : std::min(std::abs(value.low), std::abs(value.high));
  const double ulp = ulp_at(computed.type, smallest);
  // Tight: the two ends differ by a millionth, or the error is negligible.
  const bool tight = error.high - std::max(error.low, 0.0) <= error.high * 0x1p-20 || error.high <= ulp * 0x1p-30;
  // Divided before it is rounded: a double of the size of a subnormal error can be many times too large.
  const double ulps = between(scaled(difference, -std::ilogb(ulp))).high;
  return {error.high, error.high == 0 ? 0 : largest_of(Enclosed{}.div(difference, real, nullptr)), ulps, tight};
}

Shadow shadow_of(const CheckedModel& model, const Trail& trail, const Progress& on_node_done, long most_bits) {
  for (long bits = 256;; bits *= 2) {
    Shadow shadow = at_precision(model, trail, on_node_done, bits);
    bool balls = false;
    const bool tight = all_tight(model, trail, shadow, &balls);
    if (balls) shadow.precision = bits;
    if (tight || bits >= most_bits) return shadow;
  }
}

}  // namespace etalon::impl
