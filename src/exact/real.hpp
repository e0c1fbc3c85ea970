// SPDX-License-Identifier: Apache-2.0
// Floor 2. The type `real` as an algebra: rationals stay exact however long they are, and what is irrational is
// enclosed.
#pragma once

#include "exact/enclosed.hpp"

namespace etalon::impl {

// A "buffer" is an array of Enclosure.
struct Real : Enclosed {
  static bool is_zero(const Value& v) {
    const Number* number = std::get_if<Number>(&v);
    return number != nullptr && number->sign() == 0;
  }
  static bool is_undefined(const Value& v) { return std::holds_alternative<NoValue>(v); }
};

// While an object lives, this thread computes rationals of any length and encloses irrational numbers to 256 bits.
class RealPrecision {
  BallPrecision precision_{256, ~std::size_t{0}};
};

}  // namespace etalon::impl
