// SPDX-License-Identifier: Apache-2.0
// Layers of networks through a prepared plan, of float, with constant weights and a bias:
//
//   conv/POLICY/CHANNELSxFEATURESxSIDExKERNELxSTRIDE[/groups:G][/threads:T]   a square image and kernel, padded so that
//                                                                             a stride of 1 keeps the side
//   gemm/POLICY/MxNxK[/threads:T]                                             by a transposed B
//   softmax/POLICY/ROWSxCOLUMNS[/threads:T]                                   along the columns
//   layernormalization/POLICY/ROWSxCOLUMNS[/threads:T]                        likewise
#include <charconv>

#include "planned.hpp"
#include "team.hpp"

namespace etalon::bench {
namespace {

Input drawn(unsigned number, const std::vector<std::uint64_t>& dims) {
  const Shape shape = *Shape::of(dims);
  return {{DType::f32, shape}, operand(number, DType::f32, shape, Data::normal)};
}

Made conv_of(const Shape& said, std::uint64_t groups) {
  const std::uint64_t channels = said[0], features = said[1], side = said[2], kernel = said[3], stride = said[4];
  const std::uint64_t pad = kernel / 2, out = (side + 2 * pad - kernel) / stride + 1;
  const auto twice = [](std::uint64_t n) { return std::vector<std::int64_t>(2, static_cast<std::int64_t>(n)); };
  const auto pads = std::vector<std::int64_t>(4, static_cast<std::int64_t>(pad));
  return {"Conv",
          {drawn(0, {1, channels, side, side}), drawn(1, {features, channels / groups, kernel, kernel}),
           drawn(2, {features})},
          {{DType::f32, *Shape::of(std::vector{std::uint64_t{1}, features, out, out})}},
          {{"strides", twice(stride)}, {"pads", pads}, {"group", static_cast<std::int64_t>(groups)}},
          1};
}

Made gemm_of(const Shape& said) {
  return {"Gemm",
          {drawn(0, {said[0], said[2]}), drawn(1, {said[1], said[2]}), drawn(2, {said[1]})},
          {{DType::f32, *Shape::of(std::vector{said[0], said[1]})}},
          {{"transB", std::int64_t{1}}},
          1};
}

Made softmax_of(const Shape& said) {
  const Input x = drawn(0, {said[0], said[1]});
  return {"Softmax", {x}, {x.argument}};
}

Made layernormalization_of(const Shape& said) {
  const Input x = drawn(0, {said[0], said[1]});
  return {"LayerNormalization", {x, drawn(1, {said[1]}), drawn(2, {said[1]})}, {x.argument}, {}, 1};
}

// Steps, features of the input and of the state; one sequence.
Made lstm_of(const Shape& said) {
  const std::uint64_t steps = said[0], size = said[1], hidden = said[2];
  return {"LSTM",
          {drawn(0, {steps, 1, size}), drawn(1, {1, 4 * hidden, size}), drawn(2, {1, 4 * hidden, hidden})},
          {{DType::f32, *Shape::of(std::vector{steps, std::uint64_t{1}, std::uint64_t{1}, hidden})}},
          {{"hidden_size", static_cast<std::int64_t>(hidden)}},
          1};
}

bool make(const std::string& name, const Parts& parts) {
  if (parts.size() < 3) return false;
  const auto policy = find_accumulation(parts[1]);
  const Shape said = shape_of(parts[2]);
  std::uint64_t groups = 1, threads = 1;
  for (std::size_t i = 3; i < parts.size(); ++i) {
    const Parts option = split(parts[i], ':');
    if (option.size() != 2 || (option[0] != "groups" && option[0] != "threads")) return false;
    std::uint64_t& number = option[0] == "groups" ? groups : threads;
    std::from_chars(option[1].data(), option[1].data() + option[1].size(), number);
  }
  const bool is_lstm = parts[0] == "lstm" && said.rank == 3;
  const bool is_conv = parts[0] == "conv" && said.rank == 5 && groups > 0,
             is_gemm = parts[0] == "gemm" && said.rank == 3, is_softmax = parts[0] == "softmax" && said.rank == 2,
             is_normalization = parts[0] == "layernormalization" && said.rank == 2;
  if (!policy || !(is_conv || is_gemm || is_softmax || is_normalization || is_lstm)) return false;
  add_planned(name, [=] {
    Made made = is_conv      ? conv_of(said, groups)
                : is_gemm    ? gemm_of(said)
                : is_softmax ? softmax_of(said)
                : is_lstm    ? lstm_of(said)
                             : layernormalization_of(said);
    made.accumulation = *policy;
    if (threads > 1) made.team = team_of(static_cast<unsigned>(threads));
    return made;
  });
  return true;
}

}  // namespace
}  // namespace etalon::bench

int main(int argc, char** argv) { return etalon::bench::run_program(argc, argv, etalon::bench::make); }
