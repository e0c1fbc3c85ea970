// SPDX-License-Identifier: Apache-2.0
// A call that the oracle drew, given to Etalon: operands, attributes, the rule that must refuse it, the results.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "check/resolve.hpp"
#include "conform/vectors/drawn.hpp"
#include "run/execute.hpp"
#include "tensor/pattern.hpp"
#include "tests/support/scratch.hpp"

namespace etalon::tests {

using impl::tensor_of;
using impl::type_of;
using Attributes = impl::DrawnAttributes;

class DrawnCall {
 public:
  explicit DrawnCall(oracle::Call call) : drawn(std::move(call)), attributes_(drawn) {
    profile_.choices.accumulation = static_cast<impl::Accumulation>(drawn.accumulation);
    op = impl::find_operator("", drawn.operation);
    row = op != nullptr ? row_for(profile_, drawn.opset, *op) : nullptr;
    for (const auto& input : drawn.inputs)
      inputs_.push_back(input ? std::make_shared<const impl::Tensor>(tensor_of(*input)) : nullptr);
    if (row != nullptr) unavailable = broken_type_rule();
  }

  const oracle::Call drawn;
  const impl::Operator* op = nullptr;           // null where Etalon does not have it
  const impl::Row* row = nullptr;               // null where its operator set does not have it
  const impl::TypeRule* unavailable = nullptr;  // the rule that must refuse the call for a type of it

  bool is_unavailable(const impl::Formal& formal) const {
    return std::string_view(formal.variable) == unavailable->variable;
  }

  // With the operands as they are, or with another type for the variable whose type the version does not have.
  impl::Result<impl::Resolution> resolved(std::optional<impl::DType> instead = std::nullopt) const {
    impl::Node node;
    node.operation = drawn.operation;
    node.attributes = attributes_.given;
    std::vector<impl::Given> given;
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      if (inputs_[k] == nullptr) {
        given.emplace_back(std::nullopt);
        continue;
      }
      const impl::Formal& formal = *formal_at(row->inputs, k);
      const impl::DType type = instead && is_unavailable(formal) ? *instead : inputs_[k]->type();
      given.emplace_back(impl::Argument{type, inputs_[k]->shape()},
                         formal.use == impl::Formal::Use::shape ? inputs_[k] : nullptr);
    }
    return resolve(profile_, drawn.opset, node, given, drawn.outputs.size());
  }

  bool has_right_results(const impl::Call& call) const {
    return std::ranges::equal(call.outputs, drawn.outputs, [](const auto& output, const oracle::Tensor& right) {
      return output && output->type == type_of(right.type) && output->shape == *impl::Shape::of(right.shape);
    });
  }

  static constexpr std::byte untouched{0xA5};  // what results hold before they are computed

  // The results of the drawn inputs.
  impl::Status compute(const impl::Call& call, impl::KernelTable kernels, impl::Events* events,
                       std::vector<impl::Tensor>& results) const {
    std::vector<impl::TensorView> inputs;
    std::vector<impl::MutableTensorView> outputs;
    for (const auto& input : inputs_) inputs.push_back(input ? input->view() : impl::TensorView{});
    results.clear();
    for (const auto& output : call.outputs) results.emplace_back(output->type, output->shape);
    for (impl::Tensor& result : results) {
      std::fill_n(result.data(), result.bytes(), untouched);
      outputs.push_back(result.view());
    }
    const impl::Kernel kernel = kernels(call, impl::CountEvents{events != nullptr});
    Scratch scratch(kernel, call);
    return execute(call, inputs, outputs, {.events = events, .scratch = scratch.span()}, kernel);
  }

  struct Difference {
    std::size_t output;
    std::uint64_t element, got, right;
  };
  // The first element that is not what the oracle says.
  std::optional<Difference> difference(const std::vector<impl::Tensor>& results) const {
    for (std::size_t k = 0; k < results.size(); ++k)
      for (std::size_t i = 0; i < drawn.outputs[k].patterns.size(); ++i)
        if (const std::uint64_t got = pattern_at(results[k].view(), i), right = drawn.outputs[k].patterns[i];
            got != right)
          return Difference{k, i, got, right};
    return std::nullopt;
  }

 private:
  const impl::TypeRule* broken_type_rule() const {
    const auto broken = [&](std::span<const impl::Formal> formals, std::size_t k,
                            oracle::Type type) -> const impl::TypeRule* {
      const impl::TypeRule& rule = row->rule_of(*formal_at(formals, k));
      return rule.types.contains(type_of(type)) ? nullptr : &rule;
    };
    for (std::size_t k = 0; k < drawn.inputs.size(); ++k)
      if (drawn.inputs[k])
        if (const impl::TypeRule* rule = broken(row->inputs, k, drawn.inputs[k]->type)) return rule;
    for (std::size_t k = 0; k < drawn.outputs.size(); ++k)
      if (const impl::TypeRule* rule = broken(row->outputs, k, drawn.outputs[k].type)) return rule;
    return nullptr;
  }

  Attributes attributes_;
  impl::Profile profile_ = *impl::find_profile("onnx");
  std::vector<std::shared_ptr<const impl::Tensor>> inputs_;  // null: omitted
};

}  // namespace etalon::tests
