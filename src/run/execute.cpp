// SPDX-License-Identifier: Apache-2.0
// Floor 6. See execute.hpp.
#include "run/execute.hpp"

#include <array>

#include "base/fp_environment.hpp"
#include "run/buffers.hpp"

namespace etalon::impl {

Status execute(const Call& call, std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs,
               const Work& work, KernelTable kernels) {
  return execute(call, inputs, outputs, work, kernels(call.op->id, call.inputs[0].type, work.events != nullptr));
}

Status execute(const Call& call, std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs,
               const Work& work, const Kernel& kernel) {
  if (inputs.size() != call.inputs.size() || outputs.size() != call.outputs.size() || inputs.size() > max_operands ||
      outputs.size() > max_operands || work.scratch.size() < kernel.scratch_for(call, work.tasks))
    return {Code::usage, "API-ALL-BUFFERS"};
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (!matches(inputs[i], call.inputs[i])) return refused_for("API-ALL-BUFFERS", i);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!matches(outputs[i], call.outputs[i])) return refused_for("API-ALL-BUFFERS", inputs.size() + i);
    for (const TensorView& input : inputs)
      if (overlap({input.data, input.bytes}, {outputs[i].data, outputs[i].bytes}))
        return refused_for("API-ALL-OVERLAP", inputs.size() + i);
  }
  std::array<const void*, max_operands> in;
  std::array<void*, max_operands> out;
  for (std::size_t i = 0; i < inputs.size(); ++i) in[i] = inputs[i].data;
  for (std::size_t i = 0; i < outputs.size(); ++i) out[i] = outputs[i].data;
  const FpGuard guard;
  return kernel.compute(call, {in.data(), inputs.size()}, {out.data(), outputs.size()}, work);
}

}  // namespace etalon::impl
