// SPDX-License-Identifier: Apache-2.0
// The fast kernels of pools, means, extremes, normalisation and Resize against the reference, bit by bit, on random
// shapes with values that are hard on them, on every instruction set of this build and processor, by 1, 2, 3 and 8
// threads: folds
// [--cases N] [--seed N] [--select TEXT]. N cases of each operator and type; --select takes the combinations with the
// text in their names. The program `kernels` has sums of products.
#include <array>
#include <cstdio>
#include <mutex>

#include "check/resolve.hpp"
#include "oracle/cases/operations.hpp"
#include "oracle/pattern.hpp"
#include "tensor/pattern.hpp"
#include "tests/cores.hpp"
#include "tests/evidence_file.hpp"
#include "tests/kernels/crash.hpp"
#include "tests/kernels/fenced_call.hpp"
#include "tests/kernels/sides.hpp"
#include "tests/options.hpp"

using namespace etalon::impl;
using namespace etalon::tests;
using oracle::Random;

namespace {

using Ints = std::vector<std::int64_t>;

struct Combination {
  const char* operation;
  DType type;

  std::string name() const { return std::string(operation) + " " + info(type).name; }
};
// Each has a kernel of its own.
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
};
constexpr unsigned thread_counts[] = {1, 2, 3, 8};

// ---- calls ----------------------------------------------------------------------------------------------------------

struct Drawn {
  std::vector<Dims> operands;
  std::vector<Attribute> attributes = {};
  std::optional<Ints> axes = std::nullopt;  // a further operand, which is known
  std::size_t omitted = 0;                  // operands before that one
};

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
               {"ceil_mode", static_cast<std::int64_t>(random.below(2))}}};
  if (counts && random.coin()) drawn.attributes.push_back({"count_include_pad", std::int64_t{1}});
  return drawn;
}

// The first axis is always made longer, so that there is something to do.
Drawn draw_resize(Random& random, DType type, std::uint64_t room) {
  const Dims dims = draw_sides(random, 1 + random.below(5), room / 4);
  constexpr std::array<const char*, 4> modes{"half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel"};
  const bool linear = info(type).bits >= 32 && info(type).fraction > 0;
  Drawn drawn{{dims},
              {{"mode", std::string(linear ? "linear" : "nearest")},
               {"coordinate_transformation_mode", std::string(modes[random.below(4)])}},
              Ints(),
              2};
  for (const std::uint64_t side : dims) {
    const auto length = static_cast<std::int64_t>(side);
    const std::int64_t other = random.coin() ? 2 * length : std::max<std::int64_t>(length / 2, 1);
    drawn.axes->push_back(drawn.axes->empty() ? length + random.between(1, 3) : random.coin() ? length : other);
  }
  return drawn;
}

Drawn draw(std::string_view operation, DType type, Random& random, std::uint64_t room) {
  if (operation == "Resize") return draw_resize(random, type, room);
  if (operation == "MaxPool" || operation == "AveragePool") return draw_pool(random, operation == "AveragePool", room);
  const Dims dims = draw_sides(random, 2 + random.below(4), room);
  if (operation.starts_with("Global")) return {{dims}};
  if (operation == "BatchNormalization") {
    const Dims channel{dims[1]};
    return {{dims, channel, channel, channel, channel}};
  }
  Ints axes;
  for (std::size_t a = 0; a < dims.size(); ++a)
    if (random.coin()) axes.push_back(static_cast<std::int64_t>(a));
  return {{dims}, {{"keepdims", static_cast<std::int64_t>(random.below(2))}}, axes};
}

std::optional<Call> call_of(const Combination& of, const Drawn& drawn) {
  Node node;
  node.operation = of.operation;
  node.attributes = drawn.attributes;
  std::vector<Given> given;
  for (const Dims& dims : drawn.operands) given.emplace_back(Argument{of.type, *Shape::of(dims)});
  given.resize(given.size() + drawn.omitted, std::nullopt);
  if (drawn.axes) {
    const std::uint64_t dims[] = {drawn.axes->size()};
    auto known = std::make_shared<Tensor>(DType::i64, *Shape::of(dims));
    for (std::size_t i = 0; i < drawn.axes->size(); ++i)
      set_pattern(known->view(), i, static_cast<std::uint64_t>((*drawn.axes)[i]));
    given.push_back({Argument{DType::i64, known->shape()}, known});
  }
  auto resolution = resolve(*find_profile("onnx"), newest_opset, node, given);
  if (!resolution) return std::nullopt;
  return std::move(resolution->call);
}

