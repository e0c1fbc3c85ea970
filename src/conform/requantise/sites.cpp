// SPDX-License-Identifier: Apache-2.0
// Floor 8. See sites.hpp.
#include "conform/requantise/sites.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "check/resolve.hpp"
#include "conform/cause/alternatives.hpp"
#include "conform/judge/judge.hpp"
#include "ops/clip/formals.hpp"
#include "ops/reference.hpp"
#include "run/execute.hpp"
#include "run/interpret.hpp"

namespace etalon::impl {
namespace {

constexpr double infinity = infinite_bound;
constexpr unsigned elements = 0, scale = 1, zero_point = 2;  // operands of QuantizeLinear and DequantizeLinear

bool is_scale(double v) { return v > 0 && v < infinity; }

// What a node between the sums and QuantizeLinear holds its elements between.
struct Ends {
  double lower = -infinity, upper = infinity;
};
std::optional<double> clip_end(const Call& call, const Node& node, const Trail& known, const ClipBound& bound) {
  if (call.has_input(bound.input)) {
    const auto& given = known[node.inputs[bound.input]];
    return given ? std::optional(number_at(given->view(), 0)) : std::nullopt;
  }
  const float* given = call.row->attributes.empty() ? nullptr : call.attribute<float>(bound.attribute);
  return given != nullptr ? *given : bound.without_effect;
}
std::optional<Ends> ends_of_clip(const Call& call, const Node& node, const Trail& known) {
  const auto lower = clip_end(call, node, known, lower_bound), upper = clip_end(call, node, known, upper_bound);
  if (!lower || !upper || std::isnan(*lower) || std::isnan(*upper)) return std::nullopt;
  return Ends{*lower, *upper};
}
// Operators that a runtime makes part of a requantisation; nothing where it cannot.
struct Limiter {
  std::string_view name;
  std::optional<Ends> (*ends)(const Call& call, const Node& node, const Trail& known);
};
constexpr Limiter limiters[] = {
    {"Relu", [](const Call&, const Node&, const Trail&) { return std::optional(Ends{0, infinity}); }},
    {"Clip", ends_of_clip},
};

// What a node's place in a chain is, and why a chain is none.
class SiteFinder {
 public:
  SiteFinder(const CheckedModel& model, const Trail& known)
      : model_(model), known_(known), makers_(model.graph->values.size(), no_node), users_(model.graph->values.size()) {
    for (std::uint32_t n = 0; n < graph().nodes.size(); ++n) {
      for (const std::uint32_t value : graph().nodes[n].outputs) makers_[value] = n;
      for (std::size_t k = 0; k < model.calls[n].inputs.size(); ++k)
        if (model.calls[n].has_input(k))
          if (auto& users = users_[graph().nodes[n].inputs[k]]; users.empty() || users.back() != n) users.push_back(n);
    }
    for (const std::uint32_t value : graph().outputs) users_[value].push_back(no_node);
  }

  std::optional<RequantisingSite> site_of(std::uint32_t n) {
    const SumFacet* facet = alternatives_of(*call(n).op).sums;
    if (facet == nullptr) return std::nullopt;
    site_ = {};
    site_.node = n;
    const bool found = facet->at.requantise() ? requantises(n, facet->at) : is_chain(n, facet->at);
    if (!found) return std::nullopt;
    if (call(n).outputs[0]->shape.count == 0) refuse("its result has no elements");
    if (site_.not_judged.empty()) add_sums(*facet);
    return std::move(site_);
  }

 private:
  const Graph& graph() const { return *model_.graph; }
  const Call& call(std::uint32_t n) const { return model_.calls[n]; }
  bool is(std::uint32_t n, std::string_view name) const { return n != no_node && name == call(n).op->name; }
  std::uint32_t value(std::uint32_t n, unsigned k) const { return graph().nodes[n].inputs[k]; }
  void refuse(std::string reason) {
    if (site_.not_judged.empty()) site_.not_judged = std::move(reason);
  }

