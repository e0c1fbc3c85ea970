// SPDX-License-Identifier: Apache-2.0
// Floor 7. Sums of bytes by AMX-INT8, which multiplies matrices of 16 rows of 64 bytes: rows of A as they are packed
// for the other instructions, and of B the words of four of 16 columns.
#define ETALON_BEYOND_NAMESPACE N_AMX_BYTES
#define ETALON_BEYOND_INSTRUCTIONS ",avx512vnni,amx-tile,amx-int8"
#include "simd/beyond.hpp"

#include "simd/quantised/operators.hpp"

#if ETALON_BEYOND
#include "simd/quantised/convolution-inl.h"
#include "simd/quantised/fours-inl.h"

namespace etalon::impl::N_AVX512_BYTES {
ByteKernels byte_kernels();
}

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

// Tiles 0 to 3 are sums, 4 and 5 of A, 6 and 7 of B: all of 16 rows of 64 bytes.
struct Tiles : WithZeros {
  static constexpr size_t whole = 16, vectors = 2;
  static constexpr std::array<size_t, vectors + 1> rows{0, 32, 32};
  static constexpr bool by_places = true;

  // What is beyond the last row of A and the last column of B is multiplied, too, and left out.
  static void block(const Tile<Tiles>& t, size_t places, size_t count, size_t across) {
    (count > whole ? across > 1 ? &sums<2, 2> : &sums<2, 1> : across > 1 ? &sums<1, 2> : &sums<1, 1>)(t, places);
  }

  template <size_t R, size_t N> static HWY_NOINLINE void sums(const Tile<Tiles>& t, size_t places) {
    const size_t planes = t.units / places, a_bytes = t.a_stride * 4, b_bytes = t.b_stride * 4,
                 c_bytes = t.c_stride * 4;
    _tile_zero(0);
    if constexpr (N > 1) _tile_zero(1);
    if constexpr (R > 1) _tile_zero(2);
    if constexpr (R > 1 && N > 1) _tile_zero(3);
    const std::uint32_t* a = t.a;
    for (size_t place = 0; place < places; ++place) {
      const std::uint32_t* b = t.b + (t.b_places == nullptr ? 0 : t.b_places[place]);
      for (size_t plane = 0; plane < planes; plane += whole, a += whole, b += whole * t.b_stride) {
        _tile_loadd(6, b, b_bytes);
        _tile_loadd(4, a, a_bytes);
        _tile_dpbsud(0, 4, 6);
        if constexpr (N > 1) {
          _tile_loadd(7, b + lanes, b_bytes);
          _tile_dpbsud(1, 4, 7);
        }
        if constexpr (R > 1) {
          _tile_loadd(5, a + whole * t.a_stride, a_bytes);
          _tile_dpbsud(2, 5, 6);
          if constexpr (N > 1) _tile_dpbsud(3, 5, 7);
        }
      }
    }
    _tile_stored(0, t.c, c_bytes);
    if constexpr (N > 1) _tile_stored(1, t.c + lanes, c_bytes);
    if constexpr (R > 1) _tile_stored(2, t.c + whole * t.c_stride, c_bytes);
    if constexpr (R > 1 && N > 1) _tile_stored(3, t.c + whole * t.c_stride + lanes, c_bytes);
  }
};

// While one lives, the tiles of this thread have their shapes.
struct Configured {
  Configured() {
    struct {
      std::uint8_t palette = 1, start = 0, reserved[14] = {};
      std::uint16_t bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
      std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
    } shapes;
    _tile_loadconfig(&shapes);
  }
  ~Configured() { _tile_release(); }
  Configured(const Configured&) = delete;
  Configured& operator=(const Configured&) = delete;
};

ByteKernels byte_kernels() {
  ByteKernels kernels = N_AVX512_BYTES::byte_kernels();
  kernels.tiles = sums_by<Tiles>();
  kernels.tiles.multiply = [](const ByteProduct& product, std::byte* scratch) {
    const Configured tiles;
    ByteMultiplier<Tiles>::run(product, scratch);
  };
  kernels.tiles.convolve = [](const ByteConvolution& c, const Share& share, std::byte* scratch) {
    const Configured tiles;
    ByteConvolver<Tiles>::run(c, share, scratch);
  };
  return kernels;
}

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif

namespace etalon::impl {

template <class Operation> Kernel byte_kernel_by_tiles() {
#if ETALON_BEYOND
  if (byte_tiles()) return byte_kernel_by<Operation, &N_AMX_BYTES::byte_kernels>();
#endif
  return {};
}
template Kernel byte_kernel_by_tiles<IntegerProduct>();
template Kernel byte_kernel_by_tiles<LinearProduct>();
template Kernel byte_kernel_by_tiles<IntegerConvolution>();
template Kernel byte_kernel_by_tiles<LinearConvolution>();

}  // namespace etalon::impl
