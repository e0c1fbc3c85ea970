// SPDX-License-Identifier: Apache-2.0
//
// pow of IEEE 754 for every Format, the exponent being an exact number of any type: judged by the MPFR library. Safe to
// call from several threads at once.
#pragma once

#include <cstdint>

#include "oracle/oracle.hpp"

namespace oracle {

Answer real_pow(Format f, std::uint64_t base, Type type, std::uint64_t exponent);

// The same answer for bases of at most 32 bits, fast enough for 2^32 pairs: where the power by the C library of the
// host is farther than 2^10 of its units from where the rounding or the events change, it decides; elsewhere MPFR does.
Answer quick_pow(Format f, std::uint64_t base, Format type, std::uint64_t exponent);

}  // namespace oracle