  // An operand that must be a constant; null where it is omitted.
  const Tensor* constant(std::uint32_t n, unsigned k) {
    if (k == SumOperands::none || !call(n).has_input(k)) return nullptr;
    const auto& given = known_[value(n, k)];
    if (!given) {
      const bool is_default =
          std::ranges::find(graph().initializers, value(n, k), &Initializer::value) != graph().initializers.end();
      refuse("operand " + formal_name(call(n).row->inputs, k) + " of " + call(n).op->name + " is not a constant" +
             (is_default ? ": it is an input of the model, and a caller may give another value than its initializer"
                         : ""));
    }
    return given ? &*given : nullptr;
  }

  // ---- an operator that requantises

  bool requantises(std::uint32_t n, const SumOperands& at) {
    site_.quantised_x = value(n, at.x.elements);
    site_.x_type = call(n).inputs[at.x.elements]->type;
    site_.y_type = call(n).outputs[0]->type;
    site_.x = {nullptr, constant(n, at.x.scale), constant(n, at.x.zero_point)};
    site_.weights = {constant(n, at.weights.elements), constant(n, at.weights.scale),
                     constant(n, at.weights.zero_point)};
    site_.y = {nullptr, constant(n, at.y_scale), constant(n, at.y_zero_point)};
    site_.lowest = lowest_of(site_.y_type);
    site_.highest = highest_of(site_.y_type);
    if (const Tensor* bias = constant(n, at.bias)) site_.bias = ScaledIntegers{bias};
    for (const ScaledIntegers* one : {&site_.x, &site_.y})
      if (one->scale != nullptr && one->scale->shape().count != 1) refuse("it has a scale for each row");
    return true;
  }

  // ---- a chain

  // The operands of a QuantizeLinear or DequantizeLinear.
  ScaledIntegers scaled(std::uint32_t n) {
    return {nullptr, constant(n, scale), constant(n, zero_point), *ScaleGeometry::of(call(n))};
  }

  bool is_chain(std::uint32_t n, const SumOperands& at) {
    const std::uint32_t from = makers_[value(n, at.x.elements)];
    if (!is(from, "DequantizeLinear")) return false;
    Ends ends;
    const auto to = end_of_chain(graph().nodes[n].outputs[0], ends);
    if (!to) return false;
    site_.is_chain = true;
    site_.quantised_x = value(from, elements);
    site_.x_type = call(from).inputs[elements]->type;
    site_.y_type = call(*to).outputs[0]->type;
    site_.x = scaled(from);
    site_.y = scaled(*to);
    if (site_.x.places.per != ScaleGeometry::Per::tensor || site_.y.places.per != ScaleGeometry::Per::tensor)
      refuse("its operand or its result has several scales");
    const std::uint32_t maker = makers_[value(n, at.weights.elements)];
    if (is(maker, "DequantizeLinear")) {
      site_.weights = scaled(maker);
      site_.weights.integers = constant(maker, elements);
    } else {
      refuse("its weights are not dequantised");
    }
    if (at.bias != SumOperands::none && call(n).has_input(at.bias)) add_bias(n, at.bias);
    if (site_.not_judged.empty()) add_ends(*to, ends);
    return true;
  }

  void add_bias(std::uint32_t n, unsigned k) {
    const std::uint32_t maker = makers_[value(n, k)];
    if (!is(maker, "DequantizeLinear")) {
      site_.real_bias = constant(n, k);
      return;
    }
    site_.bias = scaled(maker);
    site_.bias->integers = constant(maker, elements);
  }

  // The ends, quantised as the chain quantises its results.
  void add_ends(std::uint32_t quantises, const Ends& ends) {
    Tensor reals(DType::f32, *Shape::of(std::array<std::uint64_t, 2>{1, 2}));  // of a rank that no scale for all has
    const float both[] = {static_cast<float>(ends.lower), static_cast<float>(ends.upper)};
    std::memcpy(reals.data(), both, sizeof both);
    const Tensor* const operands[] = {&reals, site_.y.scale, site_.y.zero_point};
    const auto integers = result_of(graph().nodes[quantises], operands, nullptr);
    if (!integers || integers->type() != site_.y_type) return refuse("the ends of its results cannot be quantised");
    site_.lowest = static_cast<std::int64_t>(number_at(integers->view(), 0));
    site_.highest = static_cast<std::int64_t>(number_at(integers->view(), 1));
  }

