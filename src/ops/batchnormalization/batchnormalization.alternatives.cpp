// SPDX-License-Identifier: Apache-2.0
// Floor 8. What implementations make of BatchNormalization: k*x + c with k = scale/sqrt(variance+epsilon) and
// c = B - mean*k, by itself or inside the convolution before it ("CON-FLOAT-REWRITE", "CON-ALL-CAUSE").
#include "ops/batchnormalization/batchnormalization.hpp"
#include "base/fp_environment.hpp"
#include "conform/cause/alternative_run.hpp"
#include "conform/cause/alternative_world.hpp"
#include "conform/cause/alternatives.hpp"
#include "ops/family/map.hpp"

namespace etalon::impl {
namespace {

constexpr TypeSet floats = types::floats | types::bfloat16;

constexpr std::size_t scale = 1, shift = 2, mean = 3, variance = 4;  // among the inputs

template <class A> typename A::Value factor(const A& a, const Call& call, Inputs inputs, std::uint64_t p) {
  const auto epsilon = a.number(attribute_in(call.inputs[0]->type, *call.named<float>("epsilon")));
  const auto deviation = a.sqrt(a.add(a.load(inputs[variance], p), epsilon, nullptr), nullptr);
  return a.div(a.load(inputs[scale], p), deviation, nullptr);
}

Status multiplied_out(const AlternativeWorld& world, const Call& call, Inputs inputs, Outputs outputs) {
  const NormalizationGeometry g(call);
  world.with<floats>(call.inputs[0]->type, [&](const auto& a) {
    for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) {
      const std::uint64_t p = g.parameter(i);
      const auto k = factor(a, call, inputs, p);
      const auto c = a.sub(a.load(inputs[shift], p), a.mul(a.load(inputs[mean], p), k, nullptr), nullptr);
      a.store(outputs[0], i, a.add(a.mul(a.load(inputs[0], i), k, nullptr), c, nullptr));
    }
  });
  return {};
}
constexpr ChangeRule rewriting{
    ChangeKind::rewriting, [](Call&, Alternative& a, const ChangeRule::Parameters&) { a.instead = multiplied_out; }};

void add_changes(const Call& call, std::vector<Change>& changes) {
  if (has_one_type(call))
    changes.push_back({&rewriting, {}, "the operator is multiplied out, as k*x + c with k and c computed beforehand"});
}

bool can_fold(const FoldablePair& pair) {
  const Shape& parameters = pair.second.inputs[scale]->shape;
  return has_one_type(pair.second) && parameters.count != 0 &&
         parameters.count == pair.first.inputs[pair.at.weights]->shape[0];
}

// The weights of a feature are multiplied by its k, and its bias is (bias - mean)*k + B.
FoldedOperands fold(const FoldablePair& pair, std::span<const TensorView> of_first,
                    std::span<const TensorView> of_second, DType in, const Alternative& alternative) {
  const FpGuard guard;
  const Argument& weights = *pair.first.inputs[pair.at.weights];
  FoldedOperands result{Tensor(weights.type, weights.shape), Tensor(weights.type, pair.second.inputs[scale]->shape)};
  std::vector<Tensor> wide;  // what is computed with, in its type
  wide.reserve(of_first.size() + of_second.size());
  const auto taken = [&](const TensorView& view) -> const void* {
    return view.type == in ? view.data : wide.emplace_back(converted_to(in, view)).data();
  };
  const void* known[5] = {nullptr};
  for (std::size_t k = scale; k <= variance; ++k) known[k] = taken(of_second[k]);
  const void* const old_weights = taken(of_first[pair.at.weights]);
  const void* const old_bias = pair.first.has_input(pair.at.bias) ? taken(of_first[pair.at.bias]) : nullptr;
  AlternativeWorld(alternative).with<floats>(in, [&](const auto& a) {
    Candidate new_weights{.elements = nullptr, .type = weights.type, .kept = result.weights.data()},
        new_bias{.elements = nullptr, .type = weights.type, .kept = result.bias.data()};
    const std::uint64_t features = result.bias.shape().count, each = result.weights.shape().count / features;
    for (std::uint64_t f = 0; f < features; ++f) {
      const auto k = factor(a, pair.second, known, f);
      for (std::uint64_t i = f * each; i < (f + 1) * each; ++i)
        a.store(&new_weights, i, a.mul(a.load(old_weights, i), k, nullptr));
      const auto before = old_bias != nullptr ? a.load(old_bias, f) : a.zero();
      const auto moved = a.mul(a.sub(before, a.load(known[mean], f), nullptr), k, nullptr);
      a.store(&new_bias, f, a.add(moved, a.load(known[shift], f), nullptr));
    }
  });
  return result;
}

}  // namespace

extern const OperatorAlternatives batchnormalization_alternatives;
constexpr OperatorAlternatives batchnormalization_alternatives{
    .add_changes = add_changes, .can_fold = can_fold, .fold = fold};

}  // namespace etalon::impl
