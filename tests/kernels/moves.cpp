// SPDX-License-Identifier: Apache-2.0
// The fast kernel of operators that only move against the reference, bit by bit, on random shapes and on results beyond
// the caches, by 1, 2, 3 and 8 threads: moves [--cases N] [--seed N] [--select TEXT]. N cases of each operator with
// elements of each width; --select takes the combinations with the text in their names. A type that a version does not
// have is given to the call all the same: only its width counts.
#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "check/resolve.hpp"
#include "tensor/pattern.hpp"
#include "tests/kernels/comparisons.hpp"
#include "tests/kernels/sides.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/options.hpp"

using namespace etalon::impl;
using namespace etalon::tests;
using oracle::Random;

namespace {

using Ints = std::vector<std::int64_t>;

constexpr DType widths[] = {DType::boolean, DType::i4, DType::u8, DType::f16, DType::f32, DType::f64};

std::int64_t signed_of(std::uint64_t number) { return static_cast<std::int64_t>(number); }

// ---- calls ----------------------------------------------------------------------------------------------------------

struct Drawn {
  std::vector<Given> given;
  std::vector<Attribute> attributes = {};
  std::size_t outputs = 1;
};

Given elements(const Dims& dims) { return Argument{DType::f32, *Shape::of(dims)}; }

Given list(const Ints& numbers) {
  const std::uint64_t dims[] = {numbers.size()};
  auto known = std::make_shared<Tensor>(DType::i64, *Shape::of(dims));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    set_pattern(known->view(), i, static_cast<std::uint64_t>(numbers[i]));
  return {Argument{DType::i64, known->shape()}, known};
}

Ints shuffled(Random& random, std::size_t count) {
  Ints order(count);
  std::iota(order.begin(), order.end(), std::int64_t{0});
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

Drawn draw_slice(Random& random, const Dims& dims) {
  Ints starts, ends, steps;
  for (const std::uint64_t dim : dims) {
    const auto size = static_cast<int>(dim);
    const bool whole = random.below(3) == 0;
    steps.push_back(whole ? 1 : std::array{1, 1, -1, 2, -3}[random.below(5)]);
    starts.push_back(whole ? 0 : steps.back() > 0 ? random.between(0, 2) : random.between(-3, -1));
    ends.push_back(whole ? size : steps.back() > 0 ? size - random.between(0, 2) : -size - random.between(0, 1));
  }
  return {{elements(dims), list(starts), list(ends), std::nullopt, list(steps)}};
}

Drawn draw_pad(Random& random, const Dims& dims) {
  Ints pads(2 * dims.size());
  for (std::int64_t& pad : pads) pad = random.coin() ? 0 : random.between(-1, 9);
  Drawn drawn{{elements(dims), list(pads)}};
  if (random.coin()) drawn.given.push_back(elements({}));
  drawn.attributes = {{"mode", std::string(std::array{"constant", "reflect", "edge", "wrap"}[random.below(4)])}};
  return drawn;
}

Drawn draw_blocks(Random& random, bool in_depth, std::uint64_t room) {
  const std::uint64_t block = 1 + random.below(4);
  Dims dims = draw_sides(random, 4, std::max<std::uint64_t>(room / block / block, 1));
  if (in_depth) {
    dims[1] *= block * block;
  } else {
    dims[2] *= block;
    dims[3] *= block;
  }
  Drawn drawn{{elements(dims)}, {{"blocksize", signed_of(block)}}};
  if (in_depth && random.coin()) drawn.attributes.push_back({"mode", std::string("CRD")});
  return drawn;
}

Drawn draw(const std::string& operation, Random& random, std::uint64_t room) {
  const bool repeats = operation == "Expand" || operation == "Tile";
  Dims dims = draw_sides(random, 1 + random.below(5), repeats ? std::max<std::uint64_t>(room / 32, 1) : room);
  const std::size_t axis = random.below(dims.size());
  const Attribute of_axis{"axis", signed_of(axis)};
  if (operation == "Transpose") return {{elements(dims)}, {{"perm", shuffled(random, dims.size())}}};
  if (operation == "Slice") return draw_slice(random, dims);
  if (operation == "Pad") return draw_pad(random, dims);
  if (operation == "DepthToSpace" || operation == "SpaceToDepth")
    return draw_blocks(random, operation == "DepthToSpace", room);
  if (operation == "Expand") return {{elements(stretched(random, dims)), list(Ints(dims.begin(), dims.end()))}};
  if (operation == "Tile") {
    Ints times;
    for (std::size_t k = 0; k < dims.size(); ++k) times.push_back(random.between(1, 2));
    return {{elements(dims), list(times)}};
  }
  if (operation == "Concat") {
    Drawn drawn{{}, {of_axis}};
    for (std::uint64_t k = 0; k < 1 + random.below(4); ++k) {
      drawn.given.push_back(elements(dims));
      dims[axis] = random.below(dims[axis] + 2);
    }
    return drawn;
  }
  if (operation == "Split") {
    const std::size_t parts = 1 + random.below(std::min<std::uint64_t>(dims[axis] + 1, 4));
    return {{elements(dims)}, {of_axis, {"num_outputs", signed_of(parts)}}, parts};
  }
  if (operation == "Gather") {
    const std::uint64_t count = dims[axis] == 0 ? 0 : random.below(9);
    return {{elements(dims), Argument{DType::i64, *Shape::of(Dims{count})}}, {of_axis}};
  }
  if (operation == "Reshape") return {{elements(dims), list({dims.empty() || dims[0] == 0 ? 0 : -1})}};
  if (operation == "Unsqueeze") return {{elements(dims), list({0})}};
  return {{elements(dims)}, {}, operation == "Dropout" ? 2u : 1u};
}

// The call with elements of another type.
Call with_type(Call call, DType type) {
  const std::string_view variable = call.row->inputs[0].variable;
  const auto exchange = [&](std::span<const Formal> formals, std::vector<std::optional<Argument>>& arguments) {
    for (std::size_t k = 0; k < arguments.size(); ++k)
      if (arguments[k] && formal_at(formals, k)->variable == variable) arguments[k]->type = type;
  };
  exchange(call.row->inputs, call.inputs);
  exchange(call.row->outputs, call.outputs);
  return call;
}

std::optional<Call> call_of(const std::string& operation, DType type, const Drawn& drawn) {
  Node node;
  node.operation = operation;
  node.attributes = drawn.attributes;
  const auto resolution = resolve(*find_profile("onnx"), newest_opset, node, drawn.given, drawn.outputs);
  if (!resolution) return std::nullopt;
  return with_type(resolution->call, type);
}

// ---- one case -------------------------------------------------------------------------------------------------------

void draw_indices(const Call& call, const MutableTensorView& indices, Random& random) {
  const std::uint64_t size = call.inputs[0]->shape[static_cast<unsigned>(*call.attribute<std::int64_t>(0))];
  for (std::uint64_t i = 0; i < indices.shape.count; ++i) {
    const std::uint64_t index = size == 0 ? 0 : random.below(size);
    set_pattern(indices, i, random.coin() ? index : index - size);
  }
}

FencedCall case_of(const Call& call, Random& random) {
  return FencedCall(call, random, [&](std::size_t x, const MutableTensorView& view) {
    if (formal_at(call.row->inputs, x)->use == Formal::Use::index) return draw_indices(call, view, random);
    auto* const bytes = static_cast<unsigned char*>(view.data);
    for (std::uint64_t i = 0; i < view.bytes; ++i) bytes[i] = static_cast<unsigned char>(random.bits() >> 56);
  });
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t cases = 40, seed = turn() + 1;
  std::string select;
  if (!read_options(argc, argv, {{"--cases", &cases}, {"--seed", &seed}, {"--select", &select}}))
    return std::puts("usage: moves [--cases N] [--seed N] [--select TEXT]"), 2;
  Running::report_on_crash();
  std::printf("turn %ju: seed %ju\n", std::uintmax_t{turn()}, std::uintmax_t{seed});
  struct Combination {
    const Operator* op;
    DType type;
    std::string name;
  };
  std::vector<Combination> all;
  for (const Operator* op : operators())
    for (const DType type : widths)
      if (std::string name = std::string(op->name) + " " + info(type).name;
          op->moves() && name.find(select) != name.npos)
        all.push_back({op, type, std::move(name)});
  Comparisons comparisons;
  on_all_cores(all.size(), [&](std::uint64_t c) {
    for (std::uint64_t i = 0; i < cases; ++i) {
      Random random(seed * 0x9E3779B97F4A7C15 + i * all.size() + c);
      const std::uint64_t kind = random.below(20);
      const std::uint64_t room = kind < 12 ? 1 << 10 : kind < 17 ? 1 << 14 : 1 << 18;
      std::optional<Call> call;
      do call = call_of(all[c].op->name, all[c].type, draw(all[c].op->name, random, room));
      while (!call);
      const FencedCall one = case_of(*call, random);
      comparisons.make(all[c].name, one, random);
    }
  });
  // Results that are too large for a cache, whose rows begin at lines of it.
  for (const DType type : widths) {
    if (type == DType::i4 || std::string("Transpose large").find(select) == std::string::npos) continue;
    const std::uint64_t rows = (std::uint64_t{9} << 23) / info(type).bits / 1088;
    Random random(seed);
    const FencedCall one = case_of(*call_of("Transpose", type, {{elements({1088, rows + 5})}}), random);
    for (const unsigned threads : {1u, 3u})
      comparisons.make(std::string("Transpose large ") + info(type).name, one, threads, 0, true);
  }
  std::printf("%zu combinations, %ju comparisons, %ju differences, %ju without a fast kernel\n", all.size(),
              std::uintmax_t{comparisons.count}, std::uintmax_t{comparisons.differences},
              std::uintmax_t{comparisons.slow});
  return finish("Moves.FastBitsAreThoseOfTheReference", select.empty(), comparisons.good() && comparisons.slow == 0);
}
