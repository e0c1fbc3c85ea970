// SPDX-License-Identifier: Apache-2.0
//
// Which strata an operation has, and how each is made from Operands.
#include "oracle/cases/operations.hpp"

#include <span>
#include <stdexcept>
#include <string>

namespace oracle {
namespace {

using enum Stratum;

constexpr std::array sum_strata{boundary,         random,          near_exponents, cancellation,
                                subnormal_result, overflow_border, halfway,        beside_halfway};
constexpr std::array product_strata{boundary,        random,  subnormal_result, subnormal_halfway,
                                    overflow_border, halfway, beside_halfway,   beside_halfway};
constexpr std::array quotient_strata{boundary,        random,        subnormal_result, subnormal_halfway,
                                     overflow_border, hard_quotient, hard_quotient,    hard_quotient};
constexpr std::array fused_strata{boundary,          random,          near_exponents, cancellation,   subnormal_result,
                                  subnormal_halfway, overflow_border, halfway,        beside_halfway, beside_halfway};

std::span<const Stratum> strata_of(Operation operation) {
  switch (operation) {
    case Operation::add:
      return sum_strata;
    case Operation::mul:
      return product_strata;
    case Operation::div:
      return quotient_strata;
    case Operation::fma:
      return fused_strata;
  }
  throw std::invalid_argument("oracle cases: unknown operation");
}

[[noreturn]] void reject(Stratum stratum) {
  throw std::logic_error(std::string("oracle cases: the operation has no stratum ") + name(stratum));
}

}  // namespace

const char* name(Stratum stratum) {
  constexpr std::array names{"boundary",        "random",  "near_exponents", "cancellation",      "subnormal_result",
                             "overflow_border", "halfway", "beside_halfway", "subnormal_halfway", "hard_quotient"};
  return names.at(static_cast<std::size_t>(stratum));
}

Cases::Cases(Format f, std::uint64_t seed) : format_(f), operands_(f, seed), boundary_(boundary_values(f)) {}

Case Cases::next(Operation operation) {
  const std::span<const Stratum> strata = strata_of(operation);
  const Stratum stratum = strata[turns_.at(static_cast<std::size_t>(operation))++ % strata.size()];
  const Triple made = make(operation, stratum);
  return {made.a, made.b, operation == Operation::fma ? made.c : 0, stratum};
}

Triple Cases::make(Operation operation, Stratum stratum) {
  if (stratum == boundary) {
    return {any_boundary_value(), any_boundary_value(), any_boundary_value()};
  }
  if (stratum == random) {
    return {any_pattern(), any_pattern(), any_pattern()};
  }
  switch (operation) {
    case Operation::add:
      return with_random_signs(operation, sum(stratum));
    case Operation::mul:
      return with_random_signs(operation, product(stratum));
    case Operation::div:
      return with_random_signs(operation, quotient(stratum));
    case Operation::fma:
      return with_random_signs(operation, fused(stratum));
  }
  throw std::invalid_argument("oracle cases: unknown operation");
}

Triple Cases::sum(Stratum stratum) {
  switch (stratum) {
    case near_exponents:
      return operands_.near_sum();
    case cancellation:
      return operands_.cancelling_sum();
    case subnormal_result:
      return operands_.subnormal_sum();
    case overflow_border:
      return operands_.overflow_border_sum();
    case halfway:
      return operands_.halfway_sum();
    case beside_halfway: {
      Triple tie = operands_.halfway_sum();
      tie.b = operands_.neighbour(tie.b);
      return tie;
    }
    default:
      reject(stratum);
  }
}

Triple Cases::product(Stratum stratum) {
  switch (stratum) {
    case subnormal_result:
      return operands_.subnormal_product();
    case subnormal_halfway: {
      Triple tie = operands_.subnormal_halfway_product();
      tie.a = operands_.random.coin() ? tie.a : operands_.neighbour(tie.a);
      return tie;
    }
    case overflow_border:
      return operands_.overflow_border_product();
    case halfway:
      return operands_.halfway_product();
    case beside_halfway: {
      if (operands_.random.coin()) {
        return operands_.beside_halfway_product();
      }
      Triple tie = operands_.halfway_product();
      tie.a = operands_.neighbour(tie.a);
      return tie;
    }
    default:
      reject(stratum);
  }
}

Triple Cases::quotient(Stratum stratum) {
  switch (stratum) {
    case subnormal_result:
      return operands_.subnormal_quotient();
    case subnormal_halfway: {
      Triple tie = operands_.subnormal_halfway_quotient();
      tie.a = operands_.random.coin() ? tie.a : operands_.neighbour(tie.a);
      return tie;
    }
    case overflow_border:
      return operands_.overflow_border_quotient();
    case hard_quotient:
      return operands_.hard_quotient();
    default:
      reject(stratum);
  }
}

Triple Cases::fused(Stratum stratum) {
  switch (stratum) {
    case near_exponents:
      return operands_.near_fma();
    case cancellation:
      return operands_.cancelling_fma();
    case subnormal_result: {
      Triple operands = operands_.subnormal_product();
      operands.c = operands_.either_sign(operands_.low_pattern(2));
      return operands;
    }
    case subnormal_halfway: {  // a subnormal addend keeps the tie of the product; a neighbour breaks it
      Triple tie = operands_.subnormal_halfway_product();
      tie.a = operands_.random.coin() ? tie.a : operands_.neighbour(tie.a);
      tie.c = operands_.either_sign(operands_.low_pattern(1));
      return tie;
    }
    case overflow_border:
      return operands_.overflow_border_fma();
    case halfway:
      return operands_.halfway_fma();
    case beside_halfway: {
      if (operands_.random.coin()) {
        Triple tie = operands_.halfway_fma();
        tie.a = operands_.neighbour(tie.a);
        return tie;
      }
      // The product alone is a tie, which an addend however small decides: a rounded product would decide otherwise.
      Triple tie = operands_.halfway_product();
      tie.c = operands_.either_sign(operands_.low_pattern(3));
      return tie;
    }
    default:
      reject(stratum);
  }
}

// Changes signs such that the exact result changes at most its sign, which keeps the case in its stratum.
Triple Cases::with_random_signs(Operation operation, Triple operands) {
  const std::uint64_t first = operands_.random_sign();
  const std::uint64_t second = operands_.random_sign();
  if (operation == Operation::add) {
    return {operands.a ^ first, operands.b ^ first};
  }
  return {operands.a ^ first, operands.b ^ second, operands.c ^ first ^ second};
}

std::uint64_t Cases::any_boundary_value() { return boundary_[operands_.random.below(boundary_.size())]; }

std::uint64_t Cases::any_pattern() { return operands_.random.bits() >> (64 - format_.bits); }

}  // namespace oracle
