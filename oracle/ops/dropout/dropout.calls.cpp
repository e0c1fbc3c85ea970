// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/dropout/dropout.hpp"

#include <array>
#include <bit>

#include "oracle/cases/calls.hpp"

namespace oracle {
namespace {

constexpr std::array<Type, 4> ratio_types{float16, float32, float64, bfloat16};
constexpr std::array<float, 4> ratios{0.0F, 0.25F, 0.5F, 0.875F};  // which all of these types have

Float draw_ratio(Random& random) { return {std::bit_cast<std::uint32_t>(ratios[random.below(ratios.size())])}; }

// The ratio and training_mode are inputs since version 12; bfloat16 is among the types of a ratio since version 22.
void give_inputs(Call& call, Random& random) {
  if (random.coin()) {
    give(call, "seed", static_cast<std::int64_t>(random.bits()));
  }
  if (random.below(4) == 0) {
    return;
  }
  const Type type = ratio_types[random.below(call.opset < 22 ? 3 : 4)];
  const std::uint64_t ratio = cast(float32, type, draw_ratio(random).pattern).bits;
  const bool has_ratio = random.coin();
  const bool has_mode = random.coin();
  call.inputs.push_back(has_ratio ? std::optional(Tensor{type, {}, {ratio}}) : std::nullopt);
  if (has_mode || random.coin()) {
    call.inputs.push_back(has_mode ? std::optional(Tensor{Boolean{}, {}, {0}}) : std::nullopt);
  }
}

// The types that the mask of version 7 has, which is of the type of the data.
bool has_ones_of_version_7(Type type) { return type == float16 || type == float32 || type == float64; }

}  // namespace

// Versions 1 and 6 are out of training only where is_test says so, and do not fill the mask then.
Call draw_dropout_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const Shape data = draw_shape(random, 0, highest_rank);
  Call call{"Dropout", opset, {draw_tensor(random, type, data)}};
  call.outputs = {moved_tensor(dropout(data), std::vector{*call.inputs[0]})};
  if (opset < 6 && random.coin()) {
    give(call, "consumed_inputs", std::vector<std::int64_t>{0});
  }
  if (opset < 7) {
    give(call, "is_test", std::int64_t{1});
  }
  if (opset < 12 && random.coin()) {
    give(call, "ratio", draw_ratio(random));
  } else if (opset >= 12) {
    give_inputs(call, random);
  }
  const Type mask = opset < 10 ? type : Boolean{};
  if (opset >= 7 && (opset >= 10 || has_ones_of_version_7(type)) && random.coin()) {
    call.outputs.push_back({mask, data, std::vector<std::uint64_t>(element_count(data), dropout_mask(mask))});
  }
  return call;
}

}  // namespace oracle
