// SPDX-License-Identifier: Apache-2.0
// Floor 8. See normalization.hpp.
#include "conform/normalization.hpp"

#include "base/fp_environment.hpp"
#include "conform/altered.hpp"
#include "conform/trial.hpp"
#include "ops/batchnormalization/batchnormalization.hpp"
#include "ops/bound.hpp"
#include "ops/map.hpp"

namespace etalon::impl {
namespace {

constexpr TypeSet floats = types::floats | types::bfloat16;

constexpr std::size_t scale = 1, shift = 2, mean = 3, variance = 4;  // among the inputs

template <class A> typename A::Value factor(const Call& call, Inputs inputs, std::uint64_t p) {
  const auto epsilon = A::number(attribute_in(call.inputs[0]->type, *call.named<float>("epsilon")));
  const auto deviation = A::sqrt(A::add(A::load(inputs[variance], p), epsilon, nullptr), nullptr);
  return A::div(A::load(inputs[scale], p), deviation, nullptr);
}

}  // namespace

Status multiplied_out(const Call& call, Inputs inputs, Outputs outputs) {
  const NormalizationGeometry g(call);
  Otherwise::with<floats>(call.inputs[0]->type, [&]<class A>() {
    for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) {
      const std::uint64_t p = g.parameter(i);
      const auto k = factor<A>(call, inputs, p);
      const auto c = A::sub(A::load(inputs[shift], p), A::mul(A::load(inputs[mean], p), k, nullptr), nullptr);
      A::store(outputs[0], i, A::add(A::mul(A::load(inputs[0], i), k, nullptr), c, nullptr));
    }
  });
  return {};
}

bool can_fold(const Call& convolution, const Call& normalization) {
  return std::string_view(convolution.op->name) == "Conv" && bound_of(*normalization.op).multiplied_out != 0 &&
         has_one_type(normalization) && normalization.inputs[scale]->shape.count != 0 &&
         normalization.inputs[scale]->shape.count == convolution.inputs[1]->shape[0];
}

Call folded_call(const Call& convolution, const Call& normalization) {
  Call call = convolution;
  call.inputs.resize(3);
  call.inputs[2] = Argument{convolution.inputs[1]->type, normalization.inputs[scale]->shape};
  return call;
}

Folded folded(const Call& convolution, std::span<const TensorView> operands, const Call& normalization,
              std::span<const TensorView> parameters, DType in, const Alternative& otherwise) {
  const FpGuard guard;
  const AlternativeScope scope(otherwise);
  const DType type = convolution.inputs[1]->type;
  std::vector<Tensor> wide;  // what is computed with, in its type
  const auto taken = [&](const TensorView& view) -> const void* {
    if (view.type == in) return view.data;
    return wide.emplace_back(converted_to(in, view)).data();
  };
  wide.reserve(parameters.size() + operands.size());
  const void* known[5] = {nullptr};
  for (std::size_t k = scale; k <= variance; ++k) known[k] = taken(parameters[k]);
  const void* const weights = taken(operands[1]);
  const void* const bias = convolution.has_input(2) ? taken(operands[2]) : nullptr;
  Folded result{folded_call(convolution, normalization), Tensor(type, convolution.inputs[1]->shape),
                Tensor(type, normalization.inputs[scale]->shape)};
  Otherwise::with<floats>(in, [&]<class A>() {
    Candidate new_weights{nullptr, type, false, result.weights.data()},
        new_bias{nullptr, type, false, result.bias.data()};
    const std::uint64_t features = result.bias.shape().count, each = result.weights.shape().count / features;
    for (std::uint64_t f = 0; f < features; ++f) {
      const auto k = factor<A>(normalization, known, f);
      for (std::uint64_t i = f * each; i < (f + 1) * each; ++i)
        A::store(&new_weights, i, A::mul(A::load(weights, i), k, nullptr));
      const auto before = bias != nullptr ? A::load(bias, f) : A::zero();
      const auto moved = A::mul(A::sub(before, A::load(known[mean], f), nullptr), k, nullptr);
      A::store(&new_bias, f, A::add(moved, A::load(known[shift], f), nullptr));
    }
  });
  return result;
}

}  // namespace etalon::impl