  // The QuantizeLinear that takes a value, or what is held between two numbers of it. Nothing else may take these.
  std::optional<std::uint32_t> end_of_chain(std::uint32_t result, Ends& held) {
    std::vector<std::uint32_t> reals{result};
    for (std::size_t k = 0; k < reals.size(); ++k) {
      const std::uint32_t real = reals[k];
      if (users_[real].size() > 1) refuse("its result in float is used by other nodes as well");
      for (const std::uint32_t n : users_[real]) {
        const auto takes = [&](std::string_view name) { return is(n, name) && value(n, elements) == real; };
        if (takes("QuantizeLinear")) return n;
        const auto limiter = std::ranges::find_if(limiters, takes, &Limiter::name);
        if (limiter == std::end(limiters)) continue;
        const auto ends = limiter->ends(call(n), graph().nodes[n], known_);
        if (!ends) refuse("the ends of a " + std::string(limiter->name) + " behind it are not constant numbers");
        const Ends own = ends.value_or(Ends{});
        held.lower = std::min(std::max(held.lower, own.lower), own.upper);
        held.upper = std::min(std::max(held.upper, own.lower), own.upper);
        reals.push_back(graph().nodes[n].outputs[0]);
      }
    }
    return std::nullopt;
  }

  // ---- both

  void add_sums(const SumFacet& facet) {
    const auto sums = facet.sums(call(site_.node));
    if (const auto* reason = std::get_if<std::string>(&sums)) return refuse(*reason);
    site_.sums = std::get<WeightedSums>(sums);
    site_.in_integers = facet.in_integers;
    if (!site_.is_chain && site_.weights.scale->shape().count != 1)  // the scale of a channel
      site_.weights.places = {ScaleGeometry::Per::axis, site_.sums.channel_step, site_.sums.channels};
    if (!site_.is_chain && site_.weights.zero_point != nullptr &&
        site_.weights.zero_point->shape().count != site_.weights.scale->shape().count)
      return refuse("its weights have other zero points than scales");
    for (const Tensor* bias : {site_.real_bias, site_.bias ? site_.bias->integers : nullptr})
      if (bias != nullptr && bias->shape().count != site_.sums.channels)
        return refuse("its bias is not one number for each channel");
    const WeightedSums& s = site_.sums;
    if (s.terms == 0) return refuse("its sums have no terms");
    if (info(site_.x_type).bits + info(site_.weights.integers->type()).bits + std::bit_width(s.terms) > 62)
      return refuse("its sums may be too large to be counted");
    const bool can_vary = site_.is_chain && site_.weights.places.per != ScaleGeometry::Per::tensor;
    for (std::uint64_t c = 0; c < s.channels; ++c) {
      const double own = site_.weights.scale_of(c * s.channel_step);
      const std::int64_t own_zero = site_.weights.zero_point_of(c * s.channel_step);
      for (std::uint64_t k = 0; can_vary && k < s.terms; ++k) {
        const std::uint64_t weight = c * s.channel_step + k * s.term_step;
        if (site_.weights.scale_of(weight) != own || site_.weights.zero_point_of(weight) != own_zero)
          return refuse("the weights of a channel have several scales or zero points");
      }
      if (!is_scale(site_.x.scale_of(0)) || !is_scale(own) || !is_scale(site_.y.scale_of(0)))
        return refuse("a scale is not a positive, finite number");
      // The scale of a bias is what exporters computed as the product of the other two.
      const double product = site_.x.scale_of(0) * own;
      if (site_.bias && site_.bias->scale != nullptr &&
          !(std::abs(site_.bias->scale_of(c) - product) <= 0x1p-20 * product))
        return refuse("its bias has another scale than its sums");
      if (site_.real_bias != nullptr && !std::isfinite(number_at(site_.real_bias->view(), c)))
        return refuse("its bias is not finite");
    }
  }

