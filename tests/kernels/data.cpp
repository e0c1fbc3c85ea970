// SPDX-License-Identifier: Apache-2.0
// What the operands hold. A kernel may take another way for blocks without NaNs, for sums that a certificate accepts,
// for divisors without zeros: so whole operands are made of one kind, or of one kind but for a single element.
#include <algorithm>

#include "oracle/cases/dots.hpp"
#include "oracle/cases/operations.hpp"
#include "oracle/pattern.hpp"
#include "tensor/pattern.hpp"
#include "tests/kernels/cases.hpp"

namespace etalon::tests {

using namespace impl;

namespace {

using Patterns = std::vector<std::uint64_t>;

struct Filling {
  const Combination& combination;
  const Call& call;
  oracle::Random& random;
  std::vector<Patterns> operands = all_filled();
  Patterns &a = operands[0], &b = operands[1];

  std::vector<Patterns> all_filled() const {
    std::vector<Patterns> all;
    for (std::size_t x = 0; x < call.inputs.size(); ++x) all.emplace_back(filled(x));
    return all;
  }

  // What is filled is repeated in the rest of an operand; only those of element-wise operators are so large.
  std::size_t filled(std::size_t x) const {
    const std::uint64_t count = call.inputs[x]->shape.count;
    return static_cast<std::size_t>(combination.is_sum() ? count : std::min<std::uint64_t>(count, 1048573));
  }

  oracle::Format format() const {
    return {static_cast<int>(info(combination.type).bits), static_cast<int>(info(combination.type).fraction)};
  }
  oracle::Integer integer() const {
    return {static_cast<int>(info(combination.type).bits), info(combination.type).kind == Kind::signed_};
  }
  oracle::DotCases dots() {
    return combination.is_float() ? oracle::DotCases(format(), random.bits())
                                  : oracle::DotCases(integer(), random.bits());
  }
  std::uint64_t pattern() { return random.bits() >> (64 - info(combination.type).bits); }

  // A number around one, of either sign.
  std::uint64_t ordinary() {
    const oracle::Format f = format();
    const auto exponent = static_cast<std::uint64_t>(oracle::bias(f) + random.between(-3, 3));
    return (pattern() & (oracle::sign_mask(f) | oracle::fraction_mask(f))) | exponent << f.fraction;
  }
  // One whose square is next to the smallest number: products underflow, or come near to it.
  std::uint64_t small() {
    const oracle::Format f = format();
    const int middle = (oracle::bias(f) - f.fraction) / 2;
    const auto exponent = static_cast<std::uint64_t>(std::max(middle + random.between(-3, 3), 0));
    return (pattern() & (oracle::sign_mask(f) | oracle::fraction_mask(f))) | exponent << f.fraction;
  }
  std::uint64_t special() {
    const Patterns known = oracle::boundary_values(format());
    return known[random.below(known.size())];
  }
  template <class Draw> void fill(Draw draw) {
    for (Patterns& operand : operands)
      for (std::uint64_t& x : operand) x = draw();
  }
  // Puts the pattern somewhere into one of the operands.
  void strew(std::uint64_t x) {
    Patterns& one = operands[random.below(operands.size())];
    if (!one.empty()) one[random.below(one.size())] = x;
  }

  // Pairs of vectors made for each other: row r of A, column r of B. Every `turns`-th kind only.
  void fill_dots(unsigned turns, unsigned skipped) {
    oracle::DotCases cases = dots();
    for (unsigned i = 0; i < skipped; ++i) cases.fill({}, {});
    const Shape &left = call.inputs[0]->shape, &right = call.inputs[1]->shape;
    const std::uint64_t inner = left[left.rank - 1], columns = right.rank == 1 ? 1 : right[right.rank - 1];
    Patterns row(inner), column(inner);
    for (std::uint64_t r = 0; inner > 0 && r < std::max(a.size(), b.size()) / inner; ++r) {
      cases.fill(row, column);
      for (unsigned i = 1; i < turns; ++i) cases.fill({}, {});
      const std::uint64_t matrix = columns == 0 ? 0 : r / columns * inner * columns;
      for (std::uint64_t k = 0; k < inner; ++k) {
        if (r < a.size() / inner) a[r * inner + k] = row[k];
        if (r < b.size() / inner) b[matrix + k * columns + r % columns] = column[k];
      }
    }
  }

