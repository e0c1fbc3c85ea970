// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of QLinearConv.
#include "ops/family/quantise.alternatives.hpp"
#include "ops/family/quantise.hpp"

namespace etalon::impl {
namespace {

void add_changes(const Call& call, std::vector<Change>& changes) { add_conv_changes(call, linear_conv, changes); }

QuantisedChannels channels_of(const Call& call, const ConstantOperands& constants) {
  constexpr QuantisedConvOperands at = linear_conv;
  const QuantisedConv g = *QuantisedConv::of(call, at);
  const DType y = call.outputs[0]->type;
  std::vector<QuantisedChannel> channels;
  for (std::uint64_t feature = 0; feature < g.conv.features; ++feature) {
    const std::uint64_t place = g.place(feature), terms = g.conv.terms();
    QuantisedChannel one{{}, constants.integer(at.conv.b, feature), constants.integer(at.x_zero_point, 0), {}};
    for (std::uint64_t k = 0; k < terms; ++k)
      one.weights.push_back(constants.integer(at.conv.w, feature * terms + k) -
                            constants.integer(at.w_zero_point, place));
    one.by = {constants.number(at.x_scale, 0),
              constants.number(at.w_scale, place),
              constants.number(at.y_scale, 0),
              constants.integer(at.y_zero_point, 0),
              lowest_of(y),
              highest_of(y)};
    channels.push_back(std::move(one));
  }
  return channels;
}

}  // namespace

extern const OperatorAlternatives qlinearconv_alternatives;
constexpr OperatorAlternatives qlinearconv_alternatives{.add_changes = add_changes, .channels = channels_of};

}  // namespace etalon::impl
