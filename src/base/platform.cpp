// SPDX-License-Identifier: Apache-2.0
// Floor 0. See platform.hpp. All of it is known when this file is compiled, as the kernels are.
#include "base/platform.hpp"

#include <bit>

#define ETALON_TEXT_OF(x) #x
#define ETALON_TEXT(x) ETALON_TEXT_OF(x)

namespace etalon::impl {

const Platform& platform() {
  static constexpr Platform here{
      .version = ETALON_VERSION,
#if defined(__clang__)
      .compiler = "clang++ " ETALON_TEXT(__clang_major__) "." ETALON_TEXT(__clang_minor__) "." ETALON_TEXT(
          __clang_patchlevel__),
#else
      .compiler = "g++ " ETALON_TEXT(__GNUC__) "." ETALON_TEXT(__GNUC_MINOR__) "." ETALON_TEXT(__GNUC_PATCHLEVEL__),
#endif
      .flags = ETALON_COMPILE_FLAGS,
      .processor = ETALON_PROCESSOR,
#if defined(__AVX512F__)
      .instructions = "AVX-512",
#elif defined(__AVX2__)
      .instructions = "AVX2",
#elif defined(__SSE2__)
      .instructions = "SSE2",
#elif defined(__ARM_NEON)
      .instructions = "NEON",
#elif defined(__VX__)
      .instructions = "vector facility",
#else
      .instructions = "scalar",
#endif
      .byte_order = std::endian::native == std::endian::little ? "little-endian" : "big-endian",
  };
  return here;
}

}  // namespace etalon::impl
