// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Div: C[i] = A[i] / B[i]. Integers and reals have no quotient by zero: B is searched for zeros
// before the first result is written. Integers round down or towards zero, as the profile chooses.
#pragma once

#include "ops/elementwise.hpp"

namespace etalon::impl {

// Whether a division by zero has no result in this algebra.
template <class Algebra>
inline constexpr bool zero_divides_nothing = requires(const typename Algebra::Value& v) { Algebra::is_zero(v); };

template <class Algebra> Status find_zeros(const Call& call, const void* divisor) {
  const bool real = call.inputs[1].type == DType::real;
  Status status{Code::ok, real ? "DIV-REAL-ZERO" : "DIV-INT-ZERO"};
  const BinaryWalk walk(call);
  std::uint64_t i = 0;
  for (std::uint64_t row = 0; row < walk.rows; ++row) {
    const std::uint64_t b = walk.offset(1, row);
    for (std::uint64_t j = 0; j < walk.length; ++j, ++i)
      if (Algebra::is_zero(Algebra::load(divisor, b + j * walk.step[1])) && status.count++ == 0) status.index = i;
  }
  if (status.count > 0) status.code = Code::condition;
  return status.ok() ? Status{} : status;
}

template <class Algebra, bool counting>
Status div_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  if constexpr (zero_divides_nothing<Algebra>) {
    const Status zeros = find_zeros<Algebra>(call, inputs[1]);
    if (!zeros.ok()) return zeros;
  }
  if constexpr (requires(const typename Algebra::Value& v) { Algebra::div_floor(v, v, nullptr); }) {
    const bool floor = call.choices.integer_division == IntegerDivision::floor;
    elementwise<Algebra, counting>(call, inputs, outputs, work.events,
                                   floor ? Algebra::div_floor : Algebra::div_truncate);
  } else {
    elementwise<Algebra, counting>(call, inputs, outputs, work.events, Algebra::div);
  }
  return {};
}

}  // namespace etalon::impl
