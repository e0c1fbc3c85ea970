// SPDX-License-Identifier: Apache-2.0
// The fast kernels of the quantised operators against the reference, bit by bit, on random shapes, types, zero points,
// scales and attributes, on every instruction set of this build and processor, by 1, 2, 3 and 8 threads:
// quantised [--cases N] [--seed N] [--select TEXT]. N cases of each operator; --select takes the operators with the
// text in their names. A kernel with a planted fault is compared too: it must be found in every case that has a result.
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdio>

#include "check/resolve.hpp"
#include "oracle/cases/operations.hpp"
#include "oracle/pattern.hpp"
#include "tensor/pattern.hpp"
#include "tests/kernels/comparisons.hpp"
#include "tests/kernels/sides.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/options.hpp"

using namespace etalon::impl;
using namespace etalon::tests;
using oracle::Random;

namespace {

struct Operand {
  DType type = DType::f32;
  Dims dims = {};
  bool is_omitted = false;
};
struct Drawn {
  std::vector<Operand> operands;
  std::vector<Attribute> attributes = {};
};

DType byte_type(Random& random) { return random.coin() ? DType::u8 : DType::i8; }

// A zero point, with the shape of its scale; it may be omitted.
Operand zero_point(Random& random, DType type, const Dims& dims) { return {type, dims, random.below(4) == 0}; }

// ---- MatMulInteger, QLinearMatMul -----------------------------------------------------------------------------------

// One for a matrix in most cases, else one for each line.
Dims of_lines(Random& random, std::uint64_t lines) { return random.below(3) != 0 ? Dims{} : Dims{lines}; }

Drawn draw_product(Random& random, bool is_linear, std::uint64_t room) {
  const auto root = static_cast<std::uint64_t>(std::cbrt(static_cast<double>(room)));
  std::uint64_t sides[3];
  for (std::uint64_t& side : sides) side = draw_side(random, random.below(8) == 0 ? 8 * root : 2 * root);
  const auto [m, n, k] = sides;
  Dims a{m, k}, b{k, n};
  const std::uint64_t stack = random.below(6);
  if (stack < 2) a.insert(a.begin(), 1 + random.below(3));
  if (stack == 0) b.insert(b.begin(), a[0]);
  const DType a_type = byte_type(random), b_type = byte_type(random), y_type = byte_type(random);
  const Dims a_lines = of_lines(random, m);
  const Dims b_lines = is_linear && !a_lines.empty() ? Dims{} : of_lines(random, n);  // else the reference computes
  if (!is_linear)
    return {{{a_type, a}, {b_type, b}, zero_point(random, a_type, a_lines), zero_point(random, b_type, b_lines)}};
  return {{{a_type, a},
           {DType::f32, a_lines},
           {a_type, a_lines},
           {b_type, b},
           {DType::f32, b_lines},
           {b_type, b_lines},
           {DType::f32},
           {y_type}}};
}

// ---- ConvInteger, QLinearConv ---------------------------------------------------------------------------------------

Drawn draw_conv(Random& random, bool is_linear, std::uint64_t room) {
  const std::size_t axes = 1 + random.below(3);
  const bool depthwise = random.below(4) == 0;
  const std::uint64_t groups = depthwise ? 1 + random.below(20) : random.below(4) == 0 ? 1 + random.below(4) : 1;
  const std::uint64_t channels = depthwise ? 1 : 1 + random.below(random.coin() ? 5 : 40);
  const std::uint64_t features = depthwise && random.coin() ? 1 : 1 + random.below(random.coin() ? 4 : 20);
  Dims x = draw_sides(random, axes, std::max<std::uint64_t>(room / (groups * channels * features), 4));
  Dims w{groups * features, channels};
  std::vector<std::int64_t> kernel, strides, dilations, pads(2 * axes);
  for (std::size_t a = 0; a < axes; ++a) {
    kernel.push_back(random.between(1, random.coin() ? 3 : 5));
    strides.push_back(random.coin() ? 1 : random.between(1, 3));
    dilations.push_back(random.below(3) != 0 ? 1 : random.between(1, 3));
    for (const std::size_t end : {a, axes + a}) pads[end] = random.coin() ? 0 : random.between(0, 3);
    w.push_back(static_cast<std::uint64_t>(kernel[a]));
  }
  x.insert(x.begin(), {1 + random.below(2), groups * channels});
  const DType x_type = byte_type(random), w_type = byte_type(random), y_type = byte_type(random);
  const Dims of_w = of_lines(random, groups * features);
  Drawn drawn{
      {},
      {{"strides", strides}, {"dilations", dilations}, {"pads", pads}, {"group", static_cast<std::int64_t>(groups)}}};
  if (is_linear)
    drawn.operands = {{x_type, x},  {DType::f32},       {x_type},
                      {w_type, w},  {DType::f32, of_w}, {w_type, of_w},
                      {DType::f32}, {y_type},           {DType::i32, {groups * features}, random.coin()}};
  else
    drawn.operands = {{x_type, x}, {w_type, w}, zero_point(random, x_type, {}), zero_point(random, w_type, of_w)};
  return drawn;
}

// One position, and a bias for each feature: any sums.
Drawn draw_sums(Random& random, std::uint64_t) {
  const std::uint64_t features = 1 + random.below(2000);
  const DType y_type = byte_type(random);
  return {{{DType::u8, {1, 1, 1}},
           {DType::f32},
           {DType::u8},
           {DType::i8, {features, 1, 1}},
           {DType::f32},
           {DType::i8},
           {DType::f32},
           {y_type},
           {DType::i32, {features}}}};
}

// ---- QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear --------------------------------------------------------

Drawn draw_linear(Random& random, bool quantises, std::uint64_t room) {
  constexpr DType integers[] = {DType::u8, DType::i8, DType::u16, DType::i16};
  const DType integer = integers[random.below(4)];
  const Dims x = draw_sides(random, 1 + random.below(4), room);
  const std::size_t axis = random.below(x.size());
  const Dims of_scale = random.coin() ? Dims{} : Dims{x[axis]};
  Operand zero = zero_point(random, integer, of_scale);
  if (quantises && integer != DType::u8) zero.is_omitted = false;  // it says the type
  return {{{quantises ? DType::f32 : integer, x}, {DType::f32, of_scale}, zero},
          {{"axis", static_cast<std::int64_t>(axis)}}};
}

Drawn draw_dynamic(Random& random, std::uint64_t room) {
  return {{{DType::f32, draw_sides(random, 1 + random.below(3), room)}}};
}

// ---- all ------------------------------------------------------------------------------------------------------------

struct Operation {
  const char* name;
  Drawn (*draw)(Random& random, std::uint64_t room);
  bool has_ties = false;  // that sums are as close to ties as integers can be
};
constexpr Operation operations[] = {
    {"MatMulInteger", [](Random& random, std::uint64_t room) { return draw_product(random, false, room); }},
    {"QLinearMatMul", [](Random& random, std::uint64_t room) { return draw_product(random, true, room); }},
    {"ConvInteger", [](Random& random, std::uint64_t room) { return draw_conv(random, false, room); }},
    {"QLinearConv", [](Random& random, std::uint64_t room) { return draw_conv(random, true, room); }},
    {"QuantizeLinear", [](Random& random, std::uint64_t room) { return draw_linear(random, true, room); }},
    {"DequantizeLinear", [](Random& random, std::uint64_t room) { return draw_linear(random, false, room); }},
    {"DynamicQuantizeLinear", &draw_dynamic},
    {"QLinearConv", &draw_sums, true},
};

std::optional<Call> call_of(const Operation& of, const Drawn& drawn) {
  Node node;
  node.operation = of.name;
  node.attributes = drawn.attributes;
  std::vector<Given> given;
  for (const Operand& operand : drawn.operands)
    if (operand.is_omitted)
      given.emplace_back(std::nullopt);
    else
      given.emplace_back(Argument{operand.type, *Shape::of(operand.dims)});
  while (!given.empty() && !given.back().argument) given.pop_back();
  auto resolution = resolve(*find_profile("onnx"), newest_opset, node, given);
  if (!resolution) return std::nullopt;
  return std::move(resolution->call);
}

// Numbers: scales by which results are of the size of bytes, or lie at ties; rarely any.
std::uint32_t number(Random& random, std::uint64_t kind) {
  if (kind == 0) {
    static const std::vector<std::uint64_t> boundaries = oracle::boundary_values({32, 23});
    return static_cast<std::uint32_t>(random.coin() ? random.bits() : boundaries[random.below(boundaries.size())]);
  }
  if (kind == 4) return std::bit_cast<std::uint32_t>(static_cast<float>(random.between(-600, 600)) / 2);
  if (kind == 1) return std::bit_cast<std::uint32_t>(std::ldexp(1.0f, random.between(-9, 1)));
  return std::bit_cast<std::uint32_t>(
      std::ldexp(1 + static_cast<float>(random.below(1 << 20)) / (1 << 20), random.between(-9, -2)));
}

// Integers: any, or all at an end of their range, or one everywhere, or small ones.
void fill(const MutableTensorView& to, Random& random, std::uint64_t kind, std::uint64_t scales) {
  const unsigned bits = info(to.type).bits;
  const std::uint64_t same = random.bits();
  for (std::uint64_t i = 0; i < to.shape.count; ++i) {
    std::uint64_t pattern = random.bits();
    if (to.type == DType::f32)
      pattern = number(random, scales);
    else if (bits == 8)
      pattern = kind == 0   ? (random.coin() ? 0x80 : 0x7F)
                : kind == 1 ? 255 * (pattern & 1)
                : kind == 2 ? same
                            : pattern;
    else if (random.coin())
      pattern %= 1000;  // a bias
    set_pattern(to, i, pattern & (bits == 64 ? ~0ull : (1ull << bits) - 1));
  }
}

// Operands of draw_sums: x is its zero point, so that sums are the biases; these are next to ties by the scales, which
// have been filled before.
class Ties {
 public:
  explicit Ties(Random& random) : random_(random) {}
  void fill(std::size_t operand, const MutableTensorView& to) {
    const auto number = [&](float& kept) {
      kept = std::ldexp(1 + static_cast<float>(random_.below(1 << 23)) / (1 << 23), random_.between(-12, 2));
      set_pattern(to, 0, std::bit_cast<std::uint32_t>(kept));
    };
    if (operand == 1) return number(x_);
    if (operand == 4) return number(w_);
    if (operand == 6) return number(y_);
    for (std::uint64_t i = 0; i < to.shape.count; ++i)
      set_pattern(to, i, operand == 0 || operand == 2 ? 7 : operand == 8 ? sum() : random_.bits() & 0xFF);
  }

