// SPDX-License-Identifier: Apache-2.0
//
// Operands that are hard on dot products. As for single operations (operations.hpp), random patterns alone almost never
// meet a tie, a subnormal sum or a cancellation, so each such stratum is made on purpose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "oracle/cases/operands.hpp"
#include "oracle/oracle.hpp"
#include "oracle/random.hpp"

namespace oracle {

enum class DotStratum {
  ordinary,            // numbers around one
  any_pattern,         // all finite patterns alike; long sums mostly overflow
  opposite_exponents,  // operands from all of the range, products around one
  tiny,                // products around and below the subnormal range
  huge,                // products and sums around the largest finite number
  cancelling,          // pairs of products that cancel, exactly or nearly, far apart in the sum
  beside_tie,          // a product in the middle of two neighbours, and what decides it, or nothing
  small_integers,      // sums of small integers, with many ties
  extremes,            // of integer types: numbers beside the ends of the range and beside zero
  any_width,           // of integer types: binary digits of all lengths
};

const char* name(DotStratum stratum);

// A quarter of the vectors, whatever their stratum, have zeros of both signs strewn in; another eighth have infinities
// or NaNs at one to three places.
class FloatDots {
 public:
  FloatDots(Format f, std::uint64_t seed) : format_(f), operands_(f, seed) {}

  DotStratum fill(std::span<std::uint64_t> a, std::span<std::uint64_t> b);

 private:
  struct Vectors {
    std::span<std::uint64_t> a;
    std::span<std::uint64_t> b;
    std::size_t size() const { return a.size(); }
  };

  void make(DotStratum stratum, Vectors out);
  void make_ordinary(Vectors out);
  void make_any_pattern(Vectors out);
  void make_with_products(Vectors out, int lowest_exponent, int highest_exponent);
  void make_huge(Vectors out);
  void make_cancelling(Vectors out);
  void make_beside_tie(Vectors out);
  void make_small_integers(Vectors out);

  // Writes two products at k and k + 1 whose sum is zero, or close to it. Their order of magnitude is 2^exponent.
  void put_cancelling_pair(Vectors out, std::size_t k, int exponent, bool exactly);
  void shuffle(Vectors out);
  void strew_zeros(Vectors out);
  void strew_specials(Vectors out);

  std::uint64_t finite_pattern();
  std::uint64_t special_pattern();
  std::uint64_t natural(std::uint64_t n) const;  // n below 2^precision

  // A random number from 2^exponent up to below 2^(exponent+1), of positive sign.
  std::uint64_t number(int exponent);

  // Two such numbers, of random exponents that have this sum, with random signs.
  Triple factors(int exponent_sum);

  Format format_;
  Operands operands_;
  std::size_t turns_ = 0;
};

class IntegerDots {
 public:
  IntegerDots(Integer type, std::uint64_t seed) : type_(type), random_(seed) {}

  DotStratum fill(std::span<std::uint64_t> a, std::span<std::uint64_t> b);

 private:
  std::uint64_t of_any_width();
  std::uint64_t extreme();
  std::uint64_t small_integer();

  Integer type_;
  Random random_;
  std::size_t turns_ = 0;
};

// An endless deterministic sequence of vectors. The strata of the type take turns, so their shares are exact.
class DotCases {
 public:
  DotCases(Format f, std::uint64_t seed) : maker_(FloatDots(f, seed)) {}
  DotCases(Integer type, std::uint64_t seed) : maker_(IntegerDots(type, seed)) {}

  // Fills both spans, which must be of one length, and returns the stratum they are from.
  DotStratum fill(std::span<std::uint64_t> a, std::span<std::uint64_t> b);

 private:
  std::variant<FloatDots, IntegerDots> maker_;
};

}  // namespace oracle
