// SPDX-License-Identifier: Apache-2.0
// Floor 6. See execute.hpp.
#include "run/execute.hpp"

#include <algorithm>

#include "base/fp_environment.hpp"

namespace etalon::impl {
namespace {

template <class View> bool matches(const View& view, const Argument& argument) {
  if (view.type != argument.type || view.shape != argument.shape) return false;
  if (info(view.type).bits == 0) return true;  // a real tensor has objects, not bytes
  const std::uintptr_t alignment = std::max(info(view.type).bits / 8, 1u);
  return stored_bytes(view.type, view.shape.count) == view.bytes && (view.data != nullptr || view.bytes == 0) &&
         reinterpret_cast<std::uintptr_t>(view.data) % alignment == 0;
}

bool overlaps(const TensorView& input, const MutableTensorView& output) {
  const auto in = reinterpret_cast<std::uintptr_t>(input.data), out = reinterpret_cast<std::uintptr_t>(output.data);
  return in <= out ? out - in < input.bytes && output.bytes > 0 : in - out < output.bytes && input.bytes > 0;
}

}  // namespace

Status execute(const Call& call, std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs,
               Events* events, KernelTable kernels) {
  if (inputs.size() != call.inputs.size() || outputs.size() != call.outputs.size())
    return {Code::usage, "API-ALL-BUFFERS"};
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (!matches(inputs[i], call.inputs[i])) return {Code::usage, "API-ALL-BUFFERS"};
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!matches(outputs[i], call.outputs[i])) return {Code::usage, "API-ALL-BUFFERS"};
    for (const TensorView& input : inputs)
      if (overlaps(input, outputs[i])) return {Code::usage, "API-ALL-OVERLAP"};
  }
  const FpGuard guard;
  return kernels(call.op->id, call.inputs[0].type, events != nullptr)(call, inputs, outputs, events);
}

}  // namespace etalon::impl
