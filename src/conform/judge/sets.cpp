// SPDX-License-Identifier: Apache-2.0
// Floor 8. See sets.hpp.
#include "conform/judge/sets.hpp"

#include <algorithm>

#include "accuracy/bounds.hpp"
#include "base/fp_environment.hpp"
#include "conform/judge/allowed.hpp"
#include "conform/judge/difference.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {

#define BOUND(id)                      \
  extern const Operator id##_operator; \
  template <class World>               \
  Status id##_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work);
#include "ops/bounds.inc"
#undef BOUND

namespace {

using Reference = Status (*)(const Admissible& world, const Call&, Inputs, Outputs, const Work&);

Reference admissible_in(const Operator& op) {
  static constexpr Facet<Reference> own[] = {
#define BOUND(id) {&id##_operator, &id##_reference<Admissible>},
#include "ops/bounds.inc"
#undef BOUND
  };
  return facet_of(op, own, Reference{});
}

// An evaluation that is multiplied out conforms as well ("CON-FLOAT-REWRITE").
void add_multiplied_out(const Call& call, std::span<const TensorView> inputs, Sets& sets) {
  std::vector<RealOperand> operands;
  for (const TensorView& input : inputs)
    operands.push_back({input.data == nullptr ? std::vector<Ends>{} : ends_between(input, input), {}, input.data});
  const std::vector<OverReals> reals = over_reals(call, operands);
  const double factor = bound_of(*call.op).multiplied_out * facts_of(call.outputs[0]->type).u;
  for (std::size_t i = 0; i < sets.low.size(); ++i) {
    sets.low[i] = next_down(sets.low[i] - product_up(factor, reals[0].sizes[i]));
    sets.high[i] = next_up(sets.high[i] + product_up(factor, reals[0].sizes[i]));
  }
}

constexpr std::uint8_t allows_some = allows_highest | allows_lowest | allows_nan;

bool contains(const Sets& sets, std::uint64_t i, double y) {
  const std::uint16_t beyond = sets.beyond[i];
  if ((beyond & allows_all) != 0) return true;
  if ((beyond & is_excluded) != 0) return false;
  if (std::isnan(y)) return (beyond & allows_nan) != 0;
  if (std::isinf(y)) return (beyond & (y > 0 ? allows_highest : allows_lowest)) != 0;
  if (y == 0 && std::signbit(y) && (beyond & is_never_minus_zero) != 0) return false;
  return sets.low[i] <= y && y <= sets.high[i];  // the sign of a zero is open
}
bool has_one(const Sets& sets, std::uint64_t i) {
  const auto special = static_cast<std::uint8_t>(sets.beyond[i] & allows_some);
  if ((sets.beyond[i] & allows_all) != 0) return false;
  return special == 0 ? sets.low[i] == sets.high[i] : !(sets.low[i] <= sets.high[i]) && std::has_single_bit(special);
}

// Whether the admissible set is too wide to decide.
bool is_wide(const Sets& sets, DType type, std::uint64_t i) {
  return (sets.beyond[i] & allows_all) != 0 || width_of(sets, type, i) > most_ulps(type);
}

std::uint64_t pattern_in(DType type, double x) {
  unsigned ignored = 0;
  return binary_convert(FORMAT_DOUBLE, {info(type).bits, info(type).fraction}, f64_bits(x), &ignored);
}

}  // namespace

