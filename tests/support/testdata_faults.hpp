// SPDX-License-Identifier: Apache-2.0
// Cases of libonnx-testdata that are wrong, each with the reason and with a computation of its own that shows it.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "graph/graph.hpp"
#include "tensor/pattern.hpp"
#include "tensor/tensor.hpp"

namespace etalon::tests {

using impl::DType, impl::pattern_at, impl::set_pattern, impl::Shape, impl::Tensor, impl::TensorView;

// In the order of the files.
struct DataSet {
  std::vector<Tensor> inputs, outputs;
};

// Either the data are wrong, and `right` computes what they should be, or the model is refused, and `invalid` shows
// why.
struct Fault {
  std::string_view name, reason;
  DataSet (*right)(const DataSet& data);
  bool (*invalid)(const DataSet& data, const impl::Graph& graph) = nullptr;
};

// The same bits, as the type that the model declares.
inline Tensor as_bfloat16(const Tensor& words) {
  Tensor tensor(DType::bf16, words.shape());
  std::ranges::copy_n(words.data(), static_cast<std::ptrdiff_t>(words.bytes()), tensor.data());
  return tensor;
}

// Of CastLike's expansions: the second input, which nothing uses, in the type and shape that the model declares.
inline DataSet with_like(DataSet data, DType type) {
  if (data.inputs.size() > 1) data.inputs[1] = Tensor(type, data.inputs[0].shape());
  return data;
}

inline DataSet with_bfloat16_inputs(const DataSet& data) {
  DataSet right = with_like(data, DType::f32);
  right.inputs[0] = as_bfloat16(data.inputs[0]);
  return right;
}

// Floats rounded to bfloat16: of the two neighbours the nearer one, and of two that are as near the even one.
inline DataSet rounded_to_bfloat16(const DataSet& data) {
  const auto number = [](std::uint64_t half) {
    return double{std::bit_cast<float>(static_cast<std::uint32_t>(half << 16))};
  };
  const TensorView from = data.inputs[0].view();
  Tensor right(DType::bf16, from.shape);
  for (std::uint64_t i = 0; i < from.shape.count; ++i) {
    const std::uint64_t bits = pattern_at(from, i), inner = bits >> 16, outer = inner + 1;
    const double x = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    const double low = std::abs(x - number(inner)), high = std::abs(x - number(outer));
    const bool up = std::isfinite(x) && (low > high || (low == high && inner % 2 != 0));
    set_pattern(right.view(), i, std::isnan(x) ? 0x7FC0 : up ? outer : inner);
  }
  return with_like({data.inputs, {right}}, DType::bf16);
}

// Whether B has neither one element nor a shape that is a stretch of A's.
inline bool expands_a_dimension(const DataSet& data, const impl::Graph&) {
  const Shape &a = data.inputs[0].shape(), &b = data.inputs[1].shape();
  const std::span from(a.dims.data(), a.rank), of(b.dims.data(), b.rank);
  return b.count != 1 && std::ranges::search(from, of).empty();
}

// Whether the last input, which is training_mode, is true.
inline bool trains(const DataSet& data, const impl::Graph& graph) {
  return graph.nodes[0].operation == "Dropout" && pattern_at(data.inputs.back().view(), 0) == 1;
}

// Whether the node is to learn from its batch.
inline bool learns(const DataSet&, const impl::Graph& graph) {
  const auto is_training = [](const impl::Attribute& attribute) {
    const auto* mode = std::get_if<std::int64_t>(&attribute.value);
    return attribute.name == "training_mode" && mode != nullptr && *mode == 1;
  };
  return graph.nodes[0].operation == "BatchNormalization" &&
         std::ranges::any_of(graph.nodes[0].attributes, is_training);
}

// Whether an output_shape of a ConvTranspose is larger than what X is spread over: 9 places, and not 10.
inline bool asks_for_more(const DataSet& data, const impl::Graph& graph) {
  const auto numbers = [&](const char* name) {
    for (const impl::Attribute& attribute : graph.nodes[0].attributes)
      if (attribute.name == name) return std::get<std::vector<std::int64_t>>(attribute.value);
    return std::vector<std::int64_t>();
  };
  const Shape &x = data.inputs[0].shape(), &w = data.inputs[1].shape();
  const auto places = (static_cast<std::int64_t>(x[2]) - 1) * numbers("strides")[0] + static_cast<std::int64_t>(w[2]);
  return numbers("output_padding").empty() && numbers("output_shape")[0] > places;
}

// Whether the node interpolates by cubic polynomials.
inline bool is_cubic(const DataSet&, const impl::Graph& graph) {
  const auto says_so = [](const impl::Attribute& attribute) {
    const auto* mode = std::get_if<std::string>(&attribute.value);
    return attribute.name == "mode" && mode != nullptr && *mode == "cubic";
  };
  return graph.nodes[0].operation == "Resize" && std::ranges::any_of(graph.nodes[0].attributes, says_so);
}

// With corners aligned, a result of two columns and one row has the first and the last element of the first row.
inline DataSet with_aligned_corners(const DataSet& data) {
  DataSet right = data;
  const TensorView from = data.inputs[0].view();
  for (std::uint64_t i = 0; i < 2; ++i)
    set_pattern(right.outputs[0].view(), i, pattern_at(from, i * (from.shape[3] - 1)));
  return right;
}

// Whether a Constant of before operator set 9 has a value of integers.
inline bool has_early_negative_axis(const DataSet&, const impl::Graph& graph) {
  const auto is_negative = [](const impl::Attribute& attribute) {
    const auto* axis = std::get_if<std::int64_t>(&attribute.value);
    return attribute.name == "axis" && axis != nullptr && *axis < 0;
  };
  return *graph.opset < 11 && std::ranges::any_of(
                                  graph.nodes,
                                  [&](const impl::Node& node) {
                                    return (node.operation == "Split" || node.operation == "LogSoftmax") &&
                                           std::ranges::any_of(node.attributes, is_negative);
                                  });
}

// The only input is the length of a window, and no element of it is known.
inline bool has_range_of_an_input(const DataSet& data, const impl::Graph& graph) {
  return data.inputs.size() == 1 && data.inputs[0].shape().count == 1 &&
         std::ranges::any_of(graph.nodes, [](const impl::Node& node) { return node.operation == "Range"; });
}

inline bool has_early_integers(const DataSet&, const impl::Graph& graph) {
  const auto is_integer = [](const impl::Attribute& attribute) {
    const auto* value = std::get_if<impl::Constant>(&attribute.value);
    return value != nullptr && info(value->type).kind != impl::Kind::floating;
  };
  return *graph.opset < 9 && std::ranges::any_of(
                                 graph.nodes,
                                 [&](const impl::Node& node) {
                                   return node.operation == "Constant" &&
                                          std::ranges::any_of(node.attributes, is_integer);
                                 });
}

inline constexpr const char* training = "training_mode is true, and elements would be dropped at random";
inline constexpr const char* learning = "training_mode is 1, and mean and variance would be those of the batch";
inline constexpr const char* too_long = "output_shape is longer than what there is: a pad would be negative";
inline constexpr const char* early_negative = "an axis is negative, which the version of the operator does not have";
inline constexpr const char* open_length =
    "the shape of the result depends on an input, which is not known before running";
inline constexpr const char* integers = "Constant-1 has floating-point numbers only, and here it gives int64";
inline constexpr const char* cubic = "mode cubic is not defined here";
inline constexpr const char* fractional =
    "length_resized is the length of the resized tensor, 2, where the data have been made with 4 * 0.6";
inline constexpr const char* expanded =
    "Add-6 broadcasts B only where its shape is a stretch of A's, not along a dimension of 1";
inline constexpr const char* cut_off =
    "the data drop the lower half of a float where Cast rounds to the nearest, and say UINT16 for BFLOAT16";
inline constexpr const char* mistyped = "the file of the input says UINT16 where the model declares BFLOAT16";
inline constexpr const char* signed_nan = "the data have a NaN with a sign, where the profile has the one quiet NaN";

// The square root of a negative number is the one quiet NaN.
inline DataSet with_one_nan(const DataSet& data) {
  DataSet right = data;
  const TensorView from = data.inputs[0].view();
  for (std::uint64_t i = 0; i < from.shape.count; ++i)
    if (std::bit_cast<float>(static_cast<std::uint32_t>(pattern_at(from, i))) < 0)
      set_pattern(right.outputs[0].view(), i, 0x7FC00000);
  return right;
}

inline constexpr Fault faults_of_the_data[] = {
    {"node/test_batchnorm_epsilon_training_mode", learning, nullptr, learns},
    {"node/test_batchnorm_example_training_mode", learning, nullptr, learns},
    {"node/test_cast_BFLOAT16_to_FLOAT", mistyped, with_bfloat16_inputs},
    {"node/test_cast_FLOAT_to_BFLOAT16", cut_off, rounded_to_bfloat16},
    {"node/test_castlike_BFLOAT16_to_FLOAT_expanded", mistyped, with_bfloat16_inputs},
    {"node/test_castlike_FLOAT_to_BFLOAT16_expanded", cut_off, rounded_to_bfloat16},
    {"node/test_convtranspose_output_shape", too_long, nullptr, asks_for_more},
    {"node/test_resize_downsample_scales_cubic", cubic, nullptr, is_cubic},
    {"node/test_resize_downsample_scales_cubic_A_n0p5_exclude_outside", cubic, nullptr, is_cubic},
    {"node/test_resize_downsample_scales_cubic_align_corners", cubic, nullptr, is_cubic},
    {"node/test_resize_downsample_scales_linear_align_corners", fractional, with_aligned_corners},
    {"node/test_resize_downsample_sizes_cubic", cubic, nullptr, is_cubic},
    {"node/test_resize_upsample_scales_cubic", cubic, nullptr, is_cubic},
    {"node/test_resize_upsample_scales_cubic_A_n0p5_exclude_outside", cubic, nullptr, is_cubic},
    {"node/test_resize_upsample_scales_cubic_align_corners", cubic, nullptr, is_cubic},
    {"node/test_resize_upsample_scales_cubic_asymmetric", cubic, nullptr, is_cubic},
    {"node/test_resize_upsample_sizes_cubic", cubic, nullptr, is_cubic},
    {"node/test_training_dropout", training, nullptr, trains},
    {"node/test_training_dropout_default", training, nullptr, trains},
    {"node/test_training_dropout_default_mask", training, nullptr, trains},
    {"node/test_training_dropout_mask", training, nullptr, trains},
    {"node/test_training_dropout_zero_ratio", training, nullptr, trains},
    {"node/test_training_dropout_zero_ratio_mask", training, nullptr, trains},
    {"pytorch-converted/test_PixelShuffle", integers, nullptr, has_early_integers},
    {"pytorch-operator/test_operator_repeat", integers, nullptr, has_early_integers},
    {"pytorch-operator/test_operator_repeat_dim_overflow", integers, nullptr, has_early_integers},
    {"pytorch-operator/test_operator_add_size1_broadcast", expanded, nullptr, expands_a_dimension},
    {"pytorch-operator/test_operator_add_size1_singleton_broadcast", expanded, nullptr, expands_a_dimension},
    {"pytorch-operator/test_operator_sqrt", signed_nan, with_one_nan},
    {"pytorch-operator/test_operator_pow", signed_nan, with_one_nan},
    {"pytorch-converted/test_GLU", early_negative, nullptr, has_early_negative_axis},
    {"pytorch-converted/test_log_softmax_lastdim", early_negative, nullptr, has_early_negative_axis},
    {"node/test_blackmanwindow_expanded", open_length, nullptr, has_range_of_an_input},
    {"node/test_blackmanwindow_symmetric_expanded", open_length, nullptr, has_range_of_an_input},
    {"node/test_hammingwindow_expanded", open_length, nullptr, has_range_of_an_input},
    {"node/test_hammingwindow_symmetric_expanded", open_length, nullptr, has_range_of_an_input},
    {"node/test_hannwindow_expanded", open_length, nullptr, has_range_of_an_input},
    {"node/test_hannwindow_symmetric_expanded", open_length, nullptr, has_range_of_an_input},
};

}  // namespace etalon::tests
