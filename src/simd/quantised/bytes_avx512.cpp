// SPDX-License-Identifier: Apache-2.0
// Floor 7. Sums of bytes by AVX512-VNNI, whose instructions add two products of 16-bit integers or four of 8-bit ones
// to a sum, without saturating.
#define ETALON_BEYOND_NAMESPACE N_AVX512_BYTES
#define ETALON_BEYOND_INSTRUCTIONS ",avx512vnni"
#include "simd/beyond.hpp"

#include "simd/quantised/operators.hpp"

#if ETALON_BEYOND
#include "simd/quantised/convolution-inl.h"
#include "simd/quantised/fours-inl.h"

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

template <size_t k> struct AddedLessZeros : LessZeros<k> {
  using typename LessZeros<k>::Sum;
  using Words = typename LessZeros<k>::Down;
  static HWY_INLINE Sum step(Words a, Words b, Sum sum) { return Sum{_mm512_dpwssd_epi32(sum.raw, a.raw, b.raw)}; }
};

ByteKernels byte_kernels() {
  return {sums_by<AddedLessZeros<1>>(), sums_by<AddedLessZeros<2>>(), sums_by<WithZeros>(), {}};
}

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif

namespace etalon::impl {

template <class Operation> Kernel byte_kernel_beyond() {
#if ETALON_BEYOND
  const Kernel by_tiles = byte_kernel_by_tiles<Operation>();
  if (by_tiles.compute != nullptr) return by_tiles;
  if (integer_dot()) return byte_kernel_by<Operation, &N_AVX512_BYTES::byte_kernels>();
#endif
  return {};
}
template Kernel byte_kernel_beyond<IntegerProduct>();
template Kernel byte_kernel_beyond<LinearProduct>();
template Kernel byte_kernel_beyond<IntegerConvolution>();
template Kernel byte_kernel_beyond<LinearConvolution>();

}  // namespace etalon::impl
