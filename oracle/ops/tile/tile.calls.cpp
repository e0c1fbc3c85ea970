// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/tile/tile.hpp"

#include <algorithm>
#include <array>

#include "oracle/cases/calls.hpp"
#include "oracle/ops/cast/cast.hpp"

namespace oracle {
namespace {

constexpr std::array<Type, 3> first_types{float16, float32, float64};

// Version 1 repeats along one axis; both numbers are tensors of the type of the elements.
Call draw_along_one_axis(Random& random, int opset) {
  const Type type = draw_type_of(random, first_types);
  const Shape data = draw_shape(random, 1, highest_rank, 150);
  const auto axis = static_cast<std::size_t>(random.below(data.size()));
  std::vector<std::int64_t> repeats(data.size(), 1);
  repeats[axis] = random.between(0, 4);
  Call call{"Tile", opset, {draw_tensor(random, type, data)}};
  call.outputs = {moved_tensor(tile(data, repeats), std::vector{*call.inputs[0]})};
  for (const std::uint64_t number : {static_cast<std::uint64_t>(repeats[axis]), std::uint64_t{axis}}) {
    call.inputs.emplace_back(Tensor{type, {}, {cast(int64, type, number).bits}});
  }
  return call;
}

}  // namespace

Call draw_tile_call(Random& random) {
  const int opset = draw_opset(random, 1);
  if (opset < 6) {
    return draw_along_one_axis(random, opset);
  }
  const Type type = draw_type(random);
  const Shape data = draw_shape(random, 0, highest_rank, 150);
  std::vector<std::int64_t> repeats;
  std::uint64_t room = 600 / std::max<std::uint64_t>(element_count(data), 1);
  for (std::size_t axis = 0; axis < data.size(); ++axis) {
    const std::uint64_t repeat = random.below(40) == 0 ? 0 : random.coin() ? 1 : std::min(room, 1 + random.below(4));
    repeats.push_back(static_cast<std::int64_t>(repeat));
    room /= std::max<std::uint64_t>(repeat, 1);
  }
  Call call{"Tile", opset, {draw_tensor(random, type, data)}};
  call.outputs = {moved_tensor(tile(data, repeats), std::vector{*call.inputs[0]})};
  call.inputs.emplace_back(tensor_of(repeats));
  return call;
}

}  // namespace oracle
