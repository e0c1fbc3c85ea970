// SPDX-License-Identifier: Apache-2.0
// The fast kernels of pools, means, extremes, normalisations, Softmax, Resize, LSTM and GRU against the reference, bit
// by bit, on random shapes and attributes with values that are hard on them, on every instruction set of this build and
// processor, by 1, 2, 3 and 8 threads: folds [--cases N] [--seed N] [--select TEXT]. N cases of each operator, type and
// accumulation; --select takes the combinations with the text in their names. The program `kernels` has sums of
// products.
#include <cstdio>

#include "oracle/cases/operations.hpp"
#include "oracle/pattern.hpp"
#include "tensor/pattern.hpp"
#include "tests/kernels/comparisons.hpp"
#include "tests/kernels/draw_folds.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/options.hpp"

using namespace etalon::impl;
using namespace etalon::tests;
using oracle::Random;

namespace {

// ---- operands -------------------------------------------------------------------------------------------------------

// All of one kind, or of one kind but for a single element: any patterns; boundary values; numbers around one, or far
// below it; one boundary value everywhere.
void fill(const MutableTensorView& to, Random& random, std::uint64_t kind) {
  const DTypeInfo& type = info(to.type);
  const auto any = [&] { return random.bits() >> (64 - type.bits); };
  if (type.fraction == 0 || kind == 0) {
    for (std::uint64_t i = 0; i < to.shape.count; ++i) set_pattern(to, i, any());
    return;
  }
  const oracle::Format format{static_cast<int>(type.bits), static_cast<int>(type.fraction)};
  const std::vector<std::uint64_t> boundaries = oracle::boundary_values(format);
  const auto boundary = [&] { return boundaries[random.below(boundaries.size())]; };
  const std::uint64_t same = boundary();
  for (std::uint64_t i = 0; i < to.shape.count; ++i) {
    const auto exponent =
        static_cast<std::uint64_t>(oracle::bias(format) + random.between(-3, 3) - (kind == 4 ? 6 : 0));
    set_pattern(to, i,
                kind == 1   ? boundary()
                : kind == 5 ? same
                            : (any() & (oracle::sign_mask(format) | oracle::fraction_mask(format))) |
                                  exponent << format.fraction);
  }
  if (kind == 2 && to.shape.count > 0) set_pattern(to, random.below(to.shape.count), boundary());
}

FencedCall case_of(const Combination& of, Random& random) {
  const std::uint64_t large = random.below(20);
  const std::uint64_t room = large < 14 ? 1 << 9 : large < 19 ? 1 << 13 : 1 << 17;
  const Call call = draw_fold(of, random, room);
  const std::uint64_t kind = random.below(6);
  return FencedCall(call, random, [&](std::size_t, const MutableTensorView& view) { fill(view, random, kind); });
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t cases = 700, seed = 1;
  std::string select;
  if (!read_options(argc, argv, {{"--cases", &cases}, {"--seed", &seed}, {"--select", &select}}))
    return std::puts("usage: folds [--cases N] [--seed N] [--select TEXT]"), 2;
  Running::report_on_crash();
  const std::span combinations = fold_combinations();
  Comparisons comparisons;
  for (const std::string_view set : instruction_sets()) {
    if (!use_instruction_set(set)) return 1;
    on_all_cores(combinations.size(), [&](std::uint64_t c) {
      const std::string name = combinations[c].name();
      for (std::uint64_t i = 0; i < cases && name.find(select) != name.npos; ++i) {
        Random random(seed * 0x9E3779B97F4A7C15 + i * combinations.size() + c);
        const FencedCall one = case_of(combinations[c], random);
        comparisons.make(std::string(set) + ", " + name + ", case " + std::to_string(i) + ": ", one, random);
      }
    });
  }
  std::printf("%zu combinations, %zu instruction sets, %ju comparisons, %ju differences, %ju without a fast kernel\n",
              combinations.size(), instruction_sets().size(), std::uintmax_t{comparisons.count},
              std::uintmax_t{comparisons.differences}, std::uintmax_t{comparisons.slow});
  return finish("Folds.FastBitsAreThoseOfTheReference", select.empty(), comparisons.good());
}
