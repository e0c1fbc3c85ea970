// SPDX-License-Identifier: Apache-2.0
// Floor 2. The type `real` as an algebra: rationals stay exact however long they are, and what is irrational is
// enclosed.
#pragma once

#include "exact/enclosed.hpp"

namespace etalon::impl {

// A "buffer" is an array of Enclosure.
struct Real : Enclosed {
  Real() : Enclosed{{256, ~std::size_t{0}}} {}
  static bool is_zero(const Value& v) {
    const Number* number = std::get_if<Number>(&v);
    return number != nullptr && number->sign() == 0;
  }
  static bool is_undefined(const Value& v) { return std::holds_alternative<NoValue>(v); }
};

}  // namespace etalon::impl
