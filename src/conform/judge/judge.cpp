// SPDX-License-Identifier: Apache-2.0
// Floor 8. See judge.hpp.
#include "conform/judge/judge.hpp"

#include <algorithm>
#include <cstring>

#include "accuracy/bounds.hpp"
#include "accuracy/points.hpp"
#include "conform/judge/difference.hpp"
#include "conform/judge/sets.hpp"
#include "ops/precondition.hpp"
#include "ops/type_sets.hpp"
#include "ops/world.hpp"
#include "run/execute.hpp"
#include "simd/fast.hpp"
#include "tensor/pattern.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {

double number_at(const TensorView& view, std::uint64_t i) {
  double number = 0;
  Stored::with<types::numbers>(view.type, [&]<class A>(A) {
    if constexpr (requires { A::format; })
      number = as_double<A>(A::load(view.data, i));
    else
      number = static_cast<double>(A::load(view.data, i));
  });
  return number;
}

namespace {

void measure(JudgedOutput& out, const TensorView& candidate, const TensorView& reference, std::uint64_t i) {
  if (pattern_at(candidate, i) == pattern_at(reference, i)) return;
  if (out.differing++ == 0) out.first_differing = i;
  const Distance distance = distance_between(candidate, reference, i);
  if (out.differing > 1 && distance.ulp <= out.farthest.ulp) return;
  out.farthest = distance;
  out.farthest_at = i;
}

// A call with its operands, and the preconditions that these break.
struct CallWithOperands {
  const Call& call;
  std::span<const TensorView> inputs;
  std::vector<const Precondition*> broken = {};

