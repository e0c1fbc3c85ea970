// SPDX-License-Identifier: Apache-2.0
//
// Constant: the output is the value that the attribute gives, so that a drawing needs no oracle but itself.
#include "oracle/cases/calls.hpp"

namespace oracle {
namespace {

void give_integers(Call& call, Random& random, bool is_list) {
  const Shape shape = is_list ? Shape{random.below(10)} : Shape{};
  const Tensor value = draw_tensor(random, int64, shape);
  const std::vector<std::int64_t> numbers(value.patterns.begin(), value.patterns.end());
  if (is_list) {
    give(call, "value_ints", numbers);
  } else {
    give(call, "value_int", numbers.front());
  }
  call.outputs = {value};
}

void give_floats(Call& call, Random& random, bool is_list) {
  const Shape shape = is_list ? Shape{random.below(10)} : Shape{};
  const Tensor value = draw_tensor(random, float32, shape);
  std::vector<Float> numbers;
  for (const std::uint64_t pattern : value.patterns) {
    numbers.push_back({static_cast<std::uint32_t>(pattern)});
  }
  if (is_list) {
    give(call, "value_floats", numbers);
  } else {
    give(call, "value_float", numbers.front());
  }
  call.outputs = {value};
}

void give_tensor(Call& call, Random& random) {
  const Type type = draw_type(random);
  const Shape shape = draw_shape(random, 0, highest_rank);
  const Tensor value = draw_tensor(random, type, shape);
  give(call, "value", value);
  call.outputs = {value};
}

}  // namespace

// Since version 12 single numbers and lists of them have attributes of their own.
Call draw_constant_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const std::uint64_t kind = opset < 12 ? 0 : random.below(4);
  const bool is_list = random.coin();
  Call call{"Constant", opset};
  if (kind == 1) {
    give_integers(call, random, is_list);
  } else if (kind == 2) {
    give_floats(call, random, is_list);
  } else {
    give_tensor(call, random);
  }
  return call;
}

}  // namespace oracle
