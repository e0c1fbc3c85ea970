// SPDX-License-Identifier: Apache-2.0
// Floor 7. The kernels of the operators that are sums of products of bytes, on a target and beyond it.
#if defined(ETALON_SIMD_BYTES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_BYTES_INL_H_
#undef ETALON_SIMD_BYTES_INL_H_
#else
#define ETALON_SIMD_BYTES_INL_H_
#endif

#include <hwy/highway.h>

#include "simd/quantised/operators.hpp"

namespace etalon::impl::HWY_NAMESPACE {

ByteKernels byte_kernels();

template <class Operation> Kernel kernel_of_bytes() {
  const Kernel beyond = byte_kernel_beyond<Operation>();
  return beyond.compute != nullptr ? beyond : byte_kernel_by<Operation, &byte_kernels>();
}

}  // namespace etalon::impl::HWY_NAMESPACE
#endif
