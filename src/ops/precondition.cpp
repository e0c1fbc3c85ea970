// SPDX-License-Identifier: Apache-2.0
// Floor 4. See precondition.hpp.
#include "ops/precondition.hpp"

#include <algorithm>

#include "tensor/algebra.hpp"

namespace etalon::impl {
namespace {

// Zeros among patterns; `sign` is the bit that does not count. They are counted block by block in a loop without
// branches, which the compiler turns into vector code; the first one is searched for in its block only.
template <unsigned Bits> Events::Tally zeros(const void* data, std::uint64_t count, Word<Bits> sign) {
  constexpr std::uint64_t block = 4096;
  const auto magnitude = static_cast<Word<Bits>>(~sign);
  const auto is_zero = [=](std::uint64_t i) { return (load_pattern<Bits>(data, i) & magnitude) == 0; };
  Events::Tally tally;
  for (std::uint64_t at = 0; at < count; at += block) {
    const std::uint64_t end = std::min(at + block, count);
    std::uint64_t found = 0;
    for (std::uint64_t i = at; i < end; ++i) found += is_zero(i);
    if (found > 0 && tally.count == 0)
      for (tally.first = at; !is_zero(tally.first);) ++tally.first;
    tally.count += found;
  }
  return tally;
}

}  // namespace

Events::Tally scan_stored(Precondition::Demand, const TensorView& operand) {
  const std::uint64_t count = operand.shape.count;
  const bool has_sign_bit = info(operand.type).kind == Kind::floating;  // -0 is a zero
  switch (info(operand.type).bits) {
    case 4:
      return zeros<4>(operand.data, count, 0);
    case 8:
      return zeros<8>(operand.data, count, 0);
    case 16:
      return zeros<16>(operand.data, count, has_sign_bit ? 0x8000 : 0);
    case 32:
      return zeros<32>(operand.data, count, has_sign_bit ? 0x80000000 : 0);
    default:
      return zeros<64>(operand.data, count, has_sign_bit ? 0x8000000000000000 : 0);
  }
}

Events::Tally breach(const Precondition& precondition, const Call& call, const void* operand, Scan scan) {
  const Argument& argument = *call.inputs[precondition.operand];
  if (!precondition.types.contains(argument.type) || call.outputs[0]->shape.count == 0) return {};
  return scan(precondition.demand, {argument.type, argument.shape, operand, 0});
}

}  // namespace etalon::impl
