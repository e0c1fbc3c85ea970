// SPDX-License-Identifier: Apache-2.0
// The fast kernels against the reference, bit by bit: every operator, type and choice, on random shapes with values
// that are hard on them, on every instruction set of this build and processor, for every number of threads:
// kernels [--shapes N] [--large N] [--seed N] [--select TEXT] [--case N]. `shapes` random ones in all and `large` ones
// for each combination; --select takes the combinations with the text in their names; --case does one case again.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "ops/reference.hpp"
#include "simd/fast.hpp"
#include "tests/kernels/compare.hpp"
#include "tests/kernels/crash.hpp"
#include "tests/kernels/planted.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/options.hpp"

using namespace etalon::impl;
using namespace etalon::tests;

namespace {

constexpr unsigned thread_counts[] = {1, 2, 3, 5, 8, 64}, large_thread_counts[] = {1, 3, 64};
// 12 of Add, 14 of Mul, 24 of Div, 19 each of MatMul and Gemm, 15 of Conv, 12 each of Sub, Max and Min, 8 of PRelu, 4
// each of Sum and Mean.
constexpr std::size_t combinations_known = 155;

#if defined(__x86_64__) && !defined(ETALON_INSTRUMENTED)  // instrumented builds have one instruction set
constexpr bool has_sse4 = true;
#else
constexpr bool has_sse4 = false;
#endif

struct Options {
  std::uint64_t shapes = 10000, large = 1, seed = turn() + 1;
  std::string select;
  std::optional<std::uint64_t> only;
};

class Comparison {
 public:
  explicit Comparison(const Options& options) : options_(options) {
    std::erase_if(all_, [&](const Combination& c) { return c.name.find(options.select) == c.name.npos; });
  }

  // Cases are numbered: first the random ones, then the large ones, the combinations taking turns.
  std::uint64_t cases() const { return options_.shapes + options_.large * all_.size(); }
  bool is_large(std::uint64_t number) const { return number >= options_.shapes; }

  // The cases from `first` up to below `last`, on each instruction set.
  void compare(std::uint64_t first, std::uint64_t last) {
    std::vector<Subject> subjects(static_cast<std::size_t>(last - first));
    on_all_cores(subjects.size(), [&](std::uint64_t i) {
      const std::uint64_t number = first + i;
      const Combination& combination = all_[(is_large(number) ? number - options_.shapes : number) % all_.size()];
      Case drawn = make_case(combination, options_.seed, number, is_large(number) ? Size::large : Size::random);
      Expected wanted = expected(drawn);
      subjects[i].emplace(std::move(drawn), std::move(wanted));
    });
    for (const std::string_view set : instruction_sets()) {
      if (!use_instruction_set(set) || instruction_set_in_use() != set) std::abort();
      on_all_cores(subjects.size(), [&](std::uint64_t i) { compare(subjects[i]->first, subjects[i]->second, set); });
    }
  }

  std::uint64_t differences() const { return differences_; }

  // Prints what was done; returns whether everything was done and no difference was found.
  bool conclude() const {
    const std::size_t sets = instruction_sets().size();
    std::uint64_t comparisons = 0, untouched = 0, software = 0;
    for (const std::string_view set : instruction_sets()) {
      use_instruction_set(set);
      std::size_t own = 0;
      std::uint64_t of_set = 0, fused = 0;
      for (const Combination& c : all_) {
        const Call call = make_case(c, 0, 0, Size::random).call;
        own += fast_kernel(call, CountEvents::no).compute != reference_kernel(call, CountEvents::no).compute;
        for (const unsigned threads : thread_counts) {
          const auto found = done_.find({set, &c, threads});
          const std::uint64_t count = found == done_.end() ? 0 : found->second;
          of_set += count;
          untouched += count == 0;
          if (c.is_sum() && c.choices.accumulation == Accumulation::fused) fused += count;
        }
      }
      comparisons += of_set;
      if (set == "SSE4") software = fused;
      std::printf("%-12.*s %zu combinations, %zu of them with a fast kernel, %ju comparisons, %ju of fused products\n",
                  static_cast<int>(set.size()), set.data(), all_.size(), own, std::uintmax_t{of_set},
                  std::uintmax_t{fused});
    }
    std::printf("%ju shapes, %ju divisions by zero refused alike, %ju comparisons, %ju differences\n",
                std::uintmax_t{cases()}, std::uintmax_t{refused_}, std::uintmax_t{comparisons},
                std::uintmax_t{differences_});
    bool good = differences_ == 0;
    const auto want = [&](bool holds, const char* what) {
      if (!holds) std::printf("NOT DONE: %s\n", what);
      good = good && holds;
    };
    if (!options_.select.empty()) return good;  // a part is no evidence of the whole
    want(all_.size() == combinations_known, "the combinations are not those that were counted by hand");
    want(comparisons == sets * (options_.shapes * std::size(thread_counts) +
                                options_.large * all_.size() * std::size(large_thread_counts)),
         "comparisons are missing");
    want(untouched == 0, "some combination was not compared on some instruction set with some number of threads");
    want(refused_ > 0, "no division by zero was compared");
    want(software > 0 || !has_sse4, "fused products were not compared where there is no fused multiply-add: SSE4");
    return good;
  }

