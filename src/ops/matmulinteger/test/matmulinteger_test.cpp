// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <string>

#include "tests/support/evidence.hpp"
#include "tests/support/op.hpp"

namespace etalon::tests {
namespace {

// The products of so many elements 255 with as many.
OpResult product_of_largest(std::size_t terms) {
  std::string row, column;
  for (std::size_t k = 0; k < terms; ++k) {
    row += k == 0 ? "255" : ",255";
    column += k == 0 ? "[255]" : ",[255]";
  }
  return run_op({"MatMulInteger", DType::u8, "[[" + row + "]]", "[" + column + "]", find_profile("onnx")});
}

TEST(MatMulInteger, ASumThatLeavesInt32WrapsAndIsAnEvent) {
  EVIDENCE("QUANTISE-INT-ACCUMULATOR");
  const auto wraps = [](const OpResult& result) {
    return result.events.of[std::countr_zero(unsigned{EVENT_WRAP})].count;
  };
  const OpResult within = product_of_largest(33025), beyond = product_of_largest(33027);
  EXPECT_EQ(within.text, "[[2147450625]]");
  EXPECT_EQ(wraps(within), 0u);
  EXPECT_EQ(beyond.text, "[[-2147386621]]");
  EXPECT_EQ(wraps(beyond), 1u);
}

}  // namespace
}  // namespace etalon::tests
