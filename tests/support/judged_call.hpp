// SPDX-License-Identifier: Apache-2.0
// A call with its operands as patterns, judged with whatever results somebody may have computed.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "conform/judge/judge.hpp"
#include "tests/support/drawn_call.hpp"

namespace etalon::tests {

class CallToJudge {
 public:
  explicit CallToJudge(oracle::Call call) : drawn_(std::move(call)) {
    for (const auto& input : drawn_.drawn.inputs)
      inputs_.push_back(input ? std::optional(tensor_of(*input)) : std::nullopt);
    if (drawn_.row == nullptr || drawn_.unavailable != nullptr) return;
    if (auto resolution = drawn_.resolved()) call_ = std::move(resolution->call);
  }

  bool is_allowed() const { return call_.has_value(); }  // the call is one that the profile onnx has
  const impl::Call& call() const { return *call_; }
  const oracle::Call& drawn() const { return drawn_.drawn; }
  std::vector<impl::TensorView> inputs() const {
    std::vector<impl::TensorView> views;
    for (const auto& input : inputs_) views.push_back(input ? input->view() : impl::TensorView{});
    return views;
  }

  impl::JudgedCall judge_all(const std::vector<oracle::Tensor>& results) const {
    std::vector<impl::Tensor> tensors;
    std::vector<impl::TensorView> candidate;
    for (const oracle::Tensor& result : results) tensors.push_back(tensor_of(result));
    for (const impl::Tensor& tensor : tensors) candidate.push_back(tensor.view());
    return impl::judge(*call_, inputs(), candidate);
  }
  // Of the only output.
  impl::JudgedOutput judge(std::vector<std::uint64_t> patterns) const {
    oracle::Tensor result = drawn_.drawn.outputs[0];
    result.patterns = std::move(patterns);
    return judge_all(std::vector{std::move(result)}).outputs[0];
  }

 private:
  DrawnCall drawn_;
  std::optional<impl::Call> call_;
  std::vector<std::optional<impl::Tensor>> inputs_;
};

// The product of a row and `columns` times the same column, so that as many results can be judged at once.
inline CallToJudge same_products(oracle::Format f, const std::vector<std::uint64_t>& row,
                                 const std::vector<std::uint64_t>& column, std::uint64_t columns) {
  oracle::Tensor a{f, {1, row.size()}, row}, b{f, {column.size(), columns}, {}}, y{f, {1, columns}, {}};
  for (const std::uint64_t element : column) b.patterns.insert(b.patterns.end(), columns, element);
  y.patterns.resize(columns);
  return CallToJudge({"MatMul", 13, {a, b}, {}, {y}});
}

}  // namespace etalon::tests
