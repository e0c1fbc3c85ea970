// SPDX-License-Identifier: Apache-2.0
// Floor 8. Softmax along one axis; up to version 11 it was of a matrix.
#include "ops/family/axes.hpp"
#include "ops/family/broadcast.edits.hpp"
#include "ops/family/slices.hpp"

namespace etalon::impl {

std::optional<std::string> softmax_edits(Rewriter& r) {
  r.because("FIX-EDIT-SOFTMAX");
  const Dimensions shape = result_shape(r);
  const std::size_t axis = axis_of(r.call(), 0, static_cast<unsigned>(shape.size()));
  const Slices slices(r.call());
  const auto along = [](std::size_t k) { return std::vector<Attribute>{{"axis", static_cast<std::int64_t>(k)}}; };
  if (slices.length == shape[axis]) {
    r.emit("Softmax", {r.input(0)}, shape, along(axis), r.output());
    return std::nullopt;
  }
  const Dimensions flat{slices.count, slices.length};
  r.reshaped(r.emit("Softmax", {r.reshaped(r.input(0), flat)}, flat, along(1)), shape, r.output());
  return std::nullopt;
}

}  // namespace etalon::impl
