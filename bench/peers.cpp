// SPDX-License-Identifier: Apache-2.0
// See bare.hpp: which set the processor has, and division one element at a time. Compiled without vectorisation.
#include <stdint.h>

#include <cstring>
#include <type_traits>

#include "bare.hpp"

namespace etalon::bench {

extern const BareSet bare_baseline;
#if defined(__x86_64__)
extern const BareSet bare_avx2, bare_avx512, bare_avx512fp16;
#endif

const BareSet& bare() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512fp16")) return bare_avx512fp16;
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
    return bare_avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return bare_avx2;
#endif
  return bare_baseline;
}

namespace {

template <class T, bool floor> void division(const void* a, const void* b, void* c, size_t count) {
  const T* x = static_cast<const T*>(a);
  const T* y = static_cast<const T*>(b);
  T* __restrict z = static_cast<T*>(c);
  using U = std::make_unsigned_t<T>;
  for (size_t i = 0; i < count; ++i) {
    if (y[i] == -1) {
      z[i] = static_cast<T>(static_cast<U>(0 - static_cast<U>(x[i])));
    } else {
      const auto quotient = static_cast<T>(x[i] / y[i]);
      const bool above = floor && x[i] % y[i] != 0 && (x[i] < 0) != (y[i] < 0);
      z[i] = static_cast<T>(quotient - above);
    }
  }
}

template <bool floor> DivisionLoop division_of(const char* type) {
  if (std::strcmp(type, "int8") == 0) return division<int8_t, floor>;
  if (std::strcmp(type, "int16") == 0) return division<int16_t, floor>;
  if (std::strcmp(type, "int32") == 0) return division<int32_t, floor>;
  if (std::strcmp(type, "int64") == 0) return division<int64_t, floor>;
  return nullptr;
}

}  // namespace

DivisionLoop idiv(const char* type, bool floor) { return floor ? division_of<true>(type) : division_of<false>(type); }

}  // namespace etalon::bench
