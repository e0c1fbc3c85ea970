// SPDX-License-Identifier: Apache-2.0
// Floor 4. See precondition.hpp.
#include "ops/precondition.hpp"

#include <algorithm>

#include "tensor/algebra.hpp"

namespace etalon::impl {
namespace {

// Patterns that are the wanted one in the bits of a mask. They are counted block by block in a loop without branches,
// which the compiler turns into vector code; the first one is searched for in its block only.
template <unsigned Bits>
Events::Tally matches(const void* data, std::uint64_t count, std::uint64_t wanted, std::uint64_t mask) {
  constexpr std::uint64_t block = 4096;
  const auto is = static_cast<Word<Bits>>(wanted), in = static_cast<Word<Bits>>(mask);
  const auto matched = [=](std::uint64_t i) { return (load_pattern<Bits>(data, i) & in) == is; };
  Events::Tally tally;
  for (std::uint64_t at = 0; at < count; at += block) {
    const std::uint64_t end = std::min(at + block, count);
    std::uint64_t found = 0;
    for (std::uint64_t i = at; i < end; ++i) found += matched(i);
    if (found > 0 && tally.count == 0)
      for (tally.first = at; !matched(tally.first);) ++tally.first;
    tally.count += found;
  }
  return tally;
}

}  // namespace

Events::Tally scan_stored(Precondition::Demand demand, const TensorView& operand) {
  const std::uint64_t sign = std::uint64_t{1} << (info(operand.type).bits - 1);
  const bool has_sign_bit = info(operand.type).kind == Kind::floating;  // -0 is a zero
  const bool lowest = demand == Precondition::Demand::above_lowest;
  const std::uint64_t wanted = lowest ? sign : 0, mask = !lowest && has_sign_bit ? sign - 1 : ~std::uint64_t{0};
  switch (info(operand.type).bits) {
    case 4:
      return matches<4>(operand.data, operand.shape.count, wanted, mask);
    case 8:
      return matches<8>(operand.data, operand.shape.count, wanted, mask);
    case 16:
      return matches<16>(operand.data, operand.shape.count, wanted, mask);
    case 32:
      return matches<32>(operand.data, operand.shape.count, wanted, mask);
    default:
      return matches<64>(operand.data, operand.shape.count, wanted, mask);
  }
}

Events::Tally breach(const Precondition& precondition, const Call& call, const void* operand, Scan scan) {
  const Argument& argument = *call.inputs[precondition.operand];
  if (!precondition.types.contains(argument.type) || call.outputs[0]->shape.count == 0) return {};
  return scan(precondition.demand, {argument.type, argument.shape, operand, 0});
}

}  // namespace etalon::impl
