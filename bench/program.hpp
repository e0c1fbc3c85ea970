// SPDX-License-Identifier: Apache-2.0
// What the programs share. A program measures the cases that are named on its command line, so that the list of cases
// is in one place (rows.py) and any other shape can be tried by hand:
//
//   products --benchmark_repetitions=9 --benchmark_enable_random_interleaving=true matmul/float/fused/700x300x200
//
// Times are CPU time of the calling thread, which other processes disturb least; the best repetition counts. The
// counter `work` is what one call does, in units that ours and the peer share: multiply-adds, or elements.
#pragma once

#include <benchmark/benchmark.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "subject.hpp"

namespace etalon::bench {

using Parts = std::vector<std::string>;  // of a name, between the slashes

template <class Body> void measure(benchmark::State& state, std::uint64_t work, const Body& body) {
  for (auto _ : state) {
    body();
    benchmark::ClobberMemory();
  }
  state.counters["work"] = static_cast<double>(work);
}

// Registers a benchmark that is prepared when it is first run: prepare(state) gives what to measure, by pointer, or
// null after it has reported the reason to the state.
template <class Prepare, class Go> void add(const std::string& name, Prepare prepare, Go go) {
  using Prepared = decltype(prepare(std::declval<benchmark::State&>()));
  auto made = std::make_shared<Prepared>();
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    if (!*made) *made = prepare(state);
    if (*made) go(state, **made);
  });
}

// A subject, unless it has no fast kernel or would take longer than anyone waits for.
std::unique_ptr<Subject> prepare(benchmark::State& state, const Operation& operation);

Parts split(std::string_view text, char separator);
std::optional<DType> type_named(const std::string& name);
Shape shape_of(const std::string& text);  // 3x4

// The whole program: --instruction_set=NAME limits ours to that set, --accept_reference measures the reference where
// there is no fast kernel, other options are Google Benchmark's, the rest are names. `make` registers the benchmark of
// a name and says whether it knows it.
int run_program(int argc, char** argv, bool (*make)(const std::string& name, const Parts& parts));

}  // namespace etalon::bench