// ---- operands -------------------------------------------------------------------------------------------------------

// All of one kind, or of one kind but for a single element: any patterns; numbers around one; boundary values.
void fill(const MutableTensorView& to, Random& random, std::uint64_t kind) {
  const DTypeInfo& type = info(to.type);
  const auto any = [&] { return random.bits() >> (64 - type.bits); };
  if (type.fraction == 0 || kind == 0) {
    for (std::uint64_t i = 0; i < to.shape.count; ++i) set_pattern(to, i, any());
    return;
  }
  const oracle::Format format{static_cast<int>(type.bits), static_cast<int>(type.fraction)};
  const std::vector<std::uint64_t> boundaries = oracle::boundary_values(format);
  const auto boundary = [&] { return boundaries[random.below(boundaries.size())]; };
  for (std::uint64_t i = 0; i < to.shape.count; ++i) {
    const auto exponent = static_cast<std::uint64_t>(oracle::bias(format) + random.between(-3, 3));
    set_pattern(to, i,
                kind == 1 ? boundary()
                          : (any() & (oracle::sign_mask(format) | oracle::fraction_mask(format))) |
                                exponent << format.fraction);
  }
  if (kind == 2 && to.shape.count > 0) set_pattern(to, random.below(to.shape.count), boundary());
}

FencedCall case_of(const Combination& of, Random& random) {
  const std::uint64_t large = random.below(20);
  const std::uint64_t room = large < 14 ? 1 << 9 : large < 19 ? 1 << 13 : 1 << 17;
  std::optional<Call> call;
  do call = call_of(of, draw(of.operation, of.type, random, room));
  while (!call);
  const std::uint64_t kind = random.below(5);
  return FencedCall(*call, random, [&](std::size_t, const MutableTensorView& view) { fill(view, random, kind); });
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t cases = 700, seed = 1;
  std::string select;
  if (!read_options(argc, argv, {{"--cases", &cases}, {"--seed", &seed}, {"--select", &select}}))
    return std::puts("usage: folds [--cases N] [--seed N] [--select TEXT]"), 2;
  Running::report_on_crash();
  std::mutex mutex;
  std::uint64_t differences = 0, comparisons = 0, slow = 0;
  for (const std::string_view set : instruction_sets()) {
    if (!use_instruction_set(set)) return 1;
    on_all_cores(std::size(combinations), [&](std::uint64_t c) {
      const std::string name = combinations[c].name();
      for (std::uint64_t i = 0; i < cases && name.find(select) != name.npos; ++i) {
        Random random(seed * 0x9E3779B97F4A7C15 + i * std::size(combinations) + c);
        const FencedCall one = case_of(combinations[c], random);
        for (const unsigned threads : thread_counts) {
          const std::string what = std::string(set) + ", " + name + ", case " + std::to_string(i) + ": " + one.text() +
                                   ", threads: " + std::to_string(threads);
          const Running running(what);
          const auto problem = one.difference(threads, random.bits());
          const std::lock_guard lock(mutex);
          ++comparisons;
          slow += !one.is_fast();
          if (problem && differences++ < 20) std::printf("%s: %s\n", what.c_str(), problem->c_str());
        }
      }
    });
  }
  std::printf("%zu combinations, %zu instruction sets, %ju comparisons, %ju differences, %ju without a fast kernel\n",
              std::size(combinations), instruction_sets().size(), std::uintmax_t{comparisons},
              std::uintmax_t{differences}, std::uintmax_t{slow});
  const bool has_vectors = instruction_sets()[0] != "scalar";
  const bool good = differences == 0 && comparisons > 0 && (slow == 0 || !has_vectors);
  if (select.empty()) write_evidence("Folds.FastBitsAreThoseOfTheReference", std::array{"NUM-ALL-KERNELS"}, good);
  std::printf("%s\n", good ? "passed" : "FAILED");
  return good ? 0 : 1;
}
