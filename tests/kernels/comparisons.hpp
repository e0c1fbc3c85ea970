// SPDX-License-Identifier: Apache-2.0
// Comparisons of the fast kernels with the reference, counted while many threads make them. What differs is printed.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>

#include "tests/kernels/crash.hpp"
#include "tests/kernels/fenced_call.hpp"
#include "tests/support/evidence_file.hpp"

namespace etalon::tests {

class Comparisons {
 public:
  std::uint64_t count = 0, differences = 0, slow = 0;  // slow: without a fast kernel

  // `name` and the shapes are what a message calls the call.
  void make(const std::string& name, const FencedCall& one, unsigned threads, std::uint64_t seed,
            bool aligned = false) {
    const std::string what = name + one.text() + ", threads: " + std::to_string(threads);
    const Running running(what);
    const auto problem = one.difference(threads, seed, aligned);
    const std::lock_guard lock(mutex_);
    ++count;
    slow += !one.is_fast();
    if (problem && differences++ < 20) std::printf("%s: %s\n", what.c_str(), problem->c_str());
  }
  // By 1, 2, 3 and 8 threads.
  void make(const std::string& name, const FencedCall& one, oracle::Random& random) {
    for (const unsigned threads : {1u, 2u, 3u, 8u}) make(name, one, threads, random.bits());
  }

  // Where no instruction set has vectors, the reference is as good.
  bool good() const {
    const bool has_vectors = impl::instruction_sets()[0] != "scalar";
    return differences == 0 && count > 0 && (slow == 0 || !has_vectors);
  }

 private:
  std::mutex mutex_;
};

// The end of a program: its exit code. Evidence is of a run with all cases.
inline int finish(const char* test, bool is_whole, bool good) {
  if (is_whole) write_evidence(test, std::array{"NUM-ALL-KERNELS"}, good);
  std::printf("%s\n", good ? "passed" : "FAILED");
  return good ? 0 : 1;
}

}  // namespace etalon::tests
