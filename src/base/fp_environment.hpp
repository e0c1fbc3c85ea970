// SPDX-License-Identifier: Apache-2.0
// Floor 0. The floating-point guard: while one lives, the thread rounds to nearest even, keeps subnormals and does not
// trap, whatever the host has set; the host's control bits are restored when it ends. Sticky flags may stay raised.
#pragma once

#include <cstdint>

namespace etalon::impl {

// The control bits of the processor's floating-point unit, status flags masked out.
std::uint64_t fp_control();

class FpGuard {
 public:
  FpGuard();
  ~FpGuard();
  FpGuard(const FpGuard&) = delete;
  FpGuard& operator=(const FpGuard&) = delete;

 private:
  std::uint64_t host_;
};

}  // namespace etalon::impl
