// SPDX-License-Identifier: Apache-2.0
// Floor 6. See execute.hpp.
#include "run/execute.hpp"

#include "base/fp_environment.hpp"
#include "run/buffers.hpp"

namespace etalon::impl {
Status execute(const Call& call, std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs,
               Events* events, KernelTable kernels) {
  if (inputs.size() != call.inputs.size() || outputs.size() != call.outputs.size())
    return {Code::usage, "API-ALL-BUFFERS"};
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (!matches(inputs[i], call.inputs[i])) return {Code::usage, "API-ALL-BUFFERS"};
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!matches(outputs[i], call.outputs[i])) return {Code::usage, "API-ALL-BUFFERS"};
    for (const TensorView& input : inputs)
      if (overlap(input.data, input.bytes, outputs[i].data, outputs[i].bytes)) return {Code::usage, "API-ALL-OVERLAP"};
  }
  const FpGuard guard;
  return kernels(call.op->id, call.inputs[0].type, events != nullptr)(call, inputs, outputs, events);
}

}  // namespace etalon::impl
