// SPDX-License-Identifier: Apache-2.0
//
// Conversion between every two types, judged by MPFR and GMP: what oracle/ops/cast/cast.hpp says, done another way.
// Safe to call from several threads at once.
#pragma once

#include <cstdint>

#include "oracle/oracle.hpp"

namespace oracle {

Answer convert(Type from, Type to, std::uint64_t pattern);

}  // namespace oracle