  CallWithOperands(const Call& of, std::span<const TensorView> operands) : call(of), inputs(operands) {
    for (const Precondition& precondition : call.row->preconditions)
      if (concerns(precondition, call) && breach(precondition, call, inputs[precondition.operand].data).count != 0)
        broken.push_back(&precondition);
  }
};

// Whether element i of an output is an integer that was made of a NaN: the sources do not say which one
// ("QUANTISE-FLOAT-NAN"). Where it is made of all elements, infinities among them give a NaN, too.
bool is_of_nan(const CallWithOperands& given, unsigned output, std::uint64_t i) {
  const auto& [call, inputs, broken] = given;
  if (!bound_of(*call.op).quantises || is_floating(call.outputs[output]->type)) return false;
  const TensorView& x = inputs[0];
  if (!is_floating(x.type)) return false;
  if (terms_of(call) != 0) return std::isnan(number_at(x, i));
  for (std::uint64_t k = 0; k < x.shape.count; ++k)
    if (!std::isfinite(number_at(x, k))) return true;
  return false;
}

// Whether element i of an output is made of an element that breaks a precondition: then the sources do not say what
// it is.
bool is_undefined(const CallWithOperands& given, unsigned output, std::uint64_t i) {
  if (is_of_nan(given, output, i)) return true;
  if (given.broken.empty()) return false;
  const auto& [call, inputs, broken] = given;
  std::vector<const void*> plain;
  for (const TensorView& input : inputs) plain.push_back(input.data);
  for (const Precondition* precondition : broken) {
    const TensorView& operand = inputs[precondition->operand];
    const unsigned bits = info(operand.type).bits;
    for (std::uint64_t k = 0; k < terms_of(call); ++k)
      for (const Ingredient& part : ingredients_of(call, plain, output, i, k)) {
        if (part.input != precondition->operand) continue;
        const TensorView one{
            operand.type, {}, static_cast<const std::byte*>(operand.data) + part.element * bits / 8, (bits + 7) / 8};
        if (bits < 8 || scan_stored(precondition->demand, one).count != 0) return true;
      }
  }
  return false;
}

// How the elements of a call are judged: not at all, by the reference alone, by sets, or as a function whose accuracy
// is open.
struct Criteria {
  bool recorded = false, is_function = false;
  AllowedSets sets = {};  // empty where one value conforms
};

Standing standing_of(const Criteria& by, std::size_t output, const TensorView& candidate, const TensorView& reference,
                     std::uint64_t i) {
  if (by.recorded) return Standing::recorded;
  if (by.sets.outputs.empty()) return same_value(candidate, reference, i) ? Standing::specified : Standing::violates;
  const Sets& sets = by.sets.outputs[output];
  if (by.is_function) return standing_of_function(sets, candidate, reference, i);
  const Standing standing = standing_in(sets, candidate, i);
  // The reference is an evaluation that conforms, whatever the sets enclose.
  return standing == Standing::violates && same_value(candidate, reference, i) ? Standing::specified : standing;
}

void note(JudgedOutput& out, std::uint64_t i, Standing standing) {
  const auto k = static_cast<std::size_t>(standing);
  if (out.counts[k]++ == 0) out.first[k] = i;
}

JudgedOutput judged(const CallWithOperands& given, unsigned output, const Criteria& by, const TensorView& candidate,
                    const TensorView& reference) {
  JudgedOutput out;
  const Sets* sets = by.sets.outputs.empty() ? nullptr : &by.sets.outputs[output];
  out.elements.resize(static_cast<std::size_t>(candidate.shape.count));
  for (std::uint64_t i = 0; i < candidate.shape.count; ++i) {
    Standing standing = standing_of(by, output, candidate, reference, i);
    if (!by.recorded) measure(out, candidate, reference, i);
    if (standing == Standing::violates && is_undefined(given, output, i)) standing = Standing::recorded;
    if (standing == Standing::admissible) {
      out.widest = std::max(out.widest, width_of(*sets, candidate.type, i));
      const double half = (sets->high[i] - sets->low[i]) / 2, middle = sets->low[i] + half;
      if (half > 0) out.share = std::max(out.share, std::abs(number_at(candidate, i) - middle) / half);
    }
    note(out, i, standing);
    out.elements[static_cast<std::size_t>(i)] = standing;
  }
  if (sets != nullptr && !by.is_function) out.low = sets->low, out.high = sets->high;
  return out;
}

// Changes what `change` gives another standing for, of the elements that have this one.
template <class Change> void restate(JudgedOutput& out, Standing from, Change change) {
  if (out.count(from) == 0) return;
  out.counts = {}, out.first = {};
  for (std::size_t i = 0; i < out.elements.size(); ++i) {
    if (out.elements[i] == from) out.elements[i] = change(i);
    note(out, i, out.elements[i]);
  }
}

// A zero of the other sign than the reference's conforms where it is a sum, also one of a single term.
void settle_zeros(const Call& call, std::span<const TensorView> inputs, std::span<const TensorView> candidate,
                  JudgedCall& result) {
  const auto is_zero = [&](std::size_t k, std::uint64_t i) {
    return number_at(candidate[k], i) == 0 && number_at(std::as_const(result.reference[k]).view(), i) == 0;
  };
  AllowedSets sets;
  for (std::size_t k = 0; k < candidate.size(); ++k)
    restate(result.outputs[k], Standing::violates, [&](std::uint64_t i) {
      if (!is_zero(k, i)) return Standing::violates;
      if (sets.outputs.empty()) sets = sets_of(call, inputs, 1);
      return is_of_sum(sets.outputs[k], i) ? Standing::specified : Standing::violates;
    });
}

// What violates while the functions of a composition are within an ulp may have functions that are less accurate.
void settle_functions(const Call& call, std::span<const TensorView> inputs, std::span<const TensorView> candidate,
                      const AllowedSets& near, JudgedCall& result) {
  const AllowedSets far = sets_of(call, inputs, static_cast<double>(most_ulps(call.inputs[0]->type)));
  for (std::size_t k = 0; k < candidate.size(); ++k)
    restate(result.outputs[k], Standing::violates,
            [&](std::uint64_t i) { return standing_within(near.outputs[k], far.outputs[k], candidate[k], i); });
}

void measure_deviations(JudgedOutput& out, const TensorView& candidate, const TensorView& reference) {
  for (std::size_t i = 0; i < out.elements.size() && out.count(Standing::deviates) != 0; ++i) {
    if (out.elements[i] != Standing::deviates) continue;
    const Distance distance = distance_between(candidate, reference, i);
    if (distance.ulp >= out.deviation.ulp) out.deviation = distance;
  }
}

std::vector<TensorView> views_of(const std::vector<Tensor>& tensors) {
  std::vector<TensorView> views;
  for (const Tensor& tensor : tensors) views.push_back(tensor.view());
  return views;
}

bool gives(std::span<const TensorView> computed, std::span<const TensorView> candidate) {
  for (std::size_t k = 0; k < candidate.size(); ++k)
    if (candidate[k].data != nullptr && !same_bits(candidate[k], computed[k])) return false;
  return true;
}

}  // namespace

Distance distance_between(const TensorView& a, const TensorView& b, std::uint64_t i) {
  const double x = number_at(a, i), y = number_at(b, i);
  if (std::isnan(x) || std::isnan(y))
    return std::isnan(x) && std::isnan(y) ? Distance{} : Distance{infinite_bound, infinite_bound, UINT64_MAX};
  const std::uint64_t steps = steps_between(a.type, pattern_at(a, i), pattern_at(b, i));
  const bool is_float = info(a.type).kind == Kind::floating;  // a double does not tell large integers apart
  const double far = !is_float ? static_cast<double>(steps) : x == y ? 0 : std::abs(x - y);
  return {far, far == 0 ? 0 : y == 0 ? infinite_bound : far / std::abs(y), steps};
}

// A tensor without elements may have no address.
bool same_bits(const TensorView& a, const TensorView& b) {
  return b.bytes == 0 || std::memcmp(a.data, b.data, static_cast<std::size_t>(b.bytes)) == 0;
}

bool same_bits(const TensorView& a, const TensorView& b, std::uint64_t i) {
  return pattern_at(a, i) == pattern_at(b, i);
}

bool JudgedCall::conforms() const {
  return std::ranges::all_of(outputs, [](const JudgedOutput& out) { return out.count(Standing::violates) == 0; });
}
bool JudgedCall::differs() const {
  return std::ranges::any_of(outputs, [](const JudgedOutput& out) { return out.differing != 0; });
}

