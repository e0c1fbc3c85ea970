// SPDX-License-Identifier: Apache-2.0
// Operators of the families map, fold and move through a prepared plan, and their peers on the same operands and the
// same result:
//
//   relu|clip|max|where/TYPE/SHAPE, cast/TYPE/TYPE/SHAPE     ours; so neg, abs, sqrt, floor, reciprocal, leakyrelu,
//                                                            hardsigmoid, min, less, equal, and
//   reducesum/TYPE/SHAPE/AXIS                                ours
//   concat|split|gather/TYPE/ROWSxCOLUMNS                    ours: of two halves of the rows; of all rows, in any order
//   transpose|slice|pad|padrows|expand|tile/TYPE/ROWSxCOLUMNS   ours, with a result of that shape: slice leaves the
//                                                            first and last column out, pad adds them, padrows rows;
//                                                            expand repeats one row, tile a quarter
//   bare/NAME                                                the compiler's loop over full vectors
//   memcpy/TYPE/SHAPE                                        of as many elements
//   rows/TYPE/ROWSxCOLUMNS                                   memcpy row by row, in the order of gather
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>

#include "bare.hpp"
#include "planned.hpp"

namespace etalon::bench {
namespace {

Input drawn(unsigned number, DType type, const Shape& shape) {
  return {{type, shape}, operand(number, type, shape, Data::normal)};
}

Input list(const std::vector<std::int64_t>& elements) {
  const std::uint64_t dims[] = {elements.size()};
  std::byte* data = memory(elements.size() * 8, 3);
  std::memcpy(data, elements.data(), elements.size() * 8);
  return {{DType::i64, *Shape::of(dims)}, data};
}

Input number(DType type, int value) {
  std::byte* data = memory(64, 2);
  if (type == DType::f32) {
    const auto number = static_cast<float>(value);
    std::memcpy(data, &number, sizeof number);
  } else {
    std::memcpy(data, &value, info(type).bits / 8);
  }
  return {{type, Shape{}}, data};
}

// As many truths as lies.
Input condition(const Shape& shape) {
  const auto* words = static_cast<const std::uint8_t*>(operand(0, DType::u8, shape, Data::normal));
  auto* truths = reinterpret_cast<std::uint8_t*>(memory(shape.count, 1));
  for (std::uint64_t i = 0; i < shape.count; ++i) truths[i] = words[i] % 2;
  return {{DType::boolean, shape}, truths};
}

Shape halved(const Shape& shape) { return *Shape::of(std::vector{shape[0] / 2, shape[1]}); }

std::vector<std::int64_t> any_order(std::uint64_t rows) {
  std::vector<std::int64_t> order(rows);
  for (std::uint64_t i = 0; i < rows; ++i) order[i] = static_cast<std::int64_t>(i * 7919 % rows);
  return order;
}

// Moves that do not keep rows as they are; what is given is the result.
std::optional<Made> move_of(const std::string& op, const Argument& result) {
  const auto& [type, shape] = result;
  const auto rows = static_cast<std::int64_t>(shape[0]), columns = static_cast<std::int64_t>(shape[1]);
  const auto data = [&, type = type](std::int64_t m, std::int64_t n) {
    return drawn(0, type, *Shape::of(std::vector{static_cast<std::uint64_t>(m), static_cast<std::uint64_t>(n)}));
  };
  if (op == "transpose") return Made{"Transpose", {data(columns, rows)}, {result}};
  if (op == "slice")
    return Made{"Slice", {data(rows, columns + 2), list({0, 1}), list({rows, columns + 1})}, {result}, {}, 1};
  if (op == "pad") return Made{"Pad", {data(rows, columns - 2), list({0, 1, 0, 1})}, {result}, {}, 1};
  if (op == "padrows") return Made{"Pad", {data(rows - 2, columns), list({1, 0, 1, 0})}, {result}, {}, 1};
  if (op == "expand") return Made{"Expand", {data(1, columns), list({rows, columns})}, {result}, {}, 1};
  if (op == "tile") return Made{"Tile", {data(rows / 2, columns / 2), list({2, 2})}, {result}, {}, 1};
  return std::nullopt;
}

std::optional<Made> made_of(const Parts& parts) {
  if (parts.size() < 3) return std::nullopt;
  const std::string& op = parts[0];
  const auto type = type_named(parts[1]);
  if (!type) return std::nullopt;
  if (op == "cast") {
    const auto to = type_named(parts[2]);
    if (!to || parts.size() < 4) return std::nullopt;
    const Shape shape = shape_of(parts[3]);
    return Made{"Cast", {drawn(0, *type, shape)}, {{*to, shape}}, {{"to", std::int64_t{info(*to).onnx}}}};
  }
  const Shape shape = shape_of(parts[2]);
  const Argument same{*type, shape};
  for (const auto& [name, operation] : {std::pair{"relu", "Relu"},
                                        {"neg", "Neg"},
                                        {"abs", "Abs"},
                                        {"sqrt", "Sqrt"},
                                        {"floor", "Floor"},
                                        {"exp", "Exp"},
                                        {"log", "Log"},
                                        {"sigmoid", "Sigmoid"},
                                        {"tanh", "Tanh"},
                                        {"erf", "Erf"},
                                        {"sin", "Sin"},
                                        {"reciprocal", "Reciprocal"},
                                        {"leakyrelu", "LeakyRelu"},
                                        {"hardsigmoid", "HardSigmoid"}})
    if (op == name) return Made{operation, {drawn(0, *type, shape)}, {same}};
  for (const auto& [name, operation] : {std::pair{"max", "Max"}, {"min", "Min"}})
    if (op == name) return Made{operation, {drawn(0, *type, shape), drawn(1, *type, shape)}, {same}};
  const Argument truths{DType::boolean, shape};
  if (op == "less") return Made{"Less", {drawn(0, *type, shape), drawn(1, *type, shape)}, {truths}};
  if (op == "equal") return Made{"Equal", {drawn(0, *type, shape), drawn(1, *type, shape)}, {truths}};
  if (op == "and") return Made{"And", {condition(shape), condition(shape)}, {truths}};
  if (op == "clip") return Made{"Clip", {drawn(0, *type, shape), number(*type, 0), number(*type, 1)}, {same}};
  if (op == "where") return Made{"Where", {condition(shape), drawn(0, *type, shape), drawn(1, *type, shape)}, {same}};
  if (op == "reducesum" && parts.size() > 3) {
    const auto axis = static_cast<unsigned>(std::stoul(parts[3]));
    std::vector<std::uint64_t> dims(shape.dims.begin(), shape.dims.begin() + shape.rank);
    dims[axis] = 1;
    return Made{"ReduceSum", {drawn(0, *type, shape), list({axis})}, {{*type, *Shape::of(dims)}}, {}, 1};
  }
  if (op == "concat")
    return Made{"Concat",
                {drawn(0, *type, halved(shape)), drawn(1, *type, halved(shape))},
                {same},
                {{"axis", std::int64_t{0}}}};
  if (op == "split") return Made{"Split", {drawn(0, *type, shape)}, {{*type, halved(shape)}, {*type, halved(shape)}}};
  if (op == "gather") {
    return Made{"Gather", {drawn(0, *type, shape), list(any_order(shape[0]))}, {same}};
  }
  return move_of(op, same);
}

const BareMap* bare_map(const std::string& name) {
  for (std::size_t i = 0; i < bare().map_count; ++i)
    if (name == bare().maps[i].name) return &bare().maps[i];
  return nullptr;
}

bool make(const std::string& name, const Parts& parts) {
  if (parts[0] == "memcpy" || parts[0] == "rows") {
    const Argument whole{*type_named(parts[1]), shape_of(parts[2])};
    const std::vector<std::int64_t> order =
        parts[0] == "rows" ? any_order(whole.shape[0]) : std::vector<std::int64_t>{0};
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
      const auto* from = static_cast<const std::byte*>(operand(0, whole.type, whole.shape, Data::normal));
      auto* to = static_cast<std::byte*>(result(bytes_of(whole)));
      const std::size_t row = bytes_of(whole) / order.size();
      measure(state, whole.shape.count, [&] {
        for (std::size_t i = 0; i < order.size(); ++i)
          std::memcpy(to + i * row, from + static_cast<std::size_t>(order[i]) * row, row);
      });
    });
    return true;
  }
  if (parts[0] == "bare") {
    const auto made = made_of(Parts(parts.begin() + 1, parts.end()));
    const BareMap* map = made ? bare_map(name.substr(5, name.rfind('/') - 5)) : nullptr;
    if (map == nullptr) return false;
    result_of(*made);
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
      const void* from[3] = {};
      for (std::size_t x = 0; x < made->inputs.size(); ++x) from[x] = made->inputs[x].data;
      void* to = result_of(*made);
      const std::uint64_t count = made->outputs[0].shape.count;
      measure(state, count, [&] { map->run(from, to, count); });
    });
    return true;
  }
  const auto made = made_of(parts);
  if (!made) return false;
  result_of(*made);
  const std::uint64_t count = std::max(made->inputs[0].argument.shape.count, made->outputs[0].shape.count);
  add_planned(name, [made = *made] { return made; }, count);
  return true;
}

}  // namespace
}  // namespace etalon::bench

int main(int argc, char** argv) {
  benchmark::AddCustomContext("bare_loops", etalon::bench::bare().name);
  return etalon::bench::run_program(argc, argv, etalon::bench::make);
}
