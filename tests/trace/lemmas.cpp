// SPDX-License-Identifier: Apache-2.0
// The lemmas of trace/lemmas.hpp, judged by the oracle on float16 and bfloat16: lemmas [--rows N]. Those on one operand
// on all patterns; those on two on N of the 65,536 rows of all pairs. A statement that is wrong must be found: x + 0 is
// x.
#include "trace/lemmas.hpp"

#include <fmt/format.h>

#include <atomic>
#include <set>
#include <string>

#include "oracle/arithmetic/small_float.hpp"
#include "tensor/conversion.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/options.hpp"

using namespace etalon::impl;

namespace {

constexpr std::uint64_t patterns = 65536;
std::atomic<std::uint64_t> cases[lemmas.size()], wrong[lemmas.size()];

void judge(Lemma lemma, std::uint64_t one, std::uint64_t other) {
  const auto k = static_cast<std::size_t>(lemma);
  cases[k].fetch_add(1, std::memory_order_relaxed);
  if (one != other) wrong[k].fetch_add(1, std::memory_order_relaxed);
}

struct Type {
  DType type;
  oracle::Format format;
  std::uint64_t one, zero, minus_zero;

  std::uint64_t quiet(std::uint64_t x) const { return oracle::is_nan(format, x) ? oracle::canonical_nan(format) : x; }
  std::uint64_t add(std::uint64_t a, std::uint64_t b) const { return oracle::small_add(format, a, b).bits; }
  std::uint64_t sub(std::uint64_t a, std::uint64_t b) const { return oracle::small_sub(format, a, b).bits; }
  std::uint64_t mul(std::uint64_t a, std::uint64_t b) const { return oracle::small_mul(format, a, b).bits; }
  std::uint64_t div(std::uint64_t a, std::uint64_t b) const { return oracle::small_div(format, a, b).bits; }
  std::uint64_t fma(std::uint64_t a, std::uint64_t b, std::uint64_t c) const {
    return oracle::small_fma(format, a, b, c).bits;
  }
};

// Whether a is less than b, by their signs and magnitudes; a NaN is less than nothing.
bool is_less(oracle::Format f, std::uint64_t a, std::uint64_t b) {
  if (oracle::is_nan(f, a) || oracle::is_nan(f, b)) return false;
  const auto number = [&](std::uint64_t x) {
    const auto size = static_cast<std::int64_t>(oracle::magnitude(f, x));
    return x < patterns / 2 ? size : -size;
  };
  return number(a) < number(b);
}

template <class A> void judge_counts(const Type& t, std::uint64_t x) {
  for (std::uint64_t n = 1; n >> t.format.fraction <= 1; n += n < 16 ? 1 : 97)
    judge(Lemma::count, A::pattern(A::div_count(A::of(x), n, nullptr)),
          t.div(x, A::pattern(A::number(static_cast<double>(n)))));
}

// What is computed is what the oracle has.
template <class A> void judge_known(const Type& t, std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  const auto a = A::of(x), b = A::of(y), c = A::of(z);
  judge(Lemma::known, A::pattern(A::add(a, b, nullptr)), t.add(x, y));
  judge(Lemma::known, A::pattern(A::sub(a, b, nullptr)), t.sub(x, y));
  judge(Lemma::known, A::pattern(A::mul(a, b, nullptr)), t.mul(x, y));
  judge(Lemma::known, A::pattern(A::div(a, b, nullptr)), t.div(x, y));
  judge(Lemma::known, A::pattern(A::fma(a, b, c, nullptr)), t.fma(x, y, z));
}

template <class A> void judge_limit(const Type& t, std::uint64_t x, std::uint64_t limit) {
  const auto a = A::of(x), b = A::of(limit);
  const std::uint64_t least = is_less(t.format, limit, x) ? limit : t.quiet(x);
  const std::uint64_t most = is_less(t.format, x, limit) ? limit : t.quiet(x);
  judge(Lemma::limit, A::pattern(A::min(a, b, nullptr)), least);
  judge(Lemma::limit, A::pattern(A::min(b, a, nullptr)), least);
  judge(Lemma::limit, A::pattern(A::max(a, b, nullptr)), most);
  judge(Lemma::limit, A::pattern(A::max(b, a, nullptr)), most);
}

// Steps that compare do not tell one NaN from another.
template <class A> void judge_quiet(const Type& t, std::uint64_t a, std::uint64_t b) {
  const auto x = A::of(a), y = A::of(b), u = A::of(t.quiet(a)), v = A::of(t.quiet(b));
  judge(Lemma::quiet, A::pattern(A::max(u, v, nullptr)), A::pattern(A::max(x, y, nullptr)));
  judge(Lemma::quiet, A::pattern(A::min(u, v, nullptr)), A::pattern(A::min(x, y, nullptr)));
  judge(Lemma::quiet, A::pattern(A::larger(u, v, nullptr)), A::pattern(A::larger(x, y, nullptr)));
  judge(Lemma::quiet, A::pattern(A::smaller(u, v, nullptr)), A::pattern(A::smaller(x, y, nullptr)));
  judge(Lemma::quiet, A::less(u, v) ? 1 : 0, A::less(x, y) ? 1 : 0);
}

template <class A> void judge_on_numbers(const Type& t, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  judge_known<A>(t, a, b, c);
  judge_quiet<A>(t, a, b);
  if (!oracle::is_nan(t.format, b) && oracle::magnitude(t.format, b) != 0) judge_limit<A>(t, a, b);
}

void judge_one(const Type& t, std::uint64_t x) {
  judge(Lemma::one, t.mul(t.one, x), t.quiet(x));
  judge(Lemma::one, t.div(x, t.one), t.quiet(x));
  judge(Lemma::zero, t.add(x, t.minus_zero), t.quiet(x));
  judge(Lemma::zero, t.sub(x, t.zero), t.quiet(x));
  std::uint64_t converted = 0;
  const Conversion conversion(t.type, t.type);
  conversion.store(&converted, 0, conversion.load(&x, 0), nullptr);
  judge(Lemma::cast, converted, t.quiet(x));
  const Conversion of_truth(DType::boolean, t.type);
  const std::uint8_t truth = x & 1;
  converted = 0;
  of_truth.store(&converted, 0, of_truth.load(&truth, 0), nullptr);
  judge(Lemma::cast, converted, truth != 0 ? t.one : t.zero);
  // As the smaller of two is defined: the second where it is less, else the first.
  judge(Lemma::bound, is_less(t.format, oracle::infinity(t.format), x) ? oracle::infinity(t.format) : t.quiet(x),
        t.quiet(x));
  judge(Lemma::bound,
        is_less(t.format, x, t.minus_zero | oracle::infinity(t.format)) ? t.minus_zero | oracle::infinity(t.format)
                                                                        : t.quiet(x),
        t.quiet(x));
  if (t.type == DType::f16)
    judge_counts<Half>(t, x);
  else
    judge_counts<BHalf>(t, x);
}

void judge_two(const Type& t, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = t.add(a, b), product = t.mul(a, b), c = (a * 40503 + b * 9973) % patterns;
  judge(Lemma::commute, sum, t.add(b, a));
  judge(Lemma::commute, product, t.mul(b, a));
  judge(Lemma::commute, t.fma(a, b, c), t.fma(b, a, c));
  judge(Lemma::fused_one, t.fma(t.one, a, b), t.add(b, a));
  for (const std::uint64_t result : {sum, product, t.sub(a, b), t.div(a, b), t.fma(a, b, c)})
    judge(Lemma::quiet, result, t.quiet(result));
  const auto is_number = [&](std::uint64_t x) {
    const std::uint64_t infinity = oracle::infinity(t.format);
    return is_less(t.format, x, infinity) || is_less(t.format, t.minus_zero | infinity, x);
  };
  const bool both_zero = oracle::magnitude(t.format, a) == 0 && oracle::magnitude(t.format, b) == 0;
  judge(Lemma::equal, !is_less(t.format, a, b) && !is_less(t.format, b, a) && is_number(a) && is_number(b) ? 1 : 0,
        !oracle::is_nan(t.format, a) && (a == b || both_zero) ? 1 : 0);
  const std::uint64_t x = t.quiet(a), y = t.quiet(b), z = t.quiet(c);
  judge(Lemma::quiet, t.add(x, y), sum);
  judge(Lemma::quiet, t.mul(x, y), product);
  judge(Lemma::quiet, t.sub(x, y), t.sub(a, b));
  judge(Lemma::quiet, t.div(x, y), t.div(a, b));
  judge(Lemma::quiet, t.fma(x, y, z), t.fma(a, b, c));
  if (t.type == DType::f16)
    judge_on_numbers<Half>(t, a, b, c);
  else
    judge_on_numbers<BHalf>(t, a, b, c);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t rows = patterns;
  if (!etalon::tests::read_options(argc, argv, {{"--rows", &rows}})) return fmt::print("usage: lemmas [--rows N]\n"), 2;
  const std::uint64_t every = (patterns + rows - 1) / rows;
  const Type types[] = {{DType::f16, oracle::float16, 0x3C00, 0, 0x8000},
                        {DType::bf16, oracle::bfloat16, 0x3F80, 0, 0x8000}};
  std::uint64_t found = 0;
  for (const Type& t : types) {
    for (std::uint64_t x = 0; x < patterns; ++x) {
      judge_one(t, x);
      found += t.add(x, t.zero) != t.quiet(x) ? 1u : 0u;
    }
    on_all_cores(rows, [&](std::uint64_t i) {
      const std::uint64_t a = etalon::tests::block_of_turn(i, patterns, every);
      for (std::uint64_t b = 0; b < patterns; ++b) judge_two(t, a, b);
    });
  }
  std::uint64_t faults = found == 2 ? 0u : 1u;  // -0 + 0 is 0, in each of the two types
  fmt::print("turn {}: {} rows of {}\n", etalon::tests::turn(), rows, patterns);
  for (std::size_t k = 0; k < lemmas.size(); ++k) {
    fmt::print("{:10} {:12} cases, {} wrong\n", lemmas[k].id, cases[k].load(), wrong[k].load());
    faults += wrong[k].load() + (cases[k].load() == 0 && !lemmas[k].is_condition ? 1u : 0u);
  }
  fmt::print("a statement that is wrong for one operand: {} cases found in two types\n{} faults\n", found, faults);
  etalon::tests::write_evidence("Trace.LemmasHold", std::set<std::string>{"EQUIV-ALL-LEMMAS"}, faults == 0);
  return faults == 0 ? 0 : 1;
}
