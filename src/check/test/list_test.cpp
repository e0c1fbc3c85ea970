// SPDX-License-Identifier: Apache-2.0
// The list of operators that the working group has chosen for the safety profile, against the operators that there are.
#include <gtest/gtest.h>

#include <algorithm>

#include "check/resolve.hpp"
#include "ops/operator.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

constexpr const char* chosen[] = {"Abs",       "Add",       "ArgMax",   "BatchNormalization",
                                  "Clip",      "Concat",    "Constant", "Conv",
                                  "Div",       "Exp",       "Flatten",  "Gemm",
                                  "LeakyRelu", "Less",      "Log",      "LSTM",
                                  "MatMul",    "Max",       "MaxPool",  "Mul",
                                  "Neg",       "Pad",       "Pow",      "Range",
                                  "Relu",      "Reshape",   "Shape",    "Sigmoid",
                                  "Slice",     "Softmax",   "Sqrt",     "Sub",
                                  "Tanh",      "Unsqueeze", "Where"};

TEST(TheGroupsList, HasThirtyFiveOperators_AndEtalonHasThemAll) {
  EVIDENCE("GEN-ALL-OPERATOR");
  EXPECT_EQ(std::size(chosen), 35u);
  for (const char* name : chosen) {
    const Operator* op = find_operator("", name);
    ASSERT_NE(op, nullptr) << name;
    EXPECT_TRUE(std::ranges::find(operators(), op) != operators().end()) << name;
    if (op->name == std::string_view("Pad")) continue;  // its page is empty: no SONNX profile defines it
    for (const char* profile : {"sonnx", "sonnx-2026-08", "sonnx-2026-10"})
      EXPECT_TRUE(std::ranges::any_of(
          op->versions, [&](int version) { return row_for(*find_profile(profile), version, *op) != nullptr; }))
          << name << " under " << profile;
  }
}

}  // namespace
}  // namespace etalon::impl
