// SPDX-License-Identifier: Apache-2.0
// Floor 8. See alternative_run.hpp.
#include "conform/cause/alternative_run.hpp"

#include <cmath>

#include "base/fp_environment.hpp"
#include "conform/cause/alternative_world.hpp"
#include "ops/reference_table.hpp"
#include "tensor/conversion.hpp"

namespace etalon::impl {

// An element is converted as Cast does, or, where an integer type does not have the number, as the alternative says.
void AlternativeWorld::convert(const Call& call, const void* input, void* output, Events*) const {
  using enum Alternative::Conversion;
  const DType from = call.inputs[0]->type, to = call.outputs[0]->type;
  // A conversion keeps the type of its result, whatever the nodes around it are computed in.
  if (to != static_cast<const Candidate*>(output)->type) throw Differs{};
  const Conversion conversion(from, to);
  const Conversion as_double(from, DType::f64), of_int64(DType::i64, to);
  for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) {
    std::uint64_t own = 0;
    conversion.store(&own, 0, conversion.load(input, i), nullptr);
    double number = 0;
    as_double.store(&number, 0, as_double.load(input, i), nullptr);
    Stored::with<types::numbers>(to, [&]<class B>(B) {
      if constexpr (!requires { B::format; }) {
        const double low = static_cast<double>(B::lowest()), high = static_cast<double>(B::highest());
        if (alternative.conversion == reference || (std::trunc(number) >= low && std::trunc(number) <= high)) return;
        const bool is_large = !(std::abs(number) < 0x1p63);
        const auto whole = is_large ? INT64_MIN : static_cast<std::int64_t>(number);
        if (alternative.conversion == saturates) B::store(&own, 0, number < low ? B::lowest() : B::highest());
        if (alternative.conversion == lowest) B::store(&own, 0, B::lowest());
        if (alternative.conversion == wraps) of_int64.store(&own, 0, of_int64.load(&whole, 0), nullptr);
      }
    });
    Stored::moving(to, [&]<class B>(B) { Compared<B>::store(output, i, B::load(&own, 0)); });
  }
}

namespace {

ReferenceIn<AlternativeWorld> reference_for(const Call& call) {
  static constexpr Facet<ReferenceIn<AlternativeWorld>> own[] = {
#define BOUND(id) {&id##_operator, &id##_reference<AlternativeWorld>},
#define ALTERNATIVES BOUND
#include "ops/alternatives.inc"
#include "ops/bounds.inc"
#undef ALTERNATIVES
#undef BOUND
  };
  return facet_of(*call.op, own, ReferenceIn<AlternativeWorld>{});
}

}  // namespace

Tensor converted_to(DType type, const TensorView& from) {
  Tensor to(type, from.shape);
  const Conversion conversion(from.type, type);
  for (std::uint64_t i = 0; i < from.shape.count; ++i)
    conversion.store(to.data(), i, conversion.load(from.data, i), nullptr);
  return to;
}

bool AlternativeRun::is_possible(const Call& call) { return reference_for(call) != nullptr; }

bool AlternativeRun::gives(Changes changes, std::span<const TensorView> candidate) {
  ChangedCall changed(call_, changes);
  std::vector<Candidate> expected;
  for (std::size_t k = 0; k < candidate.size(); ++k) {
    expected.push_back({candidate[k].data, candidate[k].type, changed.alternative.any_zero});
    if (candidate[k].data == nullptr) changed.call.outputs[k].reset();
  }
  return run(changed, expected);
}

std::optional<std::vector<bool>> AlternativeRun::matches(Changes changes, const TensorView& candidate) {
  ChangedCall changed(call_, changes);
  Matches found{std::vector<bool>(static_cast<std::size_t>(candidate.shape.count), true)};
  Candidate expected[] = {{candidate.data, candidate.type, changed.alternative.any_zero, nullptr, &found}};
  if (!run(changed, expected)) return std::nullopt;
  return std::move(found.same);
}

std::optional<std::vector<std::uint64_t>> AlternativeRun::patterns_at(Changes changes, const Places& places) {
  const ChangedCall changed(call_, changes);
  std::size_t missing = 0;
  for (const auto& some : places) missing += some.size();
  std::vector<std::uint64_t> bits(missing);
  if (missing == 0) return bits;
  std::vector<Probe> probes;
  std::vector<Candidate> results;
  probes.reserve(places.size());
  std::uint64_t* next = bits.data();
  for (std::size_t k = 0; k < call_.outputs.size(); ++k) {
    const DType type = call_.outputs[k] ? call_.outputs[k]->type : DType::u8;
    results.push_back(
        {.elements = nullptr, .type = type, .probe = &probes.emplace_back(Probe{places[k], next, &missing})});
    next += places[k].size();
  }
  run(changed, results);
  if (missing != 0) return std::nullopt;
  return bits;
}

std::optional<std::vector<Tensor>> AlternativeRun::results(Changes changes) {
  ChangedCall changed(call_, changes);
  std::vector<Tensor> results;
  std::vector<Candidate> kept;
  for (const auto& output : call_.outputs)
    results.emplace_back(output ? output->type : DType::u8, output ? output->shape : Shape{});
  for (Tensor& result : results) kept.push_back({.elements = nullptr, .type = result.type(), .kept = result.data()});
  if (!run(changed, kept)) return std::nullopt;
  return results;
}

bool AlternativeRun::run(const ChangedCall& changed, std::span<Candidate> results) {
  const auto& [call, alternative] = changed;
  std::vector<const void*> in;
  for (std::size_t k = 0; k < inputs_.size(); ++k) in.push_back(operand(call, k));
  std::vector<void*> out;
  for (std::size_t k = 0; k < results.size(); ++k) out.push_back(call.outputs[k] ? &results[k] : nullptr);
  const FpGuard guard;
  const AlternativeWorld world{alternative};
  try {
    if (alternative.instead != nullptr) return alternative.instead(world, call, in, out).ok();
    return reference_for(call)(world, call, in, out, {}).ok();
  } catch (const Differs&) {
    return false;
  } catch (const Seen&) {
    return true;
  }
}

const void* AlternativeRun::operand(const Call& call, std::size_t k) {
  if (inputs_[k].data == nullptr || call.inputs[k]->type == inputs_[k].type) return inputs_[k].data;
  if (!wide_[k]) wide_[k] = converted_to(call.inputs[k]->type, inputs_[k]);
  return wide_[k]->data();
}

}  // namespace etalon::impl
