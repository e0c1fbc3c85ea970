// SPDX-License-Identifier: Apache-2.0
//
// Products of one term, for all numbers of 8 bits with all zero points on both sides: 2^32 cases for each pair of
// types. A has a column of them, with a zero point for each row; B has one.
#include "oracle/campaign.hpp"

#include "oracle/ops/matmulinteger/matmulinteger.hpp"

namespace oracle {
namespace {

template <Integer A, Integer B>
void judge_product(std::uint32_t row, std::span<const std::uint32_t> lasts, std::span<std::uint32_t> right) {
  const Centred b{B, row % 256, row / 256};
  for (std::size_t i = 0; i < lasts.size(); ++i) {
    right[i] = static_cast<std::uint32_t>(matmulinteger({A, lasts[i] % 256, lasts[i] / 256}, b).bits);
  }
}

template <Integer A, Integer B> Campaign product_campaign(const char* name) {
  using enum Cases::Input::Layout;
  return {.name = name,
          .operation = "MatMulInteger",
          .evidence = {"MATMULINTEGER-INT-RESULT"},
          .judge = Cases{.row_bits = 16,
                         .last_bits = 16,
                         .inputs = {{.number = 0, .type = A, .layout = column},
                                    {.number = 1, .type = B, .layout = single, .shift = 16},
                                    {.number = 2, .type = A, .layout = vector, .shift = 8},
                                    {.number = 3, .type = B, .layout = scalar, .shift = 24}},
                         .judge = judge_product<A, B>}};
}

}  // namespace

std::vector<Campaign> matmulinteger_campaigns() {
  constexpr Integer i8{8, true};
  constexpr Integer u8{8, false};
  return {product_campaign<i8, i8>("matmulinteger-int8/int8"), product_campaign<i8, u8>("matmulinteger-int8/uint8"),
          product_campaign<u8, i8>("matmulinteger-uint8/int8"), product_campaign<u8, u8>("matmulinteger-uint8/uint8")};
}

}  // namespace oracle
