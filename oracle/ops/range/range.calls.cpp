// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/range/range.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "oracle/cases/calls.hpp"
#include "oracle/ops/cast/cast.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

constexpr std::array<Type, 7> range_types{float32, float64, Integer{16, true}, int32, int64, float16, bfloat16};
constexpr std::uint64_t most_elements = 300;
constexpr std::array<double, 8> steps{0.1, 1, 0.5, 1.0 / 3, 3, 1e-3, 2.5, 100};

struct Operands {
  std::uint64_t start;
  std::uint64_t limit;
  std::uint64_t delta;
};

// A limit that lies beside a whole number of steps, so that the exact quotient matters, or anywhere.
Operands draw_operands(Random& random, Type type) {
  const double sign = random.coin() ? 1 : -1;
  const double delta = sign * steps[random.below(steps.size())] * random.between(1, 9);
  const double start = random.coin() ? 0 : random.between(-100, 100) * (random.coin() ? 1 : 0.1);
  const double count = random.between(-3, static_cast<int>(most_elements) - 20) + (random.coin() ? 0 : 0.25);
  Operands operands{pattern_of(type, start), pattern_of(type, start + count * delta), pattern_of(type, delta)};
  if (type.kind == Kind::integer && random.below(4) == 0) {
    // From one end of the type to the other, by steps that are as long.
    operands = {std::uint64_t{1} << (type.bits - 1), (~std::uint64_t{0} >> (65 - type.bits)),
                (~std::uint64_t{0} >> (65 - type.bits)) / (1 + random.below(100))};
  }
  return operands;
}

bool is_usable(Type type, const Operands& operands) {
  for (const std::uint64_t operand : {operands.start, operands.limit, operands.delta}) {
    if (type.kind == Kind::floating && !is_finite(type.format(), operand)) {
      return false;
    }
  }
  if (cast(type, Boolean{}, operands.delta).bits == 0) {
    return false;
  }
  return range_count(type, operands.start, operands.limit, operands.delta) <= most_elements;
}

}  // namespace

// Elements of 16 bits came with version 27, which computes them in the type that `stash_type` names.
Call draw_range_call(Random& random) {
  const int opset = random.below(3) == 0 ? 27 : draw_opset(random, 11);
  const bool has_all = opset >= 27 || random.below(8) == 0;
  const Type type = draw_type_of(random, std::span(range_types).first(has_all ? 7 : 5));
  Operands operands = draw_operands(random, type);
  while (!is_usable(type, operands)) {
    operands = draw_operands(random, type);
  }
  Call call{"Range", opset};
  for (const std::uint64_t pattern : {operands.start, operands.limit, operands.delta}) {
    call.inputs.emplace_back(Tensor{type, {}, {pattern}});
  }
  const bool is_stashed = type == float16 || type == bfloat16;
  Type in = is_stashed ? Type(float32) : type;
  if (opset >= 27 && random.coin()) {
    const bool is_double = random.coin();
    give(call, "stash_type", std::int64_t{is_double ? 11 : 1});
    in = is_stashed && is_double ? Type(float64) : in;
  }
  Tensor output{type, {range_count(type, operands.start, operands.limit, operands.delta)}, {}};
  std::vector<unsigned> events;
  for (std::uint64_t i = 0; i < output.shape[0]; ++i) {
    const Answer element = range_element(type, in, operands.start, operands.delta, i);
    output.patterns.push_back(element.bits);
    events.push_back(element.events);
  }
  call.outputs = {std::move(output)};
  call.events = {std::move(events)};
  return call;
}

}  // namespace oracle