 private:
  using Subject = std::optional<std::pair<Case, Expected>>;

  void compare(const Case& drawn, const Expected& wanted, std::string_view set) {
    oracle::Random random(drawn.number);
    const std::span<const unsigned> counts =
        is_large(drawn.number) ? std::span<const unsigned>(large_thread_counts) : thread_counts;
    for (const unsigned threads : counts) {
      const Setting setting{threads, random.bits()};
      const std::string what = drawn.text() + "\n    " + std::string(set) + ", " + setting.text();
      const Running running(what);
      const auto problem = difference(drawn, wanted, fast_kernel, setting);
      const std::lock_guard lock(mutex_);
      ++done_[{set, drawn.combination, threads}];
      if (!wanted.status.ok()) ++refused_;
      if (!problem) continue;
      ++differences_;
      if (reported_.emplace(set, drawn.combination).second) std::printf("%s: %s\n", what.c_str(), problem->c_str());
    }
  }

  Options options_;
  std::vector<Combination> all_ = combinations();
  std::map<std::tuple<std::string_view, const Combination*, unsigned>, std::uint64_t> done_;
  std::set<std::pair<std::string_view, const Combination*>> reported_;  // only the first difference of each is printed
  std::uint64_t differences_ = 0, refused_ = 0;
  std::mutex mutex_;
};

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read_options(argc, argv,
                    {{"--shapes", &options.shapes},
                     {"--large", &options.large},
                     {"--seed", &options.seed},
                     {"--select", &options.select},
                     {"--case", &options.only}}))
    return std::puts("usage: kernels [--shapes N] [--large N] [--seed N] [--select TEXT] [--case N]"), 2;
  Running::report_on_crash();
  Comparison comparison(options);
  if (options.only) {
    comparison.compare(*options.only, *options.only + 1);
    return comparison.differences() == 0 ? 0 : 1;
  }
  std::printf("turn %ju: seed %ju\n", std::uintmax_t{turn()}, std::uintmax_t{options.seed});
  const Planted planted = find_planted_faults();
  std::printf("%u of %u planted faults found\n", planted.found, planted.faults);
  for (std::uint64_t i = 0, step = 0; i < comparison.cases(); i += step) {
    // operands of a whole round lie in memory at once
    step = comparison.is_large(i) ? 4 : std::min<std::uint64_t>(256, options.shapes - i);
    step = std::min(step, comparison.cases() - i);
    comparison.compare(i, i + step);
    if (isatty(STDERR_FILENO) != 0) std::fprintf(stderr, "\r%3ju %%", std::uintmax_t{100 * i / comparison.cases()});
  }
  if (isatty(STDERR_FILENO) != 0) std::fputs("\r     \r", stderr);
  const bool good = comparison.conclude() && planted.found == planted.faults;
  if (options.select.empty())
    write_evidence("Kernels.FastBitsAreTheReferenceBits", std::array{"NUM-ALL-KERNELS"}, good);
  std::printf("%s\n", good ? "passed" : "FAILED");
  return good ? 0 : 1;
}
