// SPDX-License-Identifier: Apache-2.0
// Floor 4. See precondition.hpp.
#include "ops/precondition.hpp"

#include <algorithm>

#include "tensor/algebra.hpp"

namespace etalon::impl {
namespace {

// The patterns that break a demand: in the bits of a mask they lie `span` at most behind the first of them.
struct Breaking {
  std::uint64_t first = 0, span = 0, mask = ~std::uint64_t{0};
};

Breaking breaking(Precondition::Demand demand, DType type) {
  const std::uint64_t sign = std::uint64_t{1} << (info(type).bits - 1);
  switch (demand) {
    case Precondition::Demand::above_lowest:
      return {.first = sign};
    case Precondition::Demand::not_negative:  // the smallest subnormal to infinity, with a sign
      return {.first = sign + 1, .span = binary_infinity({info(type).bits, info(type).fraction}) - 1};
    case Precondition::Demand::within_one: {  // what is above one to infinity, without the sign
      const binary_format f{info(type).bits, info(type).fraction};
      const std::uint64_t one = static_cast<std::uint64_t>(binary_bias(f)) << f.fraction;
      return {.first = one + 1, .span = binary_infinity(f) - one - 1, .mask = sign - 1};
    }
    case Precondition::Demand::positive:  // from infinity, or the lowest integer, to the last pattern, and on to 0
      if (info(type).kind != Kind::floating) return {.first = sign, .span = sign};
      return {.first = binary_infinity({info(type).bits, info(type).fraction}),
              .span = 2 * sign - binary_infinity({info(type).bits, info(type).fraction})};
    case Precondition::Demand::zero:
      return {.first = 1, .span = 2 * (sign - 1)};
    default:  // zero, and for floating-point types -0
      return {.mask = info(type).kind == Kind::floating ? sign - 1 : ~std::uint64_t{0}};
  }
}

// They are counted block by block in a loop without branches, which the compiler turns into vector code; the first one
// is searched for in its block only.
template <unsigned Bits> Events::Tally matches(const void* data, std::uint64_t count, const Breaking& what) {
  constexpr std::uint64_t block = 4096;
  const auto first = static_cast<Word<Bits>>(what.first), span = static_cast<Word<Bits>>(what.span),
             mask = static_cast<Word<Bits>>(what.mask);
  const auto matched = [=](std::uint64_t i) {
    return static_cast<Word<Bits>>((load_pattern<Bits>(data, i) & mask) - first) <= span;
  };
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
  const Breaking what = breaking(demand, operand.type);
  switch (info(operand.type).bits) {
    case 4:
      return matches<4>(operand.data, operand.shape.count, what);
    case 8:
      return matches<8>(operand.data, operand.shape.count, what);
    case 16:
      return matches<16>(operand.data, operand.shape.count, what);
    case 32:
      return matches<32>(operand.data, operand.shape.count, what);
    default:
      return matches<64>(operand.data, operand.shape.count, what);
  }
}

bool concerns(const Precondition& precondition, const Call& call) {
  return call.has_input(precondition.operand) && precondition.types.contains(call.inputs[precondition.operand]->type) &&
         first_result(call).shape.count != 0;
}

Events::Tally breach(const Precondition& precondition, const Call& call, const void* operand, Scan scan) {
  if (!concerns(precondition, call)) return {};
  const Argument& argument = *call.inputs[precondition.operand];
  return scan(precondition.demand, {argument.type, argument.shape, operand, 0});
}

}  // namespace etalon::impl
