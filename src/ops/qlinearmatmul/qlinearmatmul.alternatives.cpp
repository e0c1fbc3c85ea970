// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of QLinearMatMul.
#include "ops/family/quantise.alternatives.hpp"
#include "ops/family/quantise.hpp"

namespace etalon::impl {
namespace {

void add_changes(const Call& call, std::vector<Change>& changes) { add_product_changes(call, linear_product, changes); }

// Of a product with one matrix, and with one scale for all rows: a channel is a column.
QuantisedChannels channels_of(const Call& call, const ConstantOperands& constants) {
  constexpr ProductOperands at = linear_product;
  const QuantisedProduct g = *QuantisedProduct::of(call, at);
  const MatmulGeometry& m = g.product;
  if (call.inputs[at.b]->shape.rank > 2 || !scale_is_scalar(call.inputs[at.a_scale]->shape) ||
      !scale_is_scalar(call.inputs[at.y_scale]->shape))
    return "it has several matrices, or a scale for each row";
  const DType y = call.outputs[0]->type;
  std::vector<QuantisedChannel> channels;
  for (std::uint64_t j = 0; j < m.columns; ++j) {
    const std::uint64_t place = g.b.place(j);
    QuantisedChannel one{{}, 0, constants.integer(at.a_zero_point, 0), {}};
    for (std::uint64_t k = 0; k < m.inner; ++k)
      one.weights.push_back(constants.integer(at.b, k * m.columns + j) - constants.integer(at.b_zero_point, place));
    one.by = {constants.number(at.a_scale, 0),
              constants.number(at.b_scale, place),
              constants.number(at.y_scale, 0),
              constants.integer(at.y_zero_point, 0),
              lowest_of(y),
              highest_of(y)};
    channels.push_back(std::move(one));
  }
  return channels;
}

}  // namespace

extern const OperatorAlternatives qlinearmatmul_alternatives;
constexpr OperatorAlternatives qlinearmatmul_alternatives{.add_changes = add_changes, .channels = channels_of};

}  // namespace etalon::impl