AllowedSets sets_of(const Call& call, std::span<const TensorView> inputs, double ulps,
                    std::span<const TensorView> candidate, std::span<const Tensor> reference) {
  AllowedSets sets{std::vector<Sets>(call.outputs.size())};
  std::vector<AllowedResult> results;
  std::vector<const void*> in;
  std::vector<void*> out;
  for (const TensorView& input : inputs) in.push_back(input.data);
  results.reserve(call.outputs.size());
  for (std::size_t k = 0; k < call.outputs.size(); ++k) {
    const auto count = call.outputs[k] ? static_cast<std::size_t>(call.outputs[k]->shape.count) : 0;
    Sets& own = sets.outputs[k];
    own = {std::vector<double>(count), std::vector<double>(count), std::vector<std::uint16_t>(count)};
    results.push_back({own.low.data(), own.high.data(), own.beyond.data()});
    if (k < candidate.size() && candidate[k].data != nullptr)
      results[k].candidate = candidate[k].data, results[k].reference = reference[k].data();
    out.push_back(call.outputs[k] ? &results[k] : nullptr);
  }
  Allowing allowing{ulps};
  const FpGuard guard;
  admissible_in (*call.op)(Admissible(allowing), call, in, out, {});
  sets.have_functions = allowing.computed_function;
  if (bound_of(*call.op).multiplied_out != 0) add_multiplied_out(call, inputs, sets.outputs[0]);
  return sets;
}

bool has_sets(const Call& call) {
  return admissible_in(*call.op) != nullptr && (is_floating(call) || bound_of(*call.op).quantises);
}
bool has_one_value(const Call& call) {
  if (!has_sets(call)) return true;
  return !is_open_function(call) && bound_of(*call.op).rounds_once(under(call, Accumulation::sequential));
}
bool is_open_function(const Call& call) { return is_floating(call) && bound_of(*call.op).leaves_accuracy_open; }

std::uint64_t most_ulps(DType type) { return std::uint64_t{1} << (info(type).fraction + 1) / 2; }

bool same_value(const TensorView& a, const TensorView& b, std::uint64_t i) {
  if (pattern_at(a, i) == pattern_at(b, i)) return true;
  return info(a.type).kind == Kind::floating && std::isnan(number_at(a, i)) && std::isnan(number_at(b, i));
}

std::uint64_t width_of(const Sets& sets, DType type, std::uint64_t i) {
  if (!(sets.low[i] <= sets.high[i])) return 0;
  if (!is_floating(type)) return static_cast<std::uint64_t>(sets.high[i] - sets.low[i]);
  return steps_between(type, pattern_in(type, sets.low[i]), pattern_in(type, sets.high[i]));
}

Standing standing_of_function(const Sets& sets, const TensorView& candidate, const TensorView& reference,
                              std::uint64_t i) {
  if (same_value(candidate, reference, i)) return Standing::specified;
  if ((sets.beyond[i] & allows_all) != 0) return Standing::not_judged;
  if (!contains(sets, i, number_at(candidate, i))) return Standing::violates;
  if (has_one(sets, i)) return Standing::specified;
  const std::uint64_t away = steps_between(candidate.type, pattern_at(candidate, i), pattern_at(reference, i));
  return away <= most_ulps(candidate.type) ? Standing::deviates : Standing::violates;
}

Standing standing_in(const Sets& sets, const TensorView& candidate, std::uint64_t i) {
  if (!contains(sets, i, number_at(candidate, i))) return Standing::violates;
  if (has_one(sets, i)) return Standing::specified;
  if ((sets.beyond[i] & is_coarse) != 0) return Standing::not_judged;
  if ((sets.beyond[i] & is_enumerated) != 0) return Standing::admissible;
  return is_wide(sets, candidate.type, i) ? Standing::not_judged : Standing::admissible;
}

Standing standing_within(const Sets& near, const Sets& far, const TensorView& candidate, std::uint64_t i) {
  const double y = number_at(candidate, i);
  if (!contains(far, i, y)) return Standing::violates;
  if (!std::isfinite(y) || !(near.low[i] <= near.high[i]) || is_wide(near, candidate.type, i))
    return Standing::not_judged;
  const double end = y < near.low[i] ? near.low[i] : near.high[i];
  const std::uint64_t away = steps_between(candidate.type, pattern_at(candidate, i), pattern_in(candidate.type, end));
  return away <= most_ulps(candidate.type) ? Standing::deviates : Standing::not_judged;
}

bool is_of_sum(const Sets& sets, std::uint64_t i) { return (sets.beyond[i] & made_by_sum) != 0; }

}  // namespace etalon::impl
