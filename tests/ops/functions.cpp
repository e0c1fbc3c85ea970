// SPDX-License-Identifier: Apache-2.0
// The scalar functions against the oracle, bits and events:
// functions [--only NAME] [--type T] [--every K] [--cases N] [--shard I/N]
// Of float16 and bfloat16 all patterns; of float all 2^32, or 1/K of the blocks of 2^16; of double N random ones (10^5
// if nothing is said), those that are known to be hard and both sides of every edge. --shard takes the I-th of N parts;
// what is few belongs to the first. Says how many results only integers settled, and how long the slowest of these
// took.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

#include "oracle/arithmetic/function_cases.hpp"
#include "oracle/oracle.hpp"
#include "scalar/functions/functions.h"
#include "tests/support/cores.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/options.hpp"

namespace {

using Clock = std::chrono::steady_clock;

double microseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

std::mutex mutex;  // of printing, and of what follows
std::uint64_t faults = 0;

// One function on one type.
class Judgement {
 public:
  Judgement(int function, const oracle::NamedType& type)
      : function_(function), type_(type), judged_(oracle::real_functions[static_cast<std::size_t>(function)]) {}

  void judge(std::uint64_t x, bool quickly = false) {
    const oracle::Format judged = type_.type.format();
    const binary_format f =
        binary_format_of(static_cast<unsigned>(judged.bits), static_cast<unsigned>(judged.fraction));
    const oracle::Answer right =
        quickly ? oracle::quick_float_answer(judged_, static_cast<std::uint32_t>(x)) : judged_.judge(judged, x);
    unsigned events = 0;
    const std::uint64_t got = binary_function(f, function_, x, &events);
    if (got != right.bits || events != right.events)
      fault(x, fmt::format("{:x} with events {:x}, not {:x} with {:x}", got, events, right.bits, right.events));
    if (judged.bits == 32) {
      const std::uint64_t native = f32_bits(f32_function(function_, f32_of_bits(static_cast<std::uint32_t>(x))));
      if (native != right.bits) fault(x, fmt::format("{:x} by floats, not {:x}", native, right.bits));
    } else if (judged.bits == 64) {
      const std::uint64_t native = f64_bits(f64_function(function_, f64_of_bits(x)));
      if (native != right.bits) fault(x, fmt::format("{:x} by doubles, not {:x}", native, right.bits));
    }
    ++inputs_;
    if (!is_settled_early(f, x)) time_integers(f, x);
  }

  void add(const Judgement& other) {
    const std::lock_guard lock(mutex);
    inputs_ += other.inputs_;
    by_integers_ += other.by_integers_;
    slowest_ = std::max(slowest_, other.slowest_);
  }

  void print(double seconds) const {
    fmt::print("{} {}: {} inputs, {} settled by integers, the slowest in {:.1f} us; {:.1f} s\n", judged_.name,
               type_.name, inputs_, by_integers_, slowest_, seconds);
    std::fflush(stdout);
  }

 private:
  void fault(std::uint64_t x, const std::string& what) {
    const std::lock_guard lock(mutex);
    if (faults++ < 20) fmt::print("{} {} of {:x}: {}\n", judged_.name, type_.name, x, what);
  }

  bool is_settled_early(binary_format f, std::uint64_t x) const {
    std::uint64_t result;
    unsigned events = 0;
    if (f.bits == 32) return !std::isnan(f32_function_settled(function_, f32_of_bits(static_cast<std::uint32_t>(x))));
    return binary_function_settled(f, function_, x, &result, &events) != 0;
  }

  // What remains if neither special values nor floating point nor simple results answer. A time counts if it is seen
  // three times: the first may be another program's.
  void time_integers(binary_format f, std::uint64_t x) {
    std::uint64_t result;
    unsigned events = 0;
    if (binary_function_special(f, function_, x, &result, &events)) return;
    const exact_value value = binary_value(f, x);
    if (binary_function_settled(f, function_, x, &result, &events)) return;
    if (!binary_is_zero(f, x) && binary_function_simple(f, function_, value, &result, &events)) return;
    ++by_integers_;
    double shortest = 1e9;
    for (int k = 0; k < 3 && shortest > slowest_; ++k) {
      const Clock::time_point start = Clock::now();
      binary_function_by_integers(f, function_, value, &events);
      shortest = std::min(shortest, microseconds_since(start));
    }
    slowest_ = std::max(slowest_, shortest);
  }