  // Every product of the sum has an opposite somewhere else, but for the last one where their number is odd.
  void fill_cancelling() {
    fill([&] { return random.below(4) == 0 ? pattern() & ~oracle::power_of_two(format().bits - 2) : ordinary(); });
    const Shape &left = call.inputs[0]->shape, &right = call.inputs[1]->shape;
    const std::uint64_t inner = left[left.rank - 1], columns = right.rank == 1 ? 1 : right[right.rank - 1];
    if (inner < 2 || columns == 0) return;
    Patterns place(inner);
    for (std::uint64_t k = 0; k < inner; ++k) place[k] = k;
    for (std::uint64_t k = inner; k > 1; --k) std::swap(place[k - 1], place[random.below(k)]);
    for (std::uint64_t k = 0; k + 1 < inner; k += 2) {
      for (std::uint64_t r = 0; r < a.size() / inner; ++r) a[r * inner + place[k + 1]] = a[r * inner + place[k]];
      for (std::uint64_t m = 0; m < b.size(); m += inner * columns)
        for (std::uint64_t j = 0; j < columns; ++j)
          b[m + place[k + 1] * columns + j] = b[m + place[k] * columns + j] ^ oracle::sign_mask(format());
    }
  }

  // Pairs of numbers made for each other, repeated so that each falls on changing lanes of a vector.
  void fill_pairs() {
    const std::size_t period = std::min<std::size_t>(std::max(a.size(), b.size()), 4093);
    Patterns left(period), right(period);
    if (combination.is_float()) {
      oracle::Cases cases(format(), random.bits());
      using enum oracle::Operation;
      const auto kind = combination.is("Add") ? add : combination.is("Mul") ? mul : div;
      for (std::size_t i = 0; i < period; ++i) {
        const oracle::Case drawn = cases.next(kind);
        left[i] = drawn.a;
        right[i] = drawn.b;
      }
    } else {
      oracle::DotCases cases = dots();
      for (std::uint64_t skip = random.below(5); skip > 0; --skip) cases.fill({}, {});
      cases.fill(left, right);
    }
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = left[i % period];
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = right[i % period];
  }
};

const char* fill_floats(Filling& f) {
  const bool product = f.combination.is_product();
  if (f.combination.is_sum() && f.random.below(5) == 0) {
    f.fill([&] { return f.small(); });
    if (f.random.coin()) f.strew(f.special());
    return "small numbers";
  }
  switch (f.random.below(product ? 9 : f.combination.is_sum() ? 4 : 6)) {
    case 0:
      f.fill([&] { return f.ordinary(); });
      return "ordinary numbers";
    case 1:
      f.fill([&] { return f.ordinary(); });
      f.strew(f.special());
      return "ordinary numbers but for one";
    case 2:
      f.fill([&] { return f.pattern(); });
      return "any patterns";
    case 3:
      f.fill([&, values = oracle::boundary_values(f.format())] { return values[f.random.below(values.size())]; });
      return "boundary values";
    case 4:
    case 5:
      if (!product) return f.fill_pairs(), "hard pairs";
      f.fill_dots(1, static_cast<unsigned>(f.random.below(8)));
      return "hard vectors of all kinds";
    case 6:
      f.fill_dots(8, static_cast<unsigned>(f.random.below(8)));
      return "hard vectors of one kind";
    case 7:
      f.fill_cancelling();
      return "products that cancel";
    default: {
      const std::uint64_t one = static_cast<std::uint64_t>(oracle::bias(f.format())) << f.format().fraction;
      const std::uint64_t two = one + oracle::power_of_two(f.format().fraction);
      const std::uint64_t small[] = {0, one, two, two + oracle::power_of_two(f.format().fraction - 1)};
      f.fill([&] {
        const std::uint64_t magnitude = small[f.random.below(4)];
        return f.random.coin() ? magnitude : magnitude | oracle::sign_mask(f.format());
      });
      return "small integers";
    }
  }
}

const char* fill_integers(Filling& f) {
  if (f.combination.is_product()) {
    f.fill_dots(f.random.coin() ? 1 : f.integer().is_signed ? 5 : 4, static_cast<unsigned>(f.random.below(5)));
    return "hard integers";
  }
  if (f.combination.is_sum()) {
    f.fill([&] { return f.pattern(); });
    return "any patterns";
  }
  f.fill_pairs();
  if (!f.combination.is("Div")) return "hard integers";
  const std::uint64_t zeros = f.random.below(4);
  if (zeros == 0) return "hard integers, zeros as they come";
  for (std::uint64_t& x : f.b)
    while (x == 0) x = f.pattern();
  if (zeros > 1 || f.b.empty()) return "hard integers, no zero divisor";
  for (std::uint64_t left = 1 + f.random.below(3); left > 0; --left) f.b[f.random.below(f.b.size())] = 0;
  return "hard integers, few zero divisors";
}

}  // namespace

const char* draw_operands(const Combination& combination, const Call& call, oracle::Random& random,
                          std::span<const MutableTensorView> operands) {
  Filling filling{combination, call, random};
  const char* const words = combination.is_float() ? fill_floats(filling) : fill_integers(filling);
  for (std::size_t x = 0; x < operands.size(); ++x) {
    const Patterns& patterns = filling.operands[x];
    for (std::uint64_t i = 0, k = 0; i < operands[x].shape.count; ++i, k = k + 1 == patterns.size() ? 0 : k + 1)
      set_pattern(operands[x], i, patterns[k]);
  }
  return words;
}

}  // namespace etalon::tests
