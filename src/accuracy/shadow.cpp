// SPDX-License-Identifier: Apache-2.0
// Floor 7. See shadow.hpp.
#include "accuracy/shadow.hpp"

#include <algorithm>
#include <cmath>

#include "exact/dyadic_sum.hpp"
#include "ops/dot.hpp"
#include "ops/reference.hpp"
#include "ops/reference_kernels.hpp"
#include "run/execute.hpp"
#include "tensor/pattern.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {

// Sums of products are most of a shadow's work. Products of floats are added as integers; operands that are not dyadic,
// or have no value, take the general path.
template <> struct Exactly<Enclosed> {
  void step(const Enclosure& a, const Enclosure& b, unsigned*) {
    const Number *x = std::get_if<Number>(&a), *y = std::get_if<Number>(&b);
    if (x == nullptr || y == nullptr || !dyadic.add_product(*x, *y))
      rest = Enclosed::add(rest, Enclosed::mul(a, b, nullptr), nullptr);
  }
  Enclosure finish(unsigned*) const { return Enclosed::add(rest, dyadic.value(), nullptr); }

  DyadicSum dyadic;
  Enclosure rest = Enclosed::zero();
};

namespace {

binary_format format_of(DType type) { return binary_format_of(info(type).bits, info(type).fraction); }

bool is_finite(const TensorView& tensor, std::uint64_t i) {
  if (info(tensor.type).kind != Kind::floating) return true;
  const binary_format f = format_of(tensor.type);
  return binary_magnitude(f, pattern_at(tensor, i)) < binary_infinity(f);
}

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
  const BallPrecision precision(bits);
  const Graph& graph = *model.graph;
  Shadow shadow;
  shadow.values.resize(graph.values.size());
  std::vector<bool> made(graph.values.size());
  for (const Node& node : graph.nodes)
    for (const std::uint32_t value : node.outputs) made[value] = true;
  for (std::size_t v = 0; v < made.size(); ++v)
    if (!made[v] && trail[v]) shadow.values[v] = reals_of(trail[v]->view());
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    std::vector<const Reals*> inputs;
    for (const std::uint32_t value : graph.nodes[n].inputs) inputs.push_back(&shadow.values[value]);
    shadow.values[graph.nodes[n].outputs[0]] = real_result(model.calls[n], inputs);
    if (on_node_done) on_node_done(operations_of(model.calls[n]));
  }
  return shadow;
}

}  // namespace

Result<Trail> trail_of(const CheckedModel& model, Trail values, const Limits& limits) {
  const Graph& graph = *model.graph;
  values.resize(graph.values.size());
  for (const auto& [value, constant] : graph.initializers) {
    values[value].emplace(constant.type, constant.shape);
    decode(constant, values[value]->view());
  }
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const Call& call = model.calls[n];
    const Argument& result = call.outputs[0];
    const auto fits = checked_shape({result.shape.dims.data(), result.shape.rank}, result.type, limits);
    if (!fits) return fits.finding();
    Tensor& output = values[graph.nodes[n].outputs[0]].emplace(result.type, result.shape);
    std::vector<TensorView> inputs;
    for (const std::uint32_t value : graph.nodes[n].inputs) inputs.push_back(std::as_const(*values[value]).view());
    const MutableTensorView outputs[] = {output.view()};
    Status status = execute(call, inputs, outputs, {}, reference_kernel);
    if (!status.ok()) {
      status.node = n;
      return Finding{Severity::error, status, {}, {}, "the model could not be computed", {}};
    }
  }
  return values;
}

Number number_of(const TensorView& tensor, std::uint64_t i) {
  const std::uint64_t pattern = pattern_at(tensor, i);
  const DTypeInfo& type = info(tensor.type);
  Number number;
  mpz_ptr numerator = mpq_numref(number.get());
  if (type.kind != Kind::floating) {
    const bool negative = type.kind == Kind::signed_ && int_wrap(pattern, type.bits) < 0;
    const std::uint64_t size = negative ? 0 - static_cast<std::uint64_t>(int_wrap(pattern, type.bits)) : pattern;
    mpz_import(numerator, 1, -1, sizeof size, 0, 0, &size);
    if (negative) mpz_neg(numerator, numerator);
    return number;
  }
  const binary_exact exact = binary_unpack(format_of(tensor.type), pattern);
  mpz_import(numerator, 1, -1, sizeof exact.significand.low, 0, 0, &exact.significand.low);
  if (exact.sign != 0) mpz_neg(numerator, numerator);
  const auto distance = static_cast<mp_bitcnt_t>(std::abs(exact.exponent));
  exact.exponent < 0 ? mpq_div_2exp(number.get(), number.get(), distance)
                     : mpq_mul_2exp(number.get(), number.get(), distance);
  return number;
}

Reals reals_of(const TensorView& tensor) {
  Reals reals(static_cast<std::size_t>(tensor.shape.count));
  for (std::uint64_t i = 0; i < tensor.shape.count; ++i)
    if (is_finite(tensor, i))
      reals[i] = number_of(tensor, i);
    else
      reals[i] = NoValue::undefined;
  return reals;
}

Reals real_result(const Call& call, std::span<const Reals* const> inputs) {
  std::vector<const void*> in;
  for (const Reals* reals : inputs) in.push_back(reals->data());
  Reals result(static_cast<std::size_t>(call.outputs[0].shape.count));
  void* const out = result.data();
  // No status: over this algebra no operator has an error condition.
  reference_kernels<Enclosed, false>[static_cast<unsigned>(call.op->id)].compute(call, in, {&out, 1}, {});
  return result;
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
  return {error.high, error.high == 0 ? 0 : largest_of(Enclosed::div(difference, real, nullptr)), ulps, tight};
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
