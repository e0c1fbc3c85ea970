// SPDX-License-Identifier: Apache-2.0
// Floor 2. Real numbers for shadow runs, as an algebra: a rational while it is small, else a ball (midpoint and radius)
// that certainly contains the number. What has no value (a NaN, a quotient by zero) stays so.
#pragma once

#include <arb.h>

#include <cmath>
#include <variant>

#include "base/real_function.hpp"
#include "exact/rational.hpp"

namespace etalon::impl {

class Ball {
 public:
  Ball() { arb_init(x_); }
  Ball(const Ball& other) : Ball() { arb_set(x_, other.x_); }
  Ball(Ball&& other) noexcept : Ball() { arb_swap(x_, other.x_); }
  Ball& operator=(Ball other) noexcept {
    arb_swap(x_, other.x_);
    return *this;
  }
  ~Ball() { arb_clear(x_); }

  arb_ptr get() { return x_; }
  arb_srcptr get() const { return x_; }

 private:
  arb_t x_;
};

// Why an element has no real value.
enum class NoValue : std::uint8_t {
  undefined,  // a NaN or infinity came in, a number was divided by zero, or it has no root
  unsettled,  // a ball contains a zero divisor, or both sides of a jump: more precision may settle it
};

using Enclosure = std::variant<Number, Ball, NoValue>;

// Bits of numerator and denominator up to which a number stays a rational: beyond, gcds cost more than they save.
inline constexpr std::size_t rational_bits = 8192;

// What an algebra of enclosures computes with: the bits of balls, and those up to which a number stays a rational.
struct Precision {
  long bits = 128;
  std::size_t rational = rational_bits;
};

// The outcome of a comparison, and logic on it: what is false with one operand is false whatever the other one is.
using EnclosedTruth = std::variant<bool, NoValue>;
EnclosedTruth negation(const EnclosedTruth& a);
EnclosedTruth conjunction(const EnclosedTruth& a, const EnclosedTruth& b);

// A "buffer" is an array of Enclosure. There is no is_zero: a quotient by zero is an element without a value.
struct Enclosed {
  using Value = Enclosure;
  using Truth = EnclosedTruth;
  Precision precision = {};

  // No copy: an operand of a product is loaded many times.
  static const Value& load(const void* data, std::uint64_t i) { return static_cast<const Enclosure*>(data)[i]; }
  static void store(void* data, std::uint64_t i, const Value& v) { static_cast<Enclosure*>(data)[i] = v; }
  static Value zero() { return Number(); }
  static Value lowest() { return NoValue::undefined; }  // there is no lowest number, and no highest
  static Value highest() { return NoValue::undefined; }
  static bool is_nan(const Value&) { return false; }  // what has no value is not a number that could be replaced
  static Value quiet(const Value& v, unsigned* = nullptr) { return v; }
  Value add(const Value& a, const Value& b, unsigned* events) const;
  Value sub(const Value& a, const Value& b, unsigned* events) const;
  Value mul(const Value& a, const Value& b, unsigned* events) const;
  Value div(const Value& a, const Value& b, unsigned* events) const;
  Value div_count(const Value& a, std::uint64_t count, unsigned* events) const;  // count <= 2^53
  Value root_of_squares(const Value& a, unsigned* events) const;  // of a sum of squares, which is not negative
  static Value neg(const Value& a, unsigned* events);
  static Value abs(const Value& a, unsigned* events);
  Value max(const Value& a, const Value& b, unsigned* events) const;
  Value min(const Value& a, const Value& b, unsigned* events) const;
  Value larger(const Value& a, const Value& b, unsigned* events) const { return max(a, b, events); }
  Value smaller(const Value& a, const Value& b, unsigned* events) const { return min(a, b, events); }
  static Value number(double v) { return std::isfinite(v) ? Value(Rational::number(v)) : NoValue::undefined; }

  Truth less(const Value& a, const Value& b, unsigned* = nullptr) const;
  Truth less_or_equal(const Value& a, const Value& b, unsigned*) const { return negation(less(b, a)); }
  Truth equal(const Value& a, const Value& b, unsigned* events) const {
    return conjunction(less_or_equal(a, b, events), less_or_equal(b, a, events));
  }
  // Where the comparison is unsettled, what contains both sides.
  Value choose(const Truth& truth, const Value& yes, const Value& no) const;
  // For a result that jumps: where the comparison is unsettled, so is the result.
  static Value jump(const Truth& truth, const Value& yes, const Value& no);
  // A number below zero has none; where a ball contains zero and is not exact, that is unsettled.
  Value sqrt(const Value& a, unsigned* events) const;
  // Where the function is not defined there is no value; where a ball crosses the end of its domain, that is unsettled.
  template <RealFunction f> Value function(const Value& a, unsigned*) const { return function_of(f, a); }
  Value function_of(RealFunction f, const Value& a) const;
  // A rational is a power of a rational where that is exact. A negative number has powers whose exponent is a fraction
  // with an odd denominator, zero only those that are not negative; 0^0 is 1.
  Value pow(const Value& a, const Value& b, unsigned*) const;
  // Integers. Where a ball contains numbers of which the results differ, the result is unsettled.
  Value truncate(const Value& a) const;
  Value floor(const Value& a, unsigned* events) const;
  Value ceil(const Value& a, unsigned* events) const;
  Value round(const Value& a, unsigned* events) const;
};

// Doubles between which a real number certainly lies; the closest such doubles where it is a rational.
struct Between {
  double low, high;
};
Between between(const Number& number);
// The ends of a ball, exactly, and the binary exponent of what it contains.
struct BallEnds {
  Number low, high;
};
BallEnds ends_of(const Ball& ball);
double magnitude_bits(const Ball& ball);
Between between(const Enclosure& real);  // of one that has a value

Enclosure difference(const Number& computed, const Enclosure& real);  // |computed - real|; the real has a value
Enclosure scaled(const Enclosure& real, long exponent);               // real * 2^exponent, exactly; likewise

// |computed - real|, enclosed by two doubles; rounded outward. The real has a value.
Between distance(const Number& computed, const Enclosure& real);

}  // namespace etalon::impl
