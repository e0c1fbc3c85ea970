// SPDX-License-Identifier: Apache-2.0
//
// Lets GoogleTest print answers readably. One header for all tests, so that all of them print alike.
#pragma once

#include <ostream>

#include "oracle/oracle.hpp"

namespace oracle {

inline void PrintTo(const Answer& answer, std::ostream* out) {
  *out << std::hex << "bits " << answer.bits << " events " << answer.events << std::dec;
}

}  // namespace oracle
