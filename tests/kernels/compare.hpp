// SPDX-License-Identifier: Apache-2.0
// One case, computed by the reference and by another table of kernels, compared to the last bit.
#pragma once

#include <optional>
#include <string>

#include "tests/kernels/cases.hpp"

namespace etalon::tests {

// What the reference makes of a case.
struct Expected {
  impl::Status status;
  std::vector<unsigned char> result;  // bytes that held `untouched` before
};
Expected expected(const Case& drawn);

// How the other table is called. Half of the settings are under a host that rounds up and flushes subnormals.
struct Setting {
  unsigned threads;    // 1: no team
  std::uint64_t seed;  // of the team's order and of where the result lies

  std::string text() const;
};

// What differs from the reference, in words: the status, an element, or memory that is not the kernel's.
std::optional<std::string> difference(const Case& drawn, const Expected& wanted, impl::KernelTable kernels,
                                      const Setting& setting);

}  // namespace etalon::tests
