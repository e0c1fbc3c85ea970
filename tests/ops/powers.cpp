// SPDX-License-Identifier: Apache-2.0
// pow against the oracle, bits and events: powers [--type T] [--cases N] [--every K] [--shard I/N]. Of float16 and
// bfloat16 the pairs of 1/K of the bases with all exponents (--every 0: none); of every type N drawn cases; the I-th of
// N parts of both. Drawn are any patterns, powers that are exact or halfway points, bases next to 1, powers next to
// where they overflow, underflow or become subnormal, exponents of every type.
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <string>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/pow.hpp"
#include "oracle/pattern.hpp"
#include "oracle/random.hpp"
#include "scalar/functions/pow.h"
#include "tests/support/cores.hpp"
#include "tests/support/options.hpp"

namespace {

using oracle::Answer;
using oracle::Format;
using oracle::Random;
using oracle::Type;

std::mutex mutex;  // of printing
std::atomic<std::uint64_t> faults = 0, judged = 0, inexact = 0, slow = 0;

binary_format format_of(Format f) {
  return binary_format_of(static_cast<unsigned>(f.bits), static_cast<unsigned>(f.fraction));
}

exact_value value_of(Type type, std::uint64_t x) {
  if (type.kind == oracle::Kind::floating) return binary_value(format_of(type.format()), x);
  return type.is_signed ? value_of_int(int_wrap(x, static_cast<unsigned>(type.bits))) : value_of_uint(x);
}

void judge(Format f, std::uint64_t x, Type type, std::uint64_t y, const Answer& right) {
  const binary_format format = format_of(f);
  const exact_value exponent = value_of(type, y);
  unsigned events = 0;
  const std::uint64_t got = binary_pow(format, x, exponent, &events);
  std::uint64_t plain = got;  // without events
  if (f.bits == 32) plain = f32_bits(f32_pow(f32_of_bits(static_cast<std::uint32_t>(x)), exponent));
  if (f.bits == 64) plain = f64_bits(f64_pow(f64_of_bits(x), exponent));
  if (got == right.bits && plain == got && events == right.events) return;
  const std::lock_guard lock(mutex);
  if (faults++ < 20)
    fmt::print("{}/{} {:x} to {:x} of {} bits: {:x} or {:x}, events {}; not {:x}, events {}\n", f.bits, f.fraction, x,
               y, type.bits, got, plain, events, right.bits, right.events);
}

// ---- drawn cases ----------------------------------------------------------------------------------------------------

std::uint64_t rounded(Format f, double x) {
  return oracle::convert(oracle::float64, f, std::bit_cast<std::uint64_t>(x)).bits;
}

struct Case {
  std::uint64_t x;
  Type type;
  std::uint64_t y;
};

std::uint64_t any_pattern(Random& random, int bits) { return random.bits() >> (64 - bits); }

// m^(n/2^k) = (m'^n), m = m'^(2^k), with as many bits as the format has, or one or two more; times a power of 2.
Case exact_case(Random& random, Format f) {
  const int degree = random.between(0, 3), least = oracle::least_exponent(f) + f.fraction;
  const int width = random.between(1, std::max(1, oracle::precision(f) >> degree));
  const double root = static_cast<double>(random.odd_of_width(width));
  const int times = random.between(1, std::max(1, (oracle::precision(f) + 2) / width)) | 1;
  const int scale = random.between(least, -least) / std::max(1, times) / 2 * (1 << degree);
  const double x = std::ldexp(std::pow(root, 1 << degree), scale);
  const double y = std::ldexp(random.below(8) == 0 ? -times : times, random.below(4) == 0 ? 0 : -degree);
  return {rounded(f, random.below(4) == 0 ? -x : x), f, rounded(f, y)};
}

Case near_one(Random& random, Format f) {
  const std::uint64_t one = rounded(f, 1), distance = random.bits() >> random.between(65 - f.fraction, 63);
  const double exponent = std::ldexp(random.coin() ? -1 : 1, random.between(-20, f.fraction + 8));
  const double factor = 1 + static_cast<double>(random.below(1 << 20)) / (1 << 20);
  return {random.coin() ? one + distance : one - distance, f, rounded(f, exponent * factor)};
}

// The binary logarithm of the power lies about where the format ends, or where its subnormal numbers do.
Case at_the_ends(Random& random, Format f) {
  const int ends[] = {oracle::bias(f) + 1, 1 - oracle::bias(f), oracle::least_exponent(f),
                      oracle::least_exponent(f) - 1,
                      random.between(oracle::least_exponent(f) - 1, 1 - oracle::bias(f))};
  const double logarithm = ends[random.below(5)];
  const double x = std::exp2(random.between(-60, 60) * 0.13 * (random.coin() ? 1 : 0.01) + 0.001);
  const std::uint64_t base = rounded(f, x);
  const double exact_base =
      f.bits == 64 ? std::bit_cast<double>(base) : f64_of_bits(oracle::convert(f, oracle::float64, base).bits);
  return {base, f, rounded(f, logarithm / std::log2(exact_base)) + random.below(7) - 3};
}

Case of_another_type(Random& random, Format f) {
  const Type type = oracle::storable_types[random.below(oracle::storable_types.size() - 1)].type;
  std::uint64_t y = any_pattern(random, type.bits), x = any_pattern(random, f.bits);
  if (type.kind == oracle::Kind::integer && type.bits > 8 && random.coin()) y = random.below(100);
  if (random.coin()) x = near_one(random, f).x;
  return {x, type, y};
}

Case draw(Random& random, Format f) {
  const std::uint64_t few = ~std::uint64_t{0} << random.below(static_cast<std::uint64_t>(f.fraction));
  switch (random.below(6)) {
    case 0:
      return {any_pattern(random, f.bits), f, any_pattern(random, f.bits) & few};
    case 1:
      return exact_case(random, f);
    case 2:
      return near_one(random, f);
    case 3:
      return at_the_ends(random, f);
    case 4:
      return of_another_type(random, f);
    default:  // both of a size that gives plain powers
      return {rounded(f, std::exp2(random.between(-1000, 1000) * 0.01)) ^ random.below(1 << 6), f,
              rounded(f, random.between(-1000, 1000) * 0.01) ^ random.below(1 << 6)};
  }
}

void judge_drawn(Format f, std::uint64_t seed) {
  Random random(seed);
  for (int k = 0; k < 1000; ++k) {
    const Case one = draw(random, f);
    const bool quick = f.bits <= 32 && one.type == Type(f);
    const Answer right = quick ? oracle::quick_pow(f, one.x, f, one.y) : oracle::real_pow(f, one.x, one.type, one.y);
    judge(f, one.x, one.type, one.y, right);
    if ((right.events & oracle::inexact) != 0 && f.bits == 64) {
      std::uint64_t ignored;
      unsigned events = 0;
      const exact_value y = value_of(one.type, one.y);
      binary_exact power;
      ++inexact;
      if (one.x != 0 && y.exponent < 64 &&
          !pow_exact(binary_value(FORMAT_DOUBLE, one.x & ~(std::uint64_t{1} << 63)), y, &power))
        slow += !binary_pow_settled(FORMAT_DOUBLE, f64_abs(f64_of_bits(one.x)), y, 0, &ignored, &events);
    }
  }
  judged += 1000;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t cases = 100000, every = 1, part = 1, parts = 1;
  std::string only, shard = "1/1";
  if (!etalon::tests::read_options(
          argc, argv, {{"--type", &only}, {"--cases", &cases}, {"--every", &every}, {"--shard", &shard}}) ||
      std::sscanf(shard.c_str(), "%" SCNu64 "/%" SCNu64, &part, &parts) != 2 || part < 1 || part > parts)
    return fmt::print("usage: powers [--type T] [--cases N] [--every K] [--shard I/N]\n"), 2;
  const std::uint64_t turn = etalon::tests::turn();
  for (int i = 0; i < 4; ++i) {
    const auto& [name, number, type] = oracle::storable_types[static_cast<std::size_t>(i)];
    const Format f = type.format();
    if (!only.empty() && only != name) continue;
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t before = judged;
    if (f.bits == 16 && every != 0) {
      on_all_cores(etalon::tests::blocks_in_turn(65536, every), [&](std::uint64_t k) {
        if (k % parts != part - 1) return;
        const std::uint64_t x = etalon::tests::block_of_turn(k, 65536, every);
        for (std::uint64_t y = 0; y < 65536; ++y) judge(f, x, f, y, oracle::quick_pow(f, x, f, y));
        judged += 65536;
      });
    }
    on_all_cores((cases + 999) / 1000, [&](std::uint64_t k) {
      if (k % parts == part - 1) judge_drawn(f, (turn * 1000003 + k) * 4 + static_cast<std::uint64_t>(i));
    });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    fmt::print("{}: {} cases, {:.1f} s\n", name, judged - before, took.count());
  }
  if (inexact != 0)
    fmt::print("double: {} of {} inexact powers were left to the integers\n", slow.load(), inexact.load());
  fmt::print("{} cases, {} faults\n", judged.load(), faults.load());
  return faults == 0 && judged > 0 ? 0 : 1;
}
