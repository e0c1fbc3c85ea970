// SPDX-License-Identifier: Apache-2.0
// Floor 7. The algebra of propagated errors: how far the operator's real result moves when its operands move by at most
// their errors. Only magnitudes and errors are carried; every step is rounded up.
#pragma once

#include "ops/bound.hpp"

namespace etalon::impl {

// Magnitudes and errors of a tensor's elements.
struct ErrorOperand {
  const Magnitude* magnitudes;
  const double* errors;
};

struct Propagated {
  struct Value {
    Magnitude size{0, 0};  // of what was loaded; a result has none, because no operator multiplies a result
    double e = 0;
  };
  static Value load(const void* data, std::uint64_t i) {
    const auto* operand = static_cast<const ErrorOperand*>(data);
    return {operand->magnitudes[i], operand->errors[i]};
  }
  static void store(void* data, std::uint64_t i, const Value& v) { static_cast<double*>(data)[i] = v.e; }
  static Value zero() { return {}; }

  static Value add(const Value& a, const Value& b, unsigned*) { return {{}, sum_up(a.e, b.e)}; }
  // (a+da)(b+db) - ab = a db + b da + da db
  static Value mul(const Value& a, const Value& b, unsigned*) {
    if (a.e == 0 && b.e == 0) return {};
    return {{}, sum_up(sum_up(product_up(a.size.high, b.e), product_up(b.size.high, a.e)), product_up(a.e, b.e))};
  }
  // (a+da)/(b+db) - a/b = (da - (a/b) db) / (b+db), while b+db cannot be zero
  static Value div(const Value& a, const Value& b, unsigned*) {
    if (a.e == 0 && b.e == 0) return {};
    if (!(b.e < b.size.low)) return {{}, infinite_bound};
    const double nearest = f64_of_bits(f64_bits(b.size.low - b.e) - 1);  // below what is left of |b|
    if (!(nearest > 0)) return {{}, infinite_bound};
    return {{}, quotient_up(sum_up(a.e, product_up(quotient_up(a.size.high, b.size.low), b.e)), nearest)};
  }
};

}  // namespace etalon::impl