 private:
  std::uint32_t sum() {
    const double tie = (random_.between(-300, 300) + 0.5) * y_ / (static_cast<double>(x_) * w_);
    const double held = std::fmin(std::fmax(std::nearbyint(tie) + random_.between(-1, 1), INT32_MIN), INT32_MAX);
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(held));
  }

  Random& random_;
  float x_ = 1, w_ = 1, y_ = 1;
};

FencedCall case_of(const Operation& of, Random& random) {
  const std::uint64_t large = random.below(20);
  const std::uint64_t room = large < 12 ? 1 << 10 : large < 19 ? 1 << 14 : 1 << 19;
  std::optional<Call> call;
  do call = call_of(of, of.draw(random, room));
  while (!call);
  if (of.has_ties) {
    Ties ties(random);
    return FencedCall(*call, random, [&](std::size_t x, const MutableTensorView& view) { ties.fill(x, view); });
  }
  const std::uint64_t kind = random.below(8), scales = random.below(16) == 0 ? 0 : 1 + random.below(3);
  const std::uint64_t numbers = random.below(8) == 0 ? 0 : random.coin() ? 4 : 2;
  return FencedCall(*call, random, [&](std::size_t x, const MutableTensorView& view) {
    fill(view, random, kind, x == 0 ? numbers : scales);
  });
}

