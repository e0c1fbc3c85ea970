// SPDX-License-Identifier: Apache-2.0
//
// Random calls: what they hold together, what they cover, and that they are the same wherever they are drawn. Whether
// their results are right is the business of the tests of the operators.
#include "oracle/call.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "oracle/cases/calls.hpp"

namespace oracle {
namespace {

constexpr int calls_each = 2000;

bool is_sound(const Tensor& tensor) {
  const std::uint64_t most = tensor.type.kind == Kind::boolean ? 1 : ~std::uint64_t{0} >> (64 - tensor.type.bits);
  return tensor.shape.size() <= highest_rank && tensor.patterns.size() == element_count(tensor.shape) &&
         std::all_of(tensor.patterns.begin(), tensor.patterns.end(), [&](std::uint64_t x) { return x <= most; });
}

class Calls : public testing::TestWithParam<Drawing> {};

TEST_P(Calls, TensorsHaveAsManyPatternsAsElementsAndNoneTooWide) {
  Random random(1);
  for (int i = 0; i < calls_each; ++i) {
    const Call call = GetParam().draw(random);
    ASSERT_FALSE(call.outputs.empty());
    for (const std::optional<Tensor>& input : call.inputs) {
      ASSERT_TRUE(!input || is_sound(*input)) << i;
    }
    for (std::size_t output = 0; output < call.outputs.size(); ++output) {
      ASSERT_TRUE(is_sound(call.outputs[output])) << i;
      if (!call.events.empty()) {
        ASSERT_EQ(call.events.at(output).size(), call.outputs[output].patterns.size()) << i;
      }
    }
  }
}

TEST_P(Calls, AreTheSameFromTheSameSeed) {
  Random first(2);
  Random second(2);
  for (int i = 0; i < 100; ++i) {
    const Call a = GetParam().draw(first);
    const Call b = GetParam().draw(second);
    ASSERT_EQ(a.opset, b.opset);
    ASSERT_EQ(a.attributes.size(), b.attributes.size());
    ASSERT_EQ(a.outputs.front().shape, b.outputs.front().shape);
    ASSERT_EQ(a.outputs.front().patterns, b.outputs.front().patterns);
  }
}

// The operator's first output, or what it reads where the rank of that is always the same or less, has every rank that
// it may have; empty tensors are among them.
TEST_P(Calls, HaveManyRanksAndEmptyTensors) {
  const std::set<std::string> judged_by_what_they_read{"Flatten", "Shape", "Size", "Squeeze"};
  const std::map<std::string, std::set<std::size_t>> of_few_ranks{
      {"AveragePool", {3, 4, 5, 6}},
      {"Conv", {3, 4, 5, 6}},
      {"ConvInteger", {3, 4, 5, 6}},
      {"ConvTranspose", {3, 4, 5}},
      {"DepthToSpace", {4}},
      {"Gemm", {2}},
      {"GlobalAveragePool", {3, 4, 5, 6, 7, 8}},
      {"GlobalMaxPool", {3, 4, 5, 6, 7, 8}},
      {"GRU", {4}},
      {"LRN", {2, 3, 4, 5, 6, 7, 8}},
      {"LSTM", {4}},
      {"MaxPool", {3, 4, 5, 6}},
      {"QLinearConv", {3, 4, 5, 6}},
      {"Range", {1}},
      {"SpaceToDepth", {4}},
      {"Upsample", {0, 1, 2, 3, 4, 5}},
  };
  Random random(3);
  std::string operation;
  std::set<std::size_t> ranks;
  int empty = 0;
  for (int i = 0; i < calls_each; ++i) {
    const Call call = GetParam().draw(random);
    operation = call.operation;
    const Tensor& tensor = judged_by_what_they_read.contains(operation) ? *call.inputs[0] : call.outputs.front();
    ranks.insert(tensor.shape.size());
    empty += element_count(tensor.shape) == 0 ? 1 : 0;
  }
  if (const auto found = of_few_ranks.find(operation); found != of_few_ranks.end()) {
    EXPECT_EQ(ranks, found->second);
  } else {
    EXPECT_GE(ranks.size(), 8U);
    EXPECT_EQ(*ranks.rbegin(), highest_rank);
  }
  EXPECT_GE(empty, calls_each / 200);
  EXPECT_LE(empty, calls_each / 3);
}

INSTANTIATE_TEST_SUITE_P(Operators, Calls, testing::ValuesIn(drawings()),
                         [](const auto& parameter) { return std::string(parameter.param.name); });

}  // namespace
}  // namespace oracle
