// SPDX-License-Identifier: Apache-2.0
//
// Builds operands whose exact result has a chosen property. Everything is exact integer arithmetic: a number is thought
// of as significand * 2^exponent, and composing one that the format cannot hold exactly throws, so that a wrong
// construction cannot go unnoticed.
#pragma once

#include <cstdint>

#include "oracle/oracle.hpp"
#include "oracle/pattern.hpp"
#include "oracle/random.hpp"

namespace oracle {

// Two or three operands; c stays zero where an operation has only two.
struct Triple {
  std::uint64_t a;
  std::uint64_t b;
  std::uint64_t c = 0;
};

// All patterns built here are positive, except where a sum needs opposite signs.
//
// C++ leaves open in which order the arguments of a call are evaluated, so no two of them may draw a random number:
// the cases must be the same with every compiler.
class Operands {
 public:
  Operands(Format f, std::uint64_t seed) : random(seed), format_(f) {}

  Random random;

  std::uint64_t random_sign() { return random.coin() ? sign_mask(format_) : 0; }
  std::uint64_t either_sign(std::uint64_t pattern) { return pattern ^ random_sign(); }

  // A non-zero pattern from the lowest binades; the first binade is that of the subnormals.
  std::uint64_t low_pattern(int binades);

  // A pattern beside this one, above or below, and one at most `distance` patterns away; finite and of the same sign.
  std::uint64_t neighbour(std::uint64_t pattern) { return moved(pattern, random.coin() ? 1 : -1); }
  std::uint64_t nudge(std::uint64_t pattern, int distance) {
    return moved(pattern, random.between(-distance, distance));
  }

  // a + b
  Triple near_sum();
  Triple cancelling_sum();
  Triple subnormal_sum();
  Triple overflow_border_sum();
  Triple halfway_sum();

  // a * b
  Triple halfway_product();
  Triple beside_halfway_product();
  Triple subnormal_product();
  Triple subnormal_halfway_product();
  Triple overflow_border_product();

  // a / b
  Triple hard_quotient();
  Triple subnormal_quotient();
  Triple subnormal_halfway_quotient();
  Triple overflow_border_quotient();

  // a * b + c
  Triple near_fma();
  Triple cancelling_fma();
  Triple halfway_fma();
  Triple overflow_border_fma();

 private:
  struct Range {
    int low;
    int high;
  };
  struct Factors {
    std::uint64_t x;
    std::uint64_t y;
  };

  // Exponents of the last place of normal numbers; the lowest one is also that of the subnormals.
  int lowest() const { return least_exponent(format_); }
  int highest() const { return bias(format_) - format_.fraction; }
  int random_exponent() { return random.between(lowest(), highest()); }

  std::uint64_t full_significand() { return random.of_width(precision(format_)); }
  std::uint64_t moved(std::uint64_t pattern, int distance) const;

  // The pattern of significand * 2^exponent.
  std::uint64_t compose(std::uint64_t significand, int exponent) const;

  // The exponents at which this significand is a number of the format.
  Range exponents_of(std::uint64_t significand) const;

  // Patterns of x * 2^i and y * 2^j, with i + j or i - j given and otherwise random.
  Triple with_exponent_sum(Factors factors, int sum);
  Triple with_exponent_difference(Factors factors, int difference);

  // Two odd numbers of at most `precision` bits, whose product has exactly `width` bits.
  Factors odd_factors(int width);

  Format format_;
};

}  // namespace oracle
