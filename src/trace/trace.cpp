// SPDX-License-Identifier: Apache-2.0
// Floor 7. See trace.hpp.
#include "trace/trace.hpp"

#include <algorithm>
#include <string_view>

#include "ops/reference_table.hpp"
#include "trace/tracing.hpp"

namespace etalon::impl {
namespace {

bool is_plain(const Call& call, std::size_t k) { return formal_at(call.row->inputs, k)->use != Formal::Use::data; }

// One term for all elements of all operands.
Term joined(Joiner& joiner, const Call& call, std::span<const TracedOperand* const> operands, std::uint64_t number) {
  Term all = joiner.join(Step::unknown, DType::real, number, nullptr);
  for (std::size_t k = 0; k < operands.size(); ++k)
    for (std::uint64_t i = 0; operands[k] != nullptr && i < call.inputs[k]->shape.count; ++i) {
      const Term element = operands[k]->element(i);
      all = joiner.join(Step::unknown, DType::real, k, &all, &element);
    }
  return all;
}

}  // namespace

void Tracing::give(const Call& call, void* output) {
  const auto& [type, shape] = *call.outputs[0];
  Tensor tensor(type, shape);
  call.op->write(call, tensor.data());
  const TracedOperand elements{nullptr, std::as_const(tensor).view()};
  for (std::uint64_t i = 0; i < shape.count; ++i) TracedMoves::store(output, i, elements.element(i));
}

bool is_followed(const Call& call, std::span<const TracedOperand* const> operands) {
  if (reference_in<Tracing>(call) == nullptr) return false;
  for (std::size_t k = 0; k < operands.size(); ++k)
    if (operands[k] != nullptr && is_plain(call, k) && operands[k]->stored.data == nullptr &&
        call.inputs[k]->shape.count != 0)
      return false;
  return true;
}

// tests/trace/expressions.cpp sees that it is so.
bool gives_quiet_results(const Operator& op) {
  constexpr std::string_view names[] = {"Add",        "AveragePool", "BatchNormalization",
                                        "Clip",       "Conv",        "ConvTranspose",
                                        "Div",        "Erf",         "Exp",
                                        "Gemm",       "HardSigmoid", "GlobalAveragePool",
                                        "Log",        "LeakyRelu",   "LogSoftmax",
                                        "MatMul",     "Max",         "MaxPool",
                                        "Mean",       "Min",         "Mul",
                                        "Pow",        "PRelu",       "Relu",
                                        "Reciprocal", "Sigmoid",     "Softmax",
                                        "Sqrt",       "Sub",         "Sum",
                                        "Tanh"};
  return std::ranges::find(names, op.name) != std::end(names);
}

std::vector<TermList> traced(Joiner& joiner, const Call& call, std::span<const TracedOperand* const> operands,
                             std::uint64_t call_number) {
  std::vector<TermList> results(call.outputs.size());
  std::vector<void*> outputs;
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (call.outputs[k]) results[k].resize(static_cast<std::size_t>(call.outputs[k]->shape.count));
    outputs.push_back(results[k].data());
  }
  if (!is_followed(call, operands)) {
    const Term all = joined(joiner, call, operands, call_number);
    for (std::size_t k = 0; k < results.size(); ++k) {
      const Term result = joiner.join(Step::unknown, DType::real, k, &all);
      for (std::size_t i = 0; i < results[k].size(); ++i)
        results[k][i] = joiner.join(Step::unknown, DType::real, i, &result);
    }
    return results;
  }
  std::vector<const void*> inputs;
  for (std::size_t k = 0; k < operands.size(); ++k)
    inputs.push_back(operands[k] == nullptr ? nullptr
                     : is_plain(call, k)    ? operands[k]->stored.data
                                            : static_cast<const void*>(operands[k]));
  // No status: what ends a run with an error is looked for in stored numbers only.
  reference_in<Tracing>(call)(Tracing(&joiner), call, inputs, outputs, {});
  return results;
}

}  // namespace etalon::impl
