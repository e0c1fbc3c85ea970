// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/cast/cast.hpp"

#include <algorithm>
#include <cctype>

#include "oracle/cases/calls.hpp"

namespace oracle {

Call draw_cast_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type from = draw_type(random);
  const NamedType& to = storable_types[random.below(storable_types.size())];
  const Shape shape = draw_shape(random, 0, highest_rank);
  Call call{"Cast", opset, {draw_tensor(random, from, shape)}};
  if (opset < 6) {  // the name of the type
    std::string name = to.name;
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char letter) { return std::toupper(letter); });
    give(call, "to", name);
  } else {
    give(call, "to", std::int64_t{to.number});
  }
  return elementwise_call(std::move(call), to.type, [&](ElementOperands x) { return cast(from, to.type, *x[0]); });
}

}  // namespace oracle
