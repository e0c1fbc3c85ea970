// SPDX-License-Identifier: Apache-2.0
// Quantised operators through a prepared plan, uint8 by int8 with zero points:
//
//   matmulinteger/MxNxK[/constant]                                 B is an input, or a constant
//   qlinearconv/CHANNELSxFEATURESxSIDExKERNELxSTRIDE[/groups:G]    as conv of layers.cpp, with constant weights,
//                                                                  a scale for each feature and a bias
//   quantizelinear/COUNT, dequantizelinear/COUNT                   between float and uint8, with one scale
#include <charconv>
#include <cstring>

#include "planned.hpp"

namespace etalon::bench {
namespace {

using Dims = std::vector<std::uint64_t>;

Input drawn(unsigned number, DType type, const Dims& dims) {
  const Shape shape = *Shape::of(dims);
  return {{type, shape}, operand(number, type, shape, Data::normal)};
}

// Numbers that are kept, one for each place.
template <class T> Input of_number(DType type, T number, const Dims& dims = {}) {
  const Shape shape = *Shape::of(dims);
  std::byte* const to = memory(shape.count * sizeof(T), 0);
  for (std::uint64_t i = 0; i < shape.count; ++i) std::memcpy(to + i * sizeof(T), &number, sizeof(T));
  return {{type, shape}, to};
}
Input scale(float number, const Dims& dims = {}) { return of_number(DType::f32, number, dims); }
Input zero(std::uint8_t number) { return of_number(DType::u8, number); }

Made matmulinteger_of(const Shape& said, bool constant) {
  return {"MatMulInteger",
          {drawn(0, DType::u8, {said[0], said[2]}), drawn(1, DType::i8, {said[2], said[1]}), zero(7),
           of_number(DType::i8, std::int8_t{-3})},
          {{DType::i32, *Shape::of(Dims{said[0], said[1]})}},
          {},
          constant ? std::size_t{1} : std::size_t{2}};
}

Made qlinearconv_of(const Shape& said, std::uint64_t groups) {
  const std::uint64_t channels = said[0], features = said[1], side = said[2], kernel = said[3], stride = said[4];
  const std::uint64_t pad = kernel / 2, out = (side + 2 * pad - kernel) / stride + 1;
  const auto all = [](std::size_t count, std::uint64_t n) {
    return std::vector<std::int64_t>(count, static_cast<std::int64_t>(n));
  };
  return {"QLinearConv",
          {drawn(0, DType::u8, {1, channels, side, side}), scale(0.02f), zero(120),
           drawn(1, DType::i8, {features, channels / groups, kernel, kernel}), scale(0.005f, {features}),
           of_number(DType::i8, std::int8_t{0}, {features}), scale(0.5f), zero(110),
           of_number(DType::i32, std::int32_t{100}, {features})},
          {{DType::u8, *Shape::of(Dims{1, features, out, out})}},
          {{"strides", all(2, stride)}, {"pads", all(4, pad)}, {"group", static_cast<std::int64_t>(groups)}},
          1};
}

Made quantizelinear_of(const Shape& said) {
  return {"QuantizeLinear",
          {drawn(0, DType::f32, {said[0]}), scale(0.03f), zero(120)},
          {{DType::u8, *Shape::of(Dims{said[0]})}},
          {},
          1};
}

Made dequantizelinear_of(const Shape& said) {
  return {"DequantizeLinear",
          {drawn(0, DType::u8, {said[0]}), scale(0.03f), zero(120)},
          {{DType::f32, *Shape::of(Dims{said[0]})}},
          {},
          1};
}

bool make(const std::string& name, const Parts& parts) {
  if (parts.size() < 2) return false;
  const Shape said = shape_of(parts[1]);
  const bool constant = parts.size() > 2 && parts[2] == "constant";
  std::uint64_t groups = 1;
  if (parts.size() > 2 && parts[2].starts_with("groups:"))
    std::from_chars(parts[2].data() + 7, parts[2].data() + parts[2].size(), groups);
  const bool is_product = parts[0] == "matmulinteger" && said.rank == 3,
             is_conv = parts[0] == "qlinearconv" && said.rank == 5 && groups > 0,
             is_quantize = parts[0] == "quantizelinear" && said.rank == 1,
             is_dequantize = parts[0] == "dequantizelinear" && said.rank == 1;
  if (!(is_product || is_conv || is_quantize || is_dequantize)) return false;
  add_planned(name, [=] {
    return is_product    ? matmulinteger_of(said, constant)
           : is_conv     ? qlinearconv_of(said, groups)
           : is_quantize ? quantizelinear_of(said)
                         : dequantizelinear_of(said);
  });
  return true;
}

}  // namespace
}  // namespace etalon::bench

int main(int argc, char** argv) { return etalon::bench::run_program(argc, argv, etalon::bench::make); }
