// SPDX-License-Identifier: Apache-2.0
// See operands.hpp.
#include "operands.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <tuple>

#include "tensor/tensor.hpp"

namespace etalon::bench {
namespace {

std::uint16_t as_half(float value) {
  const auto half = static_cast<_Float16>(value);
  return std::bit_cast<std::uint16_t>(half);
}

std::uint16_t as_bhalf(float value) {  // to nearest, ties to even; never NaN here
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

template <class T> void put(std::byte* at, T value) { std::memcpy(at, &value, sizeof value); }

void store(DType type, std::byte* at, double value) {
  switch (type) {
    case DType::f16:
      return put(at, as_half(static_cast<float>(value)));
    case DType::bf16:
      return put(at, as_bhalf(static_cast<float>(value)));
    case DType::f32:
      return put(at, static_cast<float>(value));
    default:
      return put(at, value);
  }
}

// A divisor of up to `bits` bits: shifted down by a random distance, and not zero.
std::uint64_t divisor(std::uint64_t word, unsigned bits, bool is_signed) {
  const unsigned shift = static_cast<unsigned>(word >> 56) % (bits - 1);
  const std::uint64_t cut = word << 8 << (56 - std::min(bits, 56u));  // random bits at the top
  const std::uint64_t value = is_signed
                                  ? static_cast<std::uint64_t>(static_cast<std::int64_t>(cut) >> (64 - bits + shift))
                                  : cut >> (64 - bits + shift);
  return value == 0 ? 3 : value;
}

void fill(std::byte* to, DType type, std::uint64_t count, Data data, unsigned seed) {
  const unsigned bits = info(type).bits, bytes = bits / 8;
  std::mt19937_64 words(seed);
  std::normal_distribution<double> normal;
  // Beyond a million elements they repeat, with a period that no row length divides.
  const std::uint64_t period = 1'000'003, made = std::min(count, period);
  for (std::uint64_t i = 0; i < made; ++i) {
    std::byte* at = to + i * bytes;
    if (is_integer(type)) {
      const std::uint64_t word =
          data == Data::divisors ? divisor(words(), bits, info(type).kind == Kind::signed_) : words();
      std::memcpy(at, &word, bytes);
    } else if (data == Data::integers) {
      store(type, at, static_cast<double>(static_cast<std::int64_t>(words() % 8191) - 4095));
    } else {
      store(type, at, normal(words));
    }
  }
  for (std::uint64_t i = made; i < count; i += period)
    std::memcpy(to + i * bytes, to, std::min(period, count - i) * bytes);
}

// The second half of K is the first, in A with the other sign.
void cancel(std::byte* to, unsigned number, DType type, const Shape& shape) {
  const unsigned bytes = info(type).bits / 8;
  const std::uint64_t rows = shape[0], columns = shape[1], half = (number == 0 ? columns : rows) / 2;
  if (number == 1) return static_cast<void>(std::memcpy(to + half * columns * bytes, to, half * columns * bytes));
  for (std::uint64_t i = 0; i < rows; ++i)
    for (std::uint64_t k = 0; k < half; ++k) {
      std::byte* at = to + (i * columns + half + k) * bytes;
      std::memcpy(at, at - half * bytes, bytes);
      at[bytes - 1] ^= std::byte{0x80};
    }
}

}  // namespace

std::byte* memory(std::uint64_t bytes, unsigned lane) {
  constexpr std::uint64_t page = std::uint64_t{2} << 20;
  const std::uint64_t distance = lane * 1344;  // a multiple of 64, and of nothing that matters to a cache
  const std::uint64_t whole = (bytes + distance + page - 1) / page * page;
  void* block = std::aligned_alloc(page, whole);
  if (block == nullptr) {
    std::fprintf(stderr, "no memory for %llu bytes\n", static_cast<unsigned long long>(bytes));
    std::exit(1);
  }
  madvise(block, whole, MADV_HUGEPAGE);
  std::memset(block, 0, whole);
  return static_cast<std::byte*>(block) + distance;
}

const void* operand(unsigned number, DType type, const Shape& shape, Data data) {
  static std::map<std::tuple<unsigned, DType, std::string, Data>, std::byte*> blocks;
  std::byte*& block = blocks[{number, type, to_string(shape), data}];
  if (block == nullptr) {
    block = memory(*stored_bytes(type, shape.count), number + 1);
    fill(block, type, shape.count, data, number + 1);
    if (data == Data::cancelling) cancel(block, number, type, shape);
  }
  return block;
}

void* result(std::uint64_t bytes) {
  static std::byte* block = nullptr;
  static std::uint64_t held = 0;
  if (bytes > held) {
    held = std::max<std::uint64_t>(bytes, std::uint64_t{128} << 20);
    block = memory(held, 3);
  }
  return block;
}

}  // namespace etalon::bench
