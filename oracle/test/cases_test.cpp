// SPDX-License-Identifier: Apache-2.0
//
// Campaigns that describe their cases: the inputs of a case and the answer for it belong together, which two parts of a
// campaign say.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "oracle/campaign.hpp"
#include "oracle/ops/dequantizelinear/dequantizelinear.hpp"
#include "oracle/ops/matmulinteger/matmulinteger.hpp"
#include "oracle/ops/quantizelinear/quantizelinear.hpp"
#include "oracle/random.hpp"

namespace oracle {
namespace {

// The answer for the patterns of all inputs, by the operator's name.
Answer answer_of(const Campaign& campaign, const Cases& cases, std::uint64_t number) {
  std::vector<Factor> inputs;
  for (const Cases::Input& input : cases.inputs) {
    EXPECT_EQ(input.number, inputs.size());
    inputs.push_back({input.type, input.pattern(number)});
  }
  const std::string operation = campaign.operation;
  if (operation == "QuantizeLinear") {
    const Format precision = inputs[1].type.format();
    return quantizelinear(precision, inputs[0], inputs[1], inputs[2].type.integer(), inputs[2].pattern);
  }
  if (operation == "DequantizeLinear") {
    const Format result = inputs[1].type.format();
    return dequantizelinear(result, inputs[0].type.integer(), inputs[0].pattern, inputs[2].pattern, inputs[1]);
  }
  EXPECT_EQ(operation, "MatMulInteger");
  return matmulinteger({inputs[0].type.integer(), inputs[0].pattern, inputs[2].pattern},
                       {inputs[1].type.integer(), inputs[1].pattern, inputs[3].pattern});
}

TEST(Cases, InputsAndAnswersBelongTogether) {
  Random random(5);
  std::size_t described = 0;
  for (const Campaign& campaign : campaigns()) {
    const auto* cases = std::get_if<Cases>(&campaign.judge);
    if (cases == nullptr) {
      continue;
    }
    ++described;
    std::vector<std::uint32_t> lasts(std::size_t{1} << cases->last_bits);
    std::iota(lasts.begin(), lasts.end(), 0U);
    std::vector<std::uint32_t> right(lasts.size());
    for (const std::uint64_t row : {std::uint64_t{0}, random.below(cases->rows()), cases->rows() - 1}) {
      cases->judge(static_cast<std::uint32_t>(row), lasts, right);
      for (int i = 0; i < 500; ++i) {
        const std::uint64_t last = random.below(lasts.size());
        const std::uint64_t number = (row << cases->last_bits) + last;
        ASSERT_EQ(right[last], answer_of(campaign, *cases, number).bits) << campaign.name << " " << number;
      }
    }
  }
  EXPECT_EQ(described, 20U);
}

// What is one pattern for a row depends on the number of the row alone.
TEST(Cases, ScalarsAreTheSameInARow) {
  for (const Campaign& campaign : campaigns()) {
    const auto* cases = std::get_if<Cases>(&campaign.judge);
    for (std::size_t k = 0; cases != nullptr && k < cases->inputs.size(); ++k) {
      const Cases::Input& input = cases->inputs[k];
      const bool is_one = input.layout == Cases::Input::Layout::scalar || input.layout == Cases::Input::Layout::single;
      EXPECT_EQ(is_one, input.shift >= cases->last_bits) << campaign.name;
    }
  }
}

}  // namespace
}  // namespace oracle
