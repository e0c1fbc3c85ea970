// SPDX-License-Identifier: Apache-2.0
// Floor 8. See judge.hpp.
#include "conform/judge.hpp"

#include <algorithm>
#include <cstring>

#include "accuracy/bounds.hpp"
#include "base/fp_environment.hpp"
#include "conform/allowed.hpp"
#include "conform/difference.hpp"
#include "ops/precondition.hpp"
#include "run/execute.hpp"
#include "simd/fast.hpp"
#include "tensor/pattern.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {

#define BOUND(id)                      \
  extern const Operator id##_operator; \
  template <class World> Status id##_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work);
#include "ops/bounds.inc"
#undef BOUND

double number_at(const TensorView& view, std::uint64_t i) {
  double number = 0;
  Stored::with<types::numbers>(view.type, [&]<class A>() {
    if constexpr (requires { A::format; })
      number = as_double<A>(A::load(view.data, i));
    else
      number = static_cast<double>(A::load(view.data, i));
  });
  return number;
}

namespace {

using Compute = decltype(Kernel::compute);

Compute admissible_in(const Operator& op) {
  static constexpr Facet<Compute> own[] = {
#define BOUND(id) {&id##_operator, &id##_reference<Admissible>},
#include "ops/bounds.inc"
#undef BOUND
  };
  return facet_of(op, own, Compute{});
}

// ---- numbers of a type ----------------------------------------------------------------------------------------------

bool is_float(DType type) { return info(type).kind == Kind::floating; }

bool same_value(const TensorView& a, const TensorView& b, std::uint64_t i) {
  if (pattern_at(a, i) == pattern_at(b, i)) return true;
  return is_float(a.type) && std::isnan(number_at(a, i)) && std::isnan(number_at(b, i));
}

// ---- judging --------------------------------------------------------------------------------------------------------

struct Sets {
  std::vector<double> low, high;
  std::vector<std::uint8_t> beyond;
};

// What conforms of each output, by the world of admissible evaluations.
std::vector<Sets> sets_of(const Call& call, std::span<const TensorView> inputs, double ulps) {
  std::vector<Sets> sets(call.outputs.size());
  std::vector<AllowedResult> results;
  std::vector<const void*> in;
  std::vector<void*> out;
  for (const TensorView& input : inputs) in.push_back(input.data);
  results.reserve(sets.size());
  for (std::size_t k = 0; k < sets.size(); ++k) {
    const auto count = call.outputs[k] ? static_cast<std::size_t>(call.outputs[k]->shape.count) : 0;
    sets[k] = {std::vector<double>(count), std::vector<double>(count), std::vector<std::uint8_t>(count)};
    results.push_back({sets[k].low.data(), sets[k].high.data(), sets[k].beyond.data()});
    out.push_back(call.outputs[k] ? &results[k] : nullptr);
  }
  const OperatorBound& bound = bound_of(*call.op);
  allowed_ulps = bound.leaves_accuracy_open ? 0x1p64 : ulps;
  const FpGuard guard;
  admissible_in (*call.op)(call, in, out, {});
  if (bound.multiplied_out != 0) {
    std::vector<RealOperand> operands;
    for (std::size_t k = 0; k < inputs.size(); ++k)
      operands.push_back(
          {inputs[k].data == nullptr ? std::vector<Ends>{} : ends_between(inputs[k], inputs[k]), {}, inputs[k].data});
    const std::vector<OverReals> reals = over_reals(call, operands);
    const double factor = bound.multiplied_out * facts_of(call.outputs[0]->type).u;
    for (std::size_t i = 0; i < sets[0].low.size(); ++i) {
      sets[0].low[i] = next_down(sets[0].low[i] - product_up(factor, reals[0].sizes[i]));
      sets[0].high[i] = next_up(sets[0].high[i] + product_up(factor, reals[0].sizes[i]));
    }
  }
  return sets;
}

// Whether one value conforms: nothing is rounded, or the real result once, whatever the policy.
bool has_one_value(const Call& call) {
  if (admissible_in(*call.op) == nullptr || !is_floating(call)) return true;
  const OperatorBound& bound = bound_of(*call.op);
  return !bound.leaves_accuracy_open && bound.rounds_once(under(call, Accumulation::sequential));
}

Standing in_set(const Sets& sets, const TensorView& candidate, const TensorView& reference, std::uint64_t i,
                bool open) {
  const double y = number_at(candidate, i);
  const std::uint8_t beyond = sets.beyond[i];
  const bool same = same_value(candidate, reference, i);
  if ((beyond & allows_all) != 0)
    return open ? (same ? Standing::specified : Standing::deviates) : Standing::not_judged;
  const double low = sets.low[i], high = sets.high[i];
  const bool single = beyond == 0 ? low == high : !(low <= high) && std::has_single_bit(beyond);
  // The sign of a zero is open: it depends on how a sum begins.
  if (single) return same || (low == high && low == y) ? Standing::specified : Standing::violates;
  const bool allowed = std::isnan(y)   ? (beyond & allows_nan) != 0
                       : std::isinf(y) ? (beyond & (y > 0 ? allows_highest : allows_lowest)) != 0
                                       : low <= y && y <= high;
  if (!allowed) return Standing::violates;
  return open ? (same ? Standing::specified : Standing::deviates) : Standing::admissible;
}

std::uint64_t width_of(DType type, double low, double high) {
  if (!(low <= high)) return 0;
  const auto pattern = [&](double x) {
    unsigned ignored = 0;
    return binary_convert(FORMAT_DOUBLE, {info(type).bits, info(type).fraction}, f64_bits(x), &ignored);
  };
  return steps_between(type, pattern(low), pattern(high));
}

void measure(JudgedOutput& out, const TensorView& candidate, const TensorView& reference, std::uint64_t i) {
  if (pattern_at(candidate, i) == pattern_at(reference, i)) return;
  if (out.differing++ == 0) out.first_differing = i;
  const Distance distance = distance_between(candidate, reference, i);
  if (out.differing > 1 && distance.ulp <= out.farthest.ulp) return;
  out.farthest = distance;
  out.farthest_at = i;
}

// A call with its operands, and the preconditions that these break.
struct Subject {
  const Call& call;
  std::span<const TensorView> inputs;
  std::vector<const Precondition*> broken = {};

