// SPDX-License-Identifier: Apache-2.0
// See draw_folds.hpp.
#include "tests/kernels/draw_folds.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <variant>

#include "check/resolve.hpp"
#include "tensor/pattern.hpp"
#include "tests/kernels/sides.hpp"

namespace etalon::tests {
namespace {

using namespace impl;
using oracle::Random;
using Ints = std::vector<std::int64_t>;
using Known = std::shared_ptr<const Tensor>;
using Operand = std::variant<std::monostate, Dims, Known>;  // omitted; of the combination's type; a list that is known

constexpr Combination combinations[] = {
    {"MaxPool", DType::f16},
    {"MaxPool", DType::bf16},
    {"MaxPool", DType::f32},
    {"MaxPool", DType::f64},
    {"MaxPool", DType::i8},
    {"MaxPool", DType::u8},
    {"AveragePool", DType::f32},
    {"AveragePool", DType::f64},
    {"GlobalAveragePool", DType::f32},
    {"GlobalAveragePool", DType::f64},
    {"ReduceMean", DType::f32},
    {"ReduceMean", DType::f64},
    {"GlobalMaxPool", DType::f16},
    {"GlobalMaxPool", DType::f32},
    {"ReduceMax", DType::bf16},
    {"ReduceMax", DType::f64},
    {"ReduceMax", DType::i8},
    {"ReduceMin", DType::f16},
    {"ReduceMin", DType::f32},
    {"ReduceMin", DType::i64},
    {"ReduceMin", DType::u8},
    {"BatchNormalization", DType::f32},
    {"BatchNormalization", DType::f64},
    {"Resize", DType::u8},
    {"Resize", DType::f16},
    {"Resize", DType::f32},
    {"Resize", DType::f64},
    {"Softmax", DType::f32},
    {"Softmax", DType::f32, Accumulation::fused},
    {"Softmax", DType::f32, Accumulation::wide},
    {"LogSoftmax", DType::f32},
    {"LogSoftmax", DType::f32, Accumulation::wide},
    {"LayerNormalization", DType::f32},
    {"LayerNormalization", DType::f32, Accumulation::fused},
    {"LayerNormalization", DType::f32, Accumulation::wide},
    {"LSTM", DType::f32},
    {"LSTM", DType::f32, Accumulation::wide},
    {"GRU", DType::f32},
    {"GRU", DType::f32, Accumulation::wide},
};

struct Drawn {
  std::vector<Operand> operands;
  std::vector<Attribute> attributes = {};
  std::size_t results = 0;  // 0: as many as there must be
  bool omits_first = false;
  const char* profile = "onnx";
  std::int64_t opset = newest_opset;
};

std::int64_t flag(Random& random) { return static_cast<std::int64_t>(random.below(2)); }
template <class List> const auto& one_of(Random& random, const List& list) {
  return list[random.below(std::size(list))];
}
// A number between -2 and 2 of few digits.
float factor(Random& random) { return static_cast<float>(random.between(-64, 64)) / 32; }

Known list_of(DType type, const Ints& patterns) {
  const std::uint64_t dims[] = {patterns.size()};
  auto list = std::make_shared<Tensor>(type, *Shape::of(dims));
  for (std::size_t i = 0; i < patterns.size(); ++i)
    set_pattern(list->view(), i, static_cast<std::uint64_t>(patterns[i]));
  return list;
}

// ---- pools, reductions, BatchNormalization --------------------------------------------------------------------------

Drawn draw_pool(Random& random, bool counts, std::uint64_t room) {
  const std::size_t axes = 1 + random.below(3);
  Dims dims = draw_sides(random, axes + 2, room);
  Ints kernel, strides, dilations, pads(2 * axes);
  for (std::size_t a = 0; a < axes; ++a) {
    kernel.push_back(random.between(1, random.coin() ? 3 : 7));
    strides.push_back(random.coin() ? 1 : random.between(1, 4));
    dilations.push_back(random.below(3) != 0 ? 1 : random.between(1, 3));
    for (const std::size_t end : {a, axes + a}) pads[end] = random.coin() ? 0 : random.between(0, 3);
  }
  Drawn drawn{{dims},
              {{"kernel_shape", kernel},
               {"strides", strides},
               {"dilations", dilations},
               {"pads", pads},
               {"ceil_mode", flag(random)}}};
  if (counts && random.coin()) drawn.attributes.push_back({"count_include_pad", std::int64_t{1}});
  return drawn;
}

Drawn draw_reduction(Random& random, std::uint64_t room) {
  const Dims dims = draw_sides(random, 2 + random.below(4), room);
  Ints axes;
  for (std::size_t a = 0; a < dims.size(); ++a)
    if (random.coin()) axes.push_back(static_cast<std::int64_t>(a));
  return {{dims, list_of(DType::i64, axes)}, {{"keepdims", flag(random)}}};
}

Drawn draw_normalization(Random& random, std::uint64_t room) {
  const Dims dims = draw_sides(random, 2 + random.below(4), room), channel{dims[1]};
  return {{dims, channel, channel, channel, channel}};
}

// ---- Resize ---------------------------------------------------------------------------------------------------------

// The first axis is always made longer, so that there is something to do.
Drawn draw_resize(Random& random, DType type, std::uint64_t room) {
  constexpr const char* places[] = {"half_pixel", "half_pixel_symmetric", "asymmetric", "align_corners",
                                    "pytorch_half_pixel"};
  constexpr const char* nearest[] = {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"};
  constexpr float scales[] = {1, 1, 2, 0.5f, 1.5f, 0.75f, 2.3f};
  const Dims dims = draw_sides(random, 1 + random.below(5), room / 4);
  const bool linear = info(type).bits >= 32 && random.coin();
  Drawn drawn{{dims, {}, {}},
              {{"mode", std::string(linear ? "linear" : "nearest")},
               {"nearest_mode", std::string(one_of(random, nearest))},
               {"coordinate_transformation_mode", std::string(one_of(random, places))}}};
  const bool by_scale = random.below(3) == 0, named = random.coin();
  Ints axes, numbers;
  for (std::size_t a = 0; a < dims.size(); ++a) {
    if (named && a > 0 && random.coin()) continue;
    const auto length = static_cast<std::int64_t>(dims[a]);
    const std::int64_t other = random.coin() ? 2 * length : std::max<std::int64_t>(length / 2, 1);
    axes.push_back(static_cast<std::int64_t>(a));
    if (by_scale)
      numbers.push_back(std::bit_cast<std::int32_t>(a == 0 ? 2.0f : one_of(random, scales)));
    else
      numbers.push_back(a == 0 ? length + random.between(1, 3) : random.coin() ? length : other);
  }
  if (named) drawn.attributes.push_back({"axes", axes});
  if (by_scale)
    drawn.operands[2] = list_of(DType::f32, numbers);
  else
    drawn.operands.emplace_back(list_of(DType::i64, numbers));
  // With it all axes become longer by what the first one does at least: of many axes too much.
  if (!by_scale && axes.size() <= 2 && random.coin())
    drawn.attributes.push_back({"keep_aspect_ratio_policy", std::string("not_smaller")});
  return drawn;
}

// ---- Softmax, LogSoftmax, LayerNormalization ------------------------------------------------------------------------

// Until version 11 a slice is all axes from the given one on. Sums in double are made only of what lies in one row.
Drawn draw_slices(Random& random, const Combination& of, std::uint64_t room) {
  const Dims dims = draw_sides(random, 1 + random.below(4), room);
  const auto rank = static_cast<int>(dims.size());
  Drawn drawn{{dims}};
  const std::uint64_t kind = random.below(4);
  if (kind == 0) drawn.opset = 12;
  if (kind == 1 && of.operation == std::string_view("Softmax")) drawn.profile = "sonnx";
  int axis = random.between(0, rank - 1);
  if (kind != 0 && of.accumulation == Accumulation::wide) axis = rank - 1;
  if (kind != 1 && random.coin()) axis -= rank;
  drawn.attributes.push_back({"axis", std::int64_t{axis}});
  return drawn;
}

// Scale and B have one element for each of a group, or one for all; groups have elements.
Drawn draw_layers(Random& random, std::uint64_t room) {
  Dims dims = draw_sides(random, 1 + random.below(4), room);
  const std::size_t rank = dims.size(), axis = random.below(rank);
  for (std::size_t a = axis; a < rank; ++a) dims[a] = std::max<std::uint64_t>(dims[a], 1);
  const auto beside = [&]() -> Dims {
    if (random.below(4) == 0) return Dims(random.below(rank + 1), 1);
    Dims own(random.below(axis + 1), 1);
    own.insert(own.end(), dims.begin() + static_cast<std::ptrdiff_t>(axis), dims.end());
    return own;
  };
  Drawn drawn{{dims, beside()}};
  if (random.coin()) drawn.operands.emplace_back(beside());
  const auto number = static_cast<std::int64_t>(axis);
  drawn.attributes = {{"axis", random.coin() ? number : number - static_cast<std::int64_t>(rank)}};
  if (random.coin()) drawn.attributes.push_back({"epsilon", std::ldexp(1.0f, -random.between(0, 40))});
  drawn.results = 1 + random.below(3);
  return drawn;
}

// ---- LSTM, GRU ------------------------------------------------------------------------------------------------------

struct Function {
  const char* name;
  bool has_alpha = false, has_beta = false;
};
constexpr Function functions[] = {{"Sigmoid"},
                                  {"Tanh"},
                                  {"Relu"},
                                  {"Affine", true, true},
                                  {"LeakyRelu", true},
                                  {"ThresholdedRelu", true},
                                  {"Softsign"},
                                  {"ScaledTanh", true, true},
                                  {"HardSigmoid", true, true}};

std::vector<Attribute> draw_activations(Random& random, std::uint64_t count) {
  std::vector<std::string> names;
  std::vector<float> alpha, beta;
  for (std::uint64_t k = 0; k < count; ++k) {
    const Function& function = one_of(random, functions);
    names.emplace_back(function.name);
    if (function.has_alpha) alpha.push_back(factor(random));
    if (function.has_beta) beta.push_back(factor(random));
  }
  std::vector<Attribute> drawn{{"activations", names}};
  if (!alpha.empty()) drawn.push_back({"activation_alpha", alpha});
  if (!beta.empty()) drawn.push_back({"activation_beta", beta});
  return drawn;
}

// Every size is at least 1. The products of all steps with W come in blocks of 128 rows, those of a step with R in
// slices of 128 units.
Drawn draw_recurrence(Random& random, bool is_lstm, std::uint64_t room) {
  constexpr const char* directions[] = {"forward", "reverse", "bidirectional"};
  const auto most = static_cast<std::uint64_t>(std::min(std::sqrt(static_cast<double>(room)), 160.0));
  const auto positive = [](std::uint64_t side) { return std::max<std::uint64_t>(side, 1); };
  const Dims rows = draw_sides(random, 2, 2 * most);
  const std::uint64_t steps = positive(rows[0]), batch = positive(rows[1]);
  const std::uint64_t inputs = positive(draw_side(random, most)), hidden = positive(draw_side(random, most));
  const char* const direction = one_of(random, directions);
  const std::uint64_t n = direction == directions[2] ? 2 : 1, gates = is_lstm ? 4 : 3;
  const bool batch_first = random.coin();
  const Dims state = batch_first ? Dims{batch, n, hidden} : Dims{n, batch, hidden};

  Drawn drawn{{batch_first ? Dims{batch, steps, inputs} : Dims{steps, batch, inputs}, Dims{n, gates * hidden, inputs},
               Dims{n, gates * hidden, hidden}}};
  Ints lengths;
  for (std::uint64_t b = 0; b < batch; ++b) lengths.push_back(static_cast<std::int64_t>(random.below(steps + 1)));
  const Operand others[] = {Dims{n, 2 * gates * hidden}, list_of(DType::i32, lengths), state, state,
                            Dims{n, 3 * hidden}};
  for (std::size_t k = 0; k < (is_lstm ? 5 : 3); ++k)
    drawn.operands.push_back(random.coin() ? others[k] : std::monostate());

  drawn.attributes = {{"direction", std::string(direction)}, {"layout", std::int64_t{batch_first}}};
  if (random.coin()) drawn.attributes.push_back({"hidden_size", static_cast<std::int64_t>(hidden)});
  if (random.below(3) == 0) drawn.attributes.push_back({"clip", std::abs(factor(random))});
  if (random.coin()) drawn.attributes.push_back({is_lstm ? "input_forget" : "linear_before_reset", std::int64_t{1}});
  if (random.coin())
    for (Attribute& one : draw_activations(random, n * (is_lstm ? 3 : 2))) drawn.attributes.push_back(std::move(one));
  drawn.results = 1 + random.below(is_lstm ? 3 : 2);
  drawn.omits_first = drawn.results > 1 && random.below(4) == 0;
  return drawn;
}

// ---- all ------------------------------------------------------------------------------------------------------------

Drawn draw(const Combination& of, Random& random, std::uint64_t room) {
  const std::string_view operation = of.operation;
  if (operation == "Resize") return draw_resize(random, of.type, room);
  if (operation == "MaxPool" || operation == "AveragePool") return draw_pool(random, operation == "AveragePool", room);
  if (operation == "BatchNormalization") return draw_normalization(random, room);
  if (operation == "LayerNormalization") return draw_layers(random, room);
  if (operation == "LSTM" || operation == "GRU") return draw_recurrence(random, operation == "LSTM", room);
  if (operation.ends_with("Softmax")) return draw_slices(random, of, room);
  if (operation.starts_with("Global")) return {{draw_sides(random, 2 + random.below(4), room)}};
  return draw_reduction(random, room);
}

std::optional<Call> call_of(const Combination& of, const Drawn& drawn) {
  Node node;
  node.operation = of.operation;
  node.attributes = drawn.attributes;
  std::vector<Given> given;
  for (const Operand& operand : drawn.operands)
    if (const Dims* dims = std::get_if<Dims>(&operand))
      given.emplace_back(Argument{of.type, *Shape::of(*dims)});
    else if (const Known* known = std::get_if<Known>(&operand))
      given.push_back({Argument{(*known)->type(), (*known)->shape()}, *known});
    else
      given.emplace_back(std::nullopt);
  Profile profile = *find_profile(drawn.profile);
  profile.choices.accumulation = of.accumulation;
  auto resolution = resolve(profile, drawn.opset, node, given, drawn.results);
  if (!resolution) return std::nullopt;
  if (drawn.omits_first) resolution->call.outputs[0].reset();
  return std::move(resolution->call);
}

}  // namespace

std::string Combination::name() const {
  const std::string both = std::string(operation) + " " + info(type).name;
  if (accumulation == Accumulation::sequential) return both;
  return both + " " + accumulation_names[static_cast<std::size_t>(accumulation)];
}

std::span<const Combination> fold_combinations() { return combinations; }

Call draw_fold(const Combination& of, Random& random, std::uint64_t room) {
  std::optional<Call> call;
  do call = call_of(of, draw(of, random, room));
  while (!call);
  return *std::move(call);
}

}  // namespace etalon::tests
