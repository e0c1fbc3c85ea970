// SPDX-License-Identifier: Apache-2.0
// Floor 8. What another implementation may do differently ("CON-ALL-CAUSE").
#pragma once

#include <cstdint>
#include <optional>

#include "ops/call.hpp"

namespace etalon::impl {

struct AlternativeWorld;
struct Requantisation;

// How the terms of a sum are taken, and what else is done differently.
struct Alternative {
  enum class Order : std::uint8_t {
    ascending,
    reversed,
    pairwise,  // halves, down to single terms
    blocked,   // blocks of `width` terms, each summed from +0, their sums added in ascending order
    lanes,     // term k goes to partial sum k modulo `width`, a power of two; these are joined
    inner,     // terms `stride` apart follow each other, in groups of `width` of them; 0: all of them
  };
  // How partial sums are joined: the upper half onto the lower one, again and again; one after the other; 0 with 1, 2
  // with 3 …, then these.
  enum class Join : std::uint8_t { halves, in_order, neighbours };

  Order order = Order::ascending;
  std::uint64_t width = 0, stride = 1;
  Join join = Join::halves;
  bool in_double = false;  // sums are accumulated in double
  bool bias_first = false;
  bool flushes = false;     // subnormal operands and results are zeros
  bool saturates = false;   // integers, instead of wrapping
  bool any_zero = false;    // the sign of a zero does not count
  bool reciprocal = false;  // a quotient is a product with the rounded reciprocal
  bool contracts = false;   // a product is not rounded before it is added
  // Products of stored integers, zero points included, are added in pairs, in 16 bits with saturation. This is added to
  // the factors before, so that one of the two is unsigned and the other one signed.
  struct Pairs {
    std::int64_t x, w;
  };
  std::optional<Pairs> pairs = {};
  bool rectifies = false;                          // quantised elements are not below the zero point
  const Requantisation* requantisation = nullptr;  // of accumulators, and of ties of other quantised elements
  // What is computed instead of the reference, if anything is.
  Status (*instead)(const AlternativeWorld& world, const Call& call, Inputs inputs, Outputs outputs) = nullptr;
  // What a conversion makes of a number that an integer type does not have.
  enum class Conversion : std::uint8_t { reference, saturates, wraps, lowest } conversion = Conversion::reference;
  // Whether a call that can be folded into the one before it is, and in which type its constants are then computed.
  enum class Folding : std::uint8_t { none, in_type, in_double } folding = Folding::none;
  bool on_integers = false;  // nodes between dequantised operands and quantised results are computed so
};

// Where it is asked which elements an alternative gives, it is given up if it gives none of so many.
inline constexpr std::uint64_t first_elements = 256;

}  // namespace etalon::impl
