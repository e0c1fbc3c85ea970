// SPDX-License-Identifier: Apache-2.0
// Floor 7. Sums of bytes by instructions that every target has: they add products of 16-bit integers.
#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/quantised/bytes.cpp"
#include <hwy/foreach_target.h>

#include "simd/quantised/bytes-inl.h"
#if ETALON_VECTORS
#include "simd/quantised/convolution-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {

ByteKernels byte_kernels() {
#if ETALON_VECTORS
  const ByteSums ones = sums_by<LessZeros<1>>();
  return {ones, HWY_ARCH_X86 ? sums_by<LessZeros<HWY_ARCH_X86 ? 2 : 1>>() : ones, {}, {}};
#else
  return {};
#endif
}

}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
