// SPDX-License-Identifier: Apache-2.0
//
// Addition, subtraction, multiplication, division, square root, power and fused multiply-add for every Format, judged
// by the MPFR library. Safe to call from several threads at once.
#pragma once

#include <cstdint>

#include "oracle/oracle.hpp"

namespace oracle {

Answer ieee_add(Format f, std::uint64_t a, std::uint64_t b);
Answer ieee_sub(Format f, std::uint64_t a, std::uint64_t b);
Answer ieee_mul(Format f, std::uint64_t a, std::uint64_t b);
Answer ieee_div(Format f, std::uint64_t a, std::uint64_t b);
Answer ieee_sqrt(Format f, std::uint64_t x);
Answer ieee_pow(Format f, std::uint64_t base, std::uint64_t exponent);
Answer ieee_fma(Format f, std::uint64_t a, std::uint64_t b, std::uint64_t c);

}  // namespace oracle
