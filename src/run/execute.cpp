// SPDX-License-Identifier: Apache-2.0
// Floor 6. See execute.hpp.
#include "run/execute.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/fp_environment.hpp"
#include "run/buffers.hpp"

namespace etalon::impl {
namespace {

// The addresses of operands: on the stack where they are few, so that an ordinary call allocates nothing.
template <class Address> class Addresses {
 public:
  explicit Addresses(std::size_t count) : many_(count > few ? count : 0) {}
  Address& operator[](std::size_t i) { return many_.empty() ? few_[i] : many_[i]; }

 private:
  static constexpr std::size_t few = 8;
  std::array<Address, few> few_;
  std::vector<Address> many_;
};

}  // namespace

Status execute(const Call& call, std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs,
               const Work& work, KernelTable kernels) {
  return execute(call, inputs, outputs, work, kernels(call, CountEvents{work.events != nullptr}));
}

Status execute(const Call& call, std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs,
               const Work& work, const Kernel& kernel) {
  if (inputs.size() != call.inputs.size() || outputs.size() != call.outputs.size() ||
      work.scratch.size() < kernel.scratch_for(call, work.tasks))
    return {Code::usage, "API-ALL-BUFFERS"};
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (!matches(inputs[i], call.inputs[i])) return refused_for("API-ALL-BUFFERS", i);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!matches(outputs[i], call.outputs[i])) return refused_for("API-ALL-BUFFERS", inputs.size() + i);
    const auto shared = [&](const auto& other) {
      return overlap({other.data, other.bytes}, {outputs[i].data, outputs[i].bytes});
    };
    if (std::any_of(inputs.begin(), inputs.end(), shared) ||
        std::any_of(outputs.begin(), outputs.begin() + static_cast<std::ptrdiff_t>(i), shared))
      return refused_for("API-ALL-OVERLAP", inputs.size() + i);
  }
  Addresses<const void*> in(inputs.size());
  Addresses<void*> out(outputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) in[i] = inputs[i].data;
  for (std::size_t i = 0; i < outputs.size(); ++i) out[i] = outputs[i].data;
  const FpGuard guard;
  return kernel.compute(call, {&in[0], inputs.size()}, {&out[0], outputs.size()}, work);
}

}  // namespace etalon::impl
