// SPDX-License-Identifier: Apache-2.0
// Floor 0. See fp_environment.hpp. One block per processor: how to read and write its control register, which bits of
// it are control, and what they must be. Nothing else in Etalon knows these registers.
#include "base/fp_environment.hpp"

#if defined(__SSE2__)
#include <xmmintrin.h>
#elif defined(__riscv)
#include <cfenv>
#endif

namespace etalon::impl {
namespace {

#if defined(__SSE2__)
// MXCSR: flush-to-zero 15, rounding 14:13, exception masks 12:7 (set = no trap), denormals-are-zero 6, flags 5:0.
constexpr std::uint64_t control_mask = 0xFFC0, control_wanted = 0x1F80;
std::uint64_t read_register() { return _mm_getcsr(); }
void write_register(std::uint64_t value) { _mm_setcsr(static_cast<unsigned>(value)); }
#elif defined(__aarch64__)
// FPCR holds control only (the flags live in FPSR); zero is nearest even, no flushing, no traps, NaNs propagated.
constexpr std::uint64_t control_mask = ~std::uint64_t{0}, control_wanted = 0;
std::uint64_t read_register() {
  std::uint64_t value;
  __asm__ volatile("mrs %0, fpcr" : "=r"(value));
  return value;
}
void write_register(std::uint64_t value) { __asm__ volatile("msr fpcr, %0" : : "r"(value)); }
#elif defined(__arm__)
// FPSCR: default NaN 25, flush-to-zero 24, rounding 23:22, stride and length 21:16, trap enables 15 and 12:8.
constexpr std::uint64_t control_mask = 0x03FF9F00, control_wanted = 0;
std::uint64_t read_register() {
  std::uint32_t value;
  __asm__ volatile("vmrs %0, fpscr" : "=r"(value));
  return value;
}
void write_register(std::uint64_t value) {
  __asm__ volatile("vmsr fpscr, %0" : : "r"(static_cast<std::uint32_t>(value)));
}
#elif defined(__s390x__)
// FPC: exception masks 31:27 (set = trap), rounding 2:0; z/Architecture has no flushing mode.
constexpr std::uint64_t control_mask = 0xF8000007, control_wanted = 0;
std::uint64_t read_register() {
  std::uint32_t value;
  __asm__ volatile("efpc %0" : "=d"(value));
  return value;
}
void write_register(std::uint64_t value) { __asm__ volatile("sfpc %0" : : "d"(static_cast<std::uint32_t>(value))); }
#elif defined(__riscv)
// RISC-V neither flushes nor traps: the rounding mode is all there is to set.
constexpr std::uint64_t control_mask = ~std::uint64_t{0}, control_wanted = FE_TONEAREST;
std::uint64_t read_register() { return static_cast<std::uint64_t>(std::fegetround()); }
void write_register(std::uint64_t value) { std::fesetround(static_cast<int>(value)); }
#else
#error "The floating-point control register of this processor is not known: a host could change results unseen"
#endif

}  // namespace

std::uint64_t fp_control() { return read_register() & control_mask; }

// Writing the register costs some twenty times what reading it does: it is written only where it differs.
FpGuard::FpGuard() : host_(fp_control()) {
  if (host_ != control_wanted) write_register((read_register() & ~control_mask) | control_wanted);
}

FpGuard::~FpGuard() {
  if (host_ != control_wanted) write_register((read_register() & ~control_mask) | host_);
}

}  // namespace etalon::impl