// The reference, with the last element of the first result changed.
Kernel planted_kernel(const Call&, CountEvents) {
  return {[](const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
    const Status status = reference_kernel(call, CountEvents::no).compute(call, inputs, outputs, work);
    const std::size_t bytes = bytes_of(*call.outputs[0]);
    if (bytes > 0) static_cast<unsigned char*>(outputs[0])[bytes - 1] ^= 1;
    return status;
  }};
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t cases = 2000, seed = 1;
  std::string select;
  if (!read_options(argc, argv, {{"--cases", &cases}, {"--seed", &seed}, {"--select", &select}}))
    return std::puts("usage: quantised [--cases N] [--seed N] [--select TEXT]"), 2;
  Running::report_on_crash();
  Comparisons comparisons;
  std::atomic<std::uint64_t> overlooked = 0;
  for (const std::string_view set : instruction_sets()) {
    if (!use_instruction_set(set)) return 1;
    on_all_cores(cases * std::size(operations), [&](std::uint64_t number) {
      const Operation& of = operations[number % std::size(operations)];
      if (std::string_view(of.name).find(select) == std::string_view::npos) return;
      Random random(seed * 0x9E3779B97F4A7C15 + number);
      const FencedCall one = case_of(of, random);
      comparisons.make(std::string(set) + ", case " + std::to_string(number) + ": ", one, random);
      overlooked += one.has_result() && !one.difference(1, 0, false, planted_kernel);
    });
  }
  std::printf(
      "%zu operators, %zu instruction sets, %ju comparisons, %ju differences, %ju without a fast kernel, "
      "%ju planted faults overlooked\n",
      std::size(operations), instruction_sets().size(), std::uintmax_t{comparisons.count},
      std::uintmax_t{comparisons.differences}, std::uintmax_t{comparisons.slow}, std::uintmax_t{overlooked});
  return finish("Quantised.FastBitsAreThoseOfTheReference", select.empty(), comparisons.good() && overlooked == 0);
}
