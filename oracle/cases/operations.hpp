// SPDX-License-Identifier: Apache-2.0
//
// Operands that are hard on floating-point arithmetic, for formats too wide to be tested exhaustively. Random patterns
// alone almost never meet a tie, a subnormal result or a quotient beside a midpoint, so each such stratum is made on
// purpose.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracle/cases/operands.hpp"
#include "oracle/oracle.hpp"
#include "oracle/pattern.hpp"

namespace oracle {

// The places where something changes: zeros, subnormals, powers of two, the largest numbers, infinities, NaNs, and
// their neighbours. Both signs, no value twice.
std::vector<std::uint64_t> boundary_values(Format f);

enum class Operation { add, mul, div, fma };

enum class Stratum {
  boundary,           // all operands are boundary values
  random,             // all patterns alike
  near_exponents,     // the terms of a sum overlap, touch, or just miss one another
  cancellation,       // the terms of a sum nearly cancel
  subnormal_result,   // the result is around the subnormal range
  overflow_border,    // the result is around the largest finite number
  halfway,            // the exact result is in the middle of two neighbouring normal numbers
  beside_halfway,     // the exact result is just beside such a middle
  subnormal_halfway,  // the exact result is in the middle of two neighbouring subnormal numbers, or just beside
  hard_quotient,      // the quotient is as close to the middle of two neighbours as quotients come
};

const char* name(Stratum stratum);

struct Case {
  std::uint64_t a;
  std::uint64_t b;
  std::uint64_t c;  // zero unless the operation is fma
  Stratum stratum;
};

// A case of a sum as one of a difference: the second operand is negated.
constexpr Case as_difference(Format f, Case sum) { return {sum.a, sum.b ^ sign_mask(f), sum.c, sum.stratum}; }

// An endless deterministic sequence of cases. The strata of an operation take turns, so their shares are exact; three
// eighths of the divisions are hard quotients.
class Cases {
 public:
  Cases(Format f, std::uint64_t seed);

  Case next(Operation operation);

 private:
  Triple make(Operation operation, Stratum stratum);
  Triple sum(Stratum stratum);
  Triple product(Stratum stratum);
  Triple quotient(Stratum stratum);
  Triple fused(Stratum stratum);
  Triple with_random_signs(Operation operation, Triple operands);
  std::uint64_t any_boundary_value();
  std::uint64_t any_pattern();

  Format format_;
  Operands operands_;
  std::vector<std::uint64_t> boundary_;
  std::array<std::size_t, 4> turns_{};  // taken so far, by operation
};

}  // namespace oracle
