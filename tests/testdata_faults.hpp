// SPDX-License-Identifier: Apache-2.0
// Cases of libonnx-testdata that are wrong, each with the reason and with a computation of its own that shows it.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "tensor/pattern.hpp"
#include "tensor/tensor.hpp"

namespace etalon::tests {

using impl::pattern_at, impl::set_pattern, impl::Shape, impl::Tensor, impl::TensorView;

// In the order of the files.
struct DataSet {
  std::vector<Tensor> inputs, outputs;
};

// Either the results are wrong, and `right` computes what they should be, or the model is, and `invalid` shows it.
struct Fault {
  std::string_view name, reason;
  std::vector<Tensor> (*right)(const DataSet& data);
  bool (*invalid)(const DataSet& data) = nullptr;
};

// Floats rounded to bfloat16: of the two neighbours the nearer one, and of two that are as near the even one.
inline std::vector<Tensor> rounded_to_bfloat16(const DataSet& data) {
  const auto number = [](std::uint64_t half) {
    return double{std::bit_cast<float>(static_cast<std::uint32_t>(half << 16))};
  };
  const TensorView from = data.inputs[0].view();
  std::vector<Tensor> right = data.outputs;
  for (std::uint64_t i = 0; i < from.shape.count; ++i) {
    const std::uint64_t bits = pattern_at(from, i), inner = bits >> 16, outer = inner + 1;
    const double x = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    const double low = std::abs(x - number(inner)), high = std::abs(x - number(outer));
    const bool up = std::isfinite(x) && (low > high || (low == high && inner % 2 != 0));
    set_pattern(right[0].view(), i, std::isnan(x) ? 0x7FC0 : up ? outer : inner);
  }
  return right;
}

// Whether B has neither one element nor a shape that is a stretch of A's.
inline bool expands_a_dimension(const DataSet& data) {
  const Shape &a = data.inputs[0].shape(), &b = data.inputs[1].shape();
  const std::span from(a.dims.data(), a.rank), of(b.dims.data(), b.rank);
  return b.count != 1 && std::ranges::search(from, of).empty();
}

inline constexpr const char* expanded =
    "Add-6 broadcasts B only where its shape is a stretch of A's, not along a dimension of 1";
inline constexpr const char* cut_off = "the data drop the lower half of a float, where Cast rounds to the nearest";
inline constexpr Fault faults_of_the_data[] = {
    {"node/test_cast_FLOAT_to_BFLOAT16", cut_off, rounded_to_bfloat16},
    {"node/test_castlike_FLOAT_to_BFLOAT16_expanded", cut_off, rounded_to_bfloat16},
    {"pytorch-operator/test_operator_add_size1_broadcast", expanded, nullptr, expands_a_dimension},
    {"pytorch-operator/test_operator_add_size1_singleton_broadcast", expanded, nullptr, expands_a_dimension},
};

}  // namespace etalon::tests
