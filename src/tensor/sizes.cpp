// SPDX-License-Identifier: Apache-2.0
// Floor 2. See sizes.hpp.
#include "tensor/sizes.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "scalar/size.h"
#include "tensor/tensor.hpp"

namespace etalon::impl {

Finding limit_finding(std::string message) {
  return error(Code::limit, "FILE-ALL-LIMITS", std::move(message), "make the input smaller; this limit is fixed");
}

Result<Shape> checked_shape(std::span<const std::uint64_t> dims, DType type, const Limits& limits) {
  if (dims.size() > Limits::max_rank)
    return limit_finding("rank " + std::to_string(dims.size()) + " is above " + std::to_string(Limits::max_rank));
  const std::optional<Shape> shape = Shape::of(dims);
  if (!shape) return limit_finding("the number of elements does not fit 64 bits");
  std::uint64_t positions = 1;  // cannot overflow: Shape::of multiplied the same factors
  for (std::uint64_t dim : dims) positions *= std::max<std::uint64_t>(dim, 1);
  const std::uint64_t most = shape->count == 0 ? std::min(limits.elements, limits.empty_positions) : limits.elements;
  if (positions > most)
    return limit_finding("shape " + to_string(*shape) + " is above the limit of " + std::to_string(most) +
                         (shape->count == 0 ? " places for a tensor without elements" : " elements"));
  const std::optional<std::uint64_t> bytes = stored_bytes(type, shape->count);
  if (!bytes || *bytes > limits.tensor_bytes)
    return limit_finding("shape " + to_string(*shape) + " of " + info(type).name + " is above the limit of " +
                         std::to_string(limits.tensor_bytes) + " bytes a tensor");
  return *shape;
}

}  // namespace etalon::impl