std::uint64_t JudgedCall::count(Standing standing) const {
  std::uint64_t all = 0;
  for (const JudgedOutput& out : outputs) all += out.count(standing);
  return all;
}
Distance JudgedCall::deviation() const {
  Distance farthest;
  for (const JudgedOutput& out : outputs)
    if (out.deviation.ulp > farthest.ulp) farthest = out.deviation;
  return farthest;
}

void admit(JudgedCall& judged, std::span<const TensorView> candidate, std::span<const TensorView> computed) {
  for (std::size_t k = 0; k < candidate.size(); ++k)
    restate(judged.outputs[k], Standing::not_judged, [&](std::uint64_t i) {
      if (!same_bits(candidate[k], computed[k], i)) return Standing::not_judged;
      ++judged.outputs[k].witnessed;
      return Standing::admissible;
    });
}

bool depends_on_policy(const Call& call) {
  return is_floating(call) && !bound_of(*call.op).rounds_once(under(call, Accumulation::fused));
}
bool has_policy(const Call& call, Accumulation policy) {
  return policy != Accumulation::wide || call.inputs.empty() || call.inputs[0]->type != DType::f64;
}
Call under(Call call, Accumulation policy) {
  call.choices.accumulation = policy;
  return call;
}

Computed compute(const Call& call, std::span<const TensorView> inputs, Team* team) {
  Computed computed;
  std::vector<MutableTensorView> out;
  for (const std::optional<Argument>& output : call.outputs)
    computed.outputs.emplace_back(output ? output->type : DType::u8, output ? output->shape : Shape{});
  for (std::size_t k = 0; k < call.outputs.size(); ++k)
    out.push_back(call.outputs[k] ? computed.outputs[k].view() : MutableTensorView{DType{}, {}, nullptr, 0});
  const Kernel kernel = fast_kernel(call, CountEvents::no);
  const unsigned tasks = team == nullptr ? 1 : team->size();
  AlignedBytes scratch(kernel.scratch_for(call, tasks));
  const Work work{nullptr, scratch.span(), team, tasks};
  computed.status = execute(call, inputs, out, work, kernel);
  return computed;
}

JudgedCall judge(const Call& call, std::span<const TensorView> inputs, std::span<const TensorView> candidate,
                 Team* team) {
  JudgedCall result;
  Computed reference = compute(call, inputs, team);
  result.status = reference.status;
  result.reference = std::move(reference.outputs);
  result.outputs.resize(candidate.size());
  const CallWithOperands given(call, inputs);
  Criteria by{!result.status.ok(), is_open_function(call)};
  const bool one = by.recorded || has_one_value(call);
  if (!one) {
    const double ulps = by.is_function ? static_cast<double>(most_ulps(call.inputs[0]->type)) : 1;
    by.sets = sets_of(call, inputs, ulps, candidate, result.reference);
  }
  for (std::size_t k = 0; k < candidate.size(); ++k)
    if (candidate[k].data != nullptr)
      result.outputs[k] =
          judged(given, static_cast<unsigned>(k), by, candidate[k], std::as_const(result.reference[k]).view());
  if (by.recorded) return result;
  if (result.count(Standing::violates) != 0) {
    if (one && has_sets(call)) settle_zeros(call, inputs, candidate, result);
    if (!by.is_function && by.sets.have_functions) settle_functions(call, inputs, candidate, by.sets, result);
  }
  for (std::size_t k = 0; k < candidate.size(); ++k)
    if (candidate[k].data != nullptr)
      measure_deviations(result.outputs[k], candidate[k], std::as_const(result.reference[k]).view());
  result.has_policies = depends_on_policy(call);
  for (std::size_t p = 0; p < std::size(accumulation_names); ++p) {
    const auto policy = static_cast<Accumulation>(p);
    if (!has_policy(call, policy)) continue;
    const bool own = policy == call.choices.accumulation || !result.has_policies;
    const Computed other = own ? Computed{} : compute(under(call, policy), inputs, team);
    const std::vector<TensorView> computed = views_of(own ? result.reference : other.outputs);
    if (gives(computed, candidate)) result.replicates.push_back(policy);
    if (other.status.ok()) admit(result, candidate, computed);
  }
  return result;
}

std::optional<double> functions_needed(const Call& call, std::span<const TensorView> inputs,
                                       std::span<const TensorView> candidate) {
  if (has_one_value(call) || is_open_function(call)) return std::nullopt;
  for (double ulps = 0.5; ulps <= 0x1p12; ulps *= 2) {
    const AllowedSets sets = sets_of(call, inputs, ulps);
    bool all = true;
    for (std::size_t k = 0; k < candidate.size() && all; ++k)
      for (std::uint64_t i = 0; candidate[k].data != nullptr && i < candidate[k].shape.count && all; ++i)
        all = standing_in(sets.outputs[k], candidate[k], i) != Standing::violates;
    if (all) return ulps;
  }
  return std::nullopt;
}

}  // namespace etalon::impl