  Subject(const Call& of, std::span<const TensorView> operands) : call(of), inputs(operands) {
    for (const Precondition& precondition : call.row->preconditions)
      if (breach(precondition, call, inputs[precondition.operand].data).count != 0) broken.push_back(&precondition);
  }
};

// Whether element i of an output is made of an element that breaks a precondition: then the sources do not say what
// it is.
bool is_undefined(const Subject& subject, unsigned output, std::uint64_t i) {
  if (subject.broken.empty()) return false;
  const auto& [call, inputs, broken] = subject;
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

void note(JudgedOutput& out, std::uint64_t i, Standing standing) {
  const auto k = static_cast<std::size_t>(standing);
  if (out.counts[k]++ == 0) out.first[k] = i;
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

JudgedOutput judged(const Subject& subject, unsigned output, const Sets* sets, bool open, const TensorView& candidate,
                    const TensorView& reference, bool recorded) {
  JudgedOutput out;
  const std::uint64_t count = candidate.shape.count;
  const std::uint64_t most = std::uint64_t{1} << (info(candidate.type).fraction + 1) / 2;
  out.elements.resize(static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < count; ++i) {
    Standing standing = Standing::recorded;
    if (!recorded) {
      measure(out, candidate, reference, i);
      if (sets == nullptr) {
        standing = same_value(candidate, reference, i) ? Standing::specified : Standing::violates;
      } else {
        standing = in_set(*sets, candidate, reference, i, open);
        const std::uint64_t width = open ? 0 : width_of(candidate.type, sets->low[i], sets->high[i]);
        if (width > most && standing != Standing::violates) standing = Standing::not_judged;
        if (standing == Standing::admissible) {
          out.widest = std::max(out.widest, width);
          const double half = (sets->high[i] - sets->low[i]) / 2, middle = sets->low[i] + half;
          if (half > 0) out.share = std::max(out.share, std::abs(number_at(candidate, i) - middle) / half);
        }
      }
    }
    if (standing == Standing::violates && is_undefined(subject, output, i)) standing = Standing::recorded;
    note(out, i, standing);
    if (standing == Standing::deviates)
      if (const Distance distance = distance_between(candidate, reference, i); distance.ulp >= out.deviation.ulp)
        out.deviation = distance;
    out.elements[static_cast<std::size_t>(i)] = standing;
  }
  if (sets != nullptr && !open) out.low = sets->low, out.high = sets->high;
  return out;
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
bool JudgedCall::is_judged() const {
  return std::ranges::any_of(outputs, [](const JudgedOutput& out) {
    return out.elements.size() > out.count(Standing::not_judged) + out.count(Standing::recorded) ||
           out.elements.empty();
  });
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
  const Kernel kernel = fast_kernel(call, false);
  const unsigned tasks = team == nullptr ? 1 : team->size();
  const std::uint64_t bytes = kernel.scratch_for(call, tasks);
  std::vector<std::byte> scratch(static_cast<std::size_t>(bytes) + Work::scratch_alignment);
  const auto address = reinterpret_cast<std::uintptr_t>(scratch.data());
  const std::size_t skip = (Work::scratch_alignment - address % Work::scratch_alignment) % Work::scratch_alignment;
  Work work{nullptr, std::span(scratch).subspan(skip, static_cast<std::size_t>(bytes)), team, tasks};
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
  const bool recorded = !result.status.ok();
  const Subject subject(call, inputs);
  const bool one = recorded || has_one_value(call);
  const std::vector<Sets> sets = one ? std::vector<Sets>{} : sets_of(call, inputs, 1);
  const bool open = !one && bound_of(*call.op).leaves_accuracy_open;
  for (std::size_t k = 0; k < candidate.size(); ++k)
    if (candidate[k].data != nullptr)
      result.outputs[k] = judged(subject, static_cast<unsigned>(k), one ? nullptr : &sets[k], open, candidate[k],
                                 std::as_const(result.reference[k]).view(), recorded);
  if (!result.status.ok()) return result;
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
                                       std::span<const TensorView> candidate, const std::vector<Tensor>& reference) {
  if (has_one_value(call) || bound_of(*call.op).leaves_accuracy_open) return std::nullopt;
  for (double ulps = 0.5; ulps <= 0x1p12; ulps *= 2) {
    const std::vector<Sets> sets = sets_of(call, inputs, ulps);
    bool all = true;
    for (std::size_t k = 0; k < candidate.size() && all; ++k)
      for (std::uint64_t i = 0; candidate[k].data != nullptr && i < candidate[k].shape.count && all; ++i)
        all = in_set(sets[k], candidate[k], reference[k].view(), i, false) != Standing::violates;
    if (all) return ulps;
  }
  return std::nullopt;
}

}  // namespace etalon::impl