  const CheckedModel& model_;
  const Trail& known_;
  std::vector<std::uint32_t> makers_;              // of each value
  std::vector<std::vector<std::uint32_t>> users_;  // of each value; no_node for the outputs of the model
  RequantisingSite site_;                          // that is being made
};

}  // namespace

double ScaledIntegers::scale_of(std::uint64_t i) const { return number_at(scale->view(), places.place(i)); }
std::int64_t ScaledIntegers::zero_point_of(std::uint64_t i) const {
  return zero_point == nullptr ? 0 : static_cast<std::int64_t>(number_at(zero_point->view(), places.place(i)));
}
std::int64_t ScaledIntegers::number_of(std::uint64_t i) const {
  return static_cast<std::int64_t>(number_at(integers->view(), i)) - zero_point_of(i);
}

QuantisedChannel RequantisingSite::channel(std::uint64_t c) const {
  const std::uint64_t first = c * sums.channel_step;
  QuantisedChannel one{
      {}, 0, {x.scale_of(0), weights.scale_of(first), y.scale_of(0), y.zero_point_of(0), lowest, highest}};
  one.weights.reserve(static_cast<std::size_t>(sums.terms));
  for (std::uint64_t k = 0; k < sums.terms; ++k) one.weights.push_back(weights.number_of(first + k * sums.term_step));
  if (bias) one.bias = bias->number_of(c);
  if (real_bias != nullptr) one.bias = quantised_bias(number_at(real_bias->view(), c), one.by.a * one.by.b);
  return one;
}

std::optional<Tensor> result_of(const Node& node, std::span<const Tensor* const> operands, Team* team) {
  std::vector<Given> given;
  std::vector<TensorView> inputs;
  for (const Tensor* one : operands) {
    given.push_back(one != nullptr ? Given(Argument{one->type(), one->shape()}) : Given(std::nullopt));
    inputs.push_back(one != nullptr ? one->view() : no_tensor);
  }
  const auto resolution = resolve(*find_profile("onnx"), newest_opset, node, given);
  if (!resolution) return std::nullopt;
  Computed computed = compute(resolution->call, inputs, team);
  if (!computed.status.ok()) return std::nullopt;
  return std::move(computed.outputs[0]);
}

Trail constants_of(const CheckedModel& model) {
  Trail known(model.graph->values.size());
  add_constants(*model.graph, known);
  for (const std::uint32_t input : model.graph->inputs) known[input].reset();  // a caller may give another value
  const auto compute = [&](std::uint32_t n, std::span<const std::optional<Tensor>* const> operands, Trail& results) {
    const Call& call = model.calls[n];
    const bool is_known = std::ranges::all_of(operands, [](const auto* one) { return one == nullptr || *one; });
    if (call.op->computes() || !is_known) return Status{};
    std::vector<TensorView> inputs;
    std::vector<MutableTensorView> outputs;
    for (const auto* operand : operands) inputs.push_back(operand != nullptr ? view_of(*operand) : no_tensor);
    for (std::size_t k = 0; k < call.outputs.size(); ++k) {
      outputs.push_back({DType{}, {}, nullptr, 0});
      if (const auto& result = call.outputs[k]) outputs.back() = results[k].emplace(result->type, result->shape).view();
    }
    // What cannot be computed is not known.
    if (!execute(call, inputs, outputs, {}, reference_kernel).ok()) std::ranges::fill(results, std::nullopt);
    return Status{};
  };
  interpret(model, known, Keep::all, compute);
  return known;
}

std::vector<RequantisingSite> requantising_sites(const CheckedModel& model, const Trail& known) {
  SiteFinder finder(model, known);
  std::vector<RequantisingSite> sites;
  for (std::uint32_t n = 0; n < model.calls.size(); ++n)
    if (auto site = finder.site_of(n)) sites.push_back(*std::move(site));
  return sites;
}

}  // namespace etalon::impl