  int function_;
  oracle::NamedType type_;
  oracle::RealFunction judged_;
  std::uint64_t inputs_ = 0, by_integers_ = 0;
  double slowest_ = 0;
};

struct Part {
  std::uint64_t every, shard, shards, cases;
};

void judge_floats(Judgement& all, int function, const oracle::NamedType& type, const Part& part) {
  const std::uint64_t blocks = 65536, visited = etalon::tests::blocks_in_turn(blocks, part.every);
  on_all_cores(visited, [&](std::uint64_t i) {
    if (i % part.shards != part.shard) return;
    const std::uint64_t block = etalon::tests::block_of_turn(i, blocks, part.every);
    Judgement judgement(function, type);
    for (std::uint64_t k = 0; k < 65536; ++k) judgement.judge(block * 65536 + k, true);
    all.add(judgement);
  });
}

void judge_drawn(Judgement& all, int function, const oracle::NamedType& type, const Part& part) {
  const std::uint64_t block = 1000;
  on_all_cores((part.cases + block - 1) / block, [&](std::uint64_t i) {
    if (i % part.shards != part.shard) return;
    Judgement judgement(function, type);
    oracle::Random random((etalon::tests::turn() << 40) + (i << 4) + static_cast<std::uint64_t>(function));
    for (std::uint64_t k = 0; k < block; ++k) judgement.judge(oracle::draw_argument(type.type.format(), random));
    all.add(judgement);
  });
}

// What is few: the edges, all patterns of 16 bits, the doubles that are hard.
void judge_chosen(Judgement& all, const oracle::RealFunction& judged, const oracle::NamedType& type) {
  for (const std::uint64_t x : oracle::edges(judged, type.type.format())) all.judge(x);
  if (type.type.bits == 16)
    for (std::uint64_t x = 0; x < 65536; ++x) all.judge(x);
  if (type.type.bits == 64)
    for (const std::uint64_t x : oracle::hard_doubles(judged))
      for (const std::uint64_t sign : {std::uint64_t{0}, std::uint64_t{1} << 63}) all.judge(x ^ sign);
}

void judge_function(int function, const oracle::NamedType& type, const Part& part) {
  const oracle::RealFunction& judged = oracle::real_functions[static_cast<std::size_t>(function)];
  const Clock::time_point start = Clock::now();
  Judgement all(function, type);
  if (part.shard == 0) judge_chosen(all, judged, type);
  if (type.type.bits == 32) judge_floats(all, function, type, part);
  if (type.type.bits == 64) judge_drawn(all, function, type, part);
  all.print(microseconds_since(start) / 1e6);
}

}  // namespace

int main(int argc, char** argv) {
  std::string only, type, shard = "1/1";
  Part part{1, 1, 1, 100000};
  if (!etalon::tests::read_options(argc, argv,
                                   {{"--only", &only},
                                    {"--type", &type},
                                    {"--every", &part.every},
                                    {"--shard", &shard},
                                    {"--cases", &part.cases}}))
    return fmt::print("usage: functions [--only NAME] [--type T] [--every K] [--shard I/N] [--cases N]\n"), 2;
  if (std::sscanf(shard.c_str(), "%" SCNu64 "/%" SCNu64, &part.shard, &part.shards) != 2 || part.shard < 1 ||
      part.shard > part.shards || part.every == 0)
    return fmt::print("--shard: I/N with I from 1 to N; --every: 1 or more\n"), 2;
  --part.shard;
  if (part.every > 1) fmt::print("turn {}: 1/{} of the blocks of floats\n", etalon::tests::turn(), part.every);
  const bool whole = only.empty() && type.empty() && part.shards == 1;
  const etalon::tests::ProgramEvidence evidence(
      "Functions.EveryResultAgreesWithTheOracle",
      {"EXP-FLOAT-RESULT", "LOG-FLOAT-RESULT", "SIGMOID-FLOAT-RESULT", "TANH-FLOAT-RESULT", "ERF-FLOAT-RESULT",
       "SIN-FLOAT-RESULT", "COS-FLOAT-RESULT", "ACOS-FLOAT-RESULT"});
  int judged = 0;
  for (int function = 0; function < FUNCTION_KINDS; ++function)
    for (const oracle::NamedType& one : oracle::storable_types) {
      if (one.type.kind != oracle::Kind::floating || (!type.empty() && type != one.name)) continue;
      if (!only.empty() && only != oracle::real_functions[static_cast<std::size_t>(function)].name) continue;
      judge_function(function, one, part);
      ++judged;
    }
  fmt::print("{} faults\n", faults);
  if (!whole || judged == 0) return faults == 0 && judged > 0 ? 0 : 1;  // a part is no evidence of the whole
  return evidence.verdict(faults == 0);
}
