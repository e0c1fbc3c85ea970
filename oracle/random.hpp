// SPDX-License-Identifier: Apache-2.0
//
// A small deterministic random source (splitmix64), so that a failing case is found again on every host and compiler;
// the distributions of <random> do not promise that.
#pragma once

#include <cstdint>

namespace oracle {

struct Wish;

class Random {
 public:
  explicit Random(std::uint64_t seed, const Wish* wished = nullptr) : wish(wished), state_(seed) {}

  const Wish* wish;  // what a drawing should prefer (wish.hpp); null: nothing

  std::uint64_t bits() {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  bool coin() { return bits() % 2 == 1; }

  std::uint64_t below(std::uint64_t limit) { return bits() % limit; }

  // An integer from lowest to highest, both included.
  int between(int lowest, int highest) {
    return lowest + static_cast<int>(below(static_cast<std::uint64_t>(highest - lowest + 1)));
  }

  // A natural number of exactly this many binary digits, 1 to 63.
  std::uint64_t of_width(int width) {
    const std::uint64_t leading = std::uint64_t{1} << (width - 1);
    return leading + below(leading);
  }

  std::uint64_t odd_of_width(int width) { return of_width(width) | 1; }

 private:
  std::uint64_t state_;
};

}  // namespace oracle
