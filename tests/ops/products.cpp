// SPDX-License-Identifier: Apache-2.0
// MatMul on random shapes of every type and policy, bits and events, against MPFR and GMP:
// products [--shapes N] [--deep N]. Shapes have M*N*K <= 2^16 and hold zeros, ones and primes; deep ones have K = 4096.
#include <fmt/format.h>
#include <gmp.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include "accuracy/exact_kernels.hpp"
#include "accuracy/reals.hpp"
#include "check/resolve.hpp"
#include "exact/rational.hpp"
#include "ops/reference.hpp"
#include "oracle/arithmetic/dot.hpp"
#include "oracle/cases/dots.hpp"
#include "oracle/random.hpp"
#include "run/execute.hpp"
#include "tensor/algebra.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/options.hpp"

using namespace etalon::impl;

namespace {

struct Extent {
  std::uint64_t m, n, k;
};

struct Count {
  std::atomic<std::uint64_t> products = 0, steps = 0, wrong = 0;
} count;

void wrong(const char* type, const char* policy, const Extent& e, std::uint64_t index, const std::string& what) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (count.wrong++ < 10) fmt::print("{} {} {}x{}x{} output {}: {}\n", type, policy, e.m, e.n, e.k, index, what);
}

Call call_of(DType type, const Extent& e, Accumulation accumulation) {
  // bfloat16 is not in SONNX's MatMul, reals are not in ONNX's
  Profile profile = *find_profile(type == DType::real ? "sonnx" : "onnx");
  profile.choices.accumulation = accumulation;
  const std::uint64_t left[] = {e.m, e.k}, right[] = {e.k, e.n};
  const Argument arguments[] = {{type, *Shape::of(left)}, {type, *Shape::of(right)}};
  Node node;
  node.operation = "MatMul";
  auto resolution = resolve(profile, newest_opset, node, arguments);
  if (!resolution) std::abort();
  return std::move(resolution->call);
}

// The right results in order, with the events of each.
using Judge = oracle::Answer (*)(Accumulation, const std::vector<std::uint64_t>&, const std::vector<std::uint64_t>&);

template <oracle::Format F>
oracle::Answer judge_float(Accumulation how, const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  return oracle::dot(F, static_cast<oracle::Accumulation>(how), a, b);
}
template <int Bits, bool Signed>
oracle::Answer judge_integer(Accumulation, const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  return oracle::dot(oracle::Integer{Bits, Signed}, a, b);
}

template <DType type, unsigned Bits>
void judge_product(const Extent& e, std::uint64_t seed, oracle::DotCases cases, Judge judge,
                   std::initializer_list<Accumulation> policies) {
  const std::uint64_t left[] = {e.m, e.k}, right[] = {e.k, e.n}, result[] = {e.m, e.n};
  Tensor a(type, *Shape::of(left)), b(type, *Shape::of(right)), c(type, *Shape::of(result)), d = c;
  std::vector<std::uint64_t> row(e.k), column(e.k);
  for (std::uint64_t skip = 0; skip < seed % 8; ++skip) cases.fill(row, column);  // begin at another stratum each time
  for (std::uint64_t r = 0; r < std::max(e.m, e.n); ++r) {  // outputs on the diagonal have a pair made for each other
    cases.fill(row, column);
    for (std::uint64_t k = 0; k < e.k; ++k) {
      if (r < e.m) store_pattern<Bits>(a.data(), r * e.k + k, static_cast<Word<Bits>>(row[k]));
      if (r < e.n) store_pattern<Bits>(b.data(), k * e.n + r, static_cast<Word<Bits>>(column[k]));
    }
  }
  const TensorView inputs[] = {std::as_const(a).view(), std::as_const(b).view()};
  for (Accumulation policy : policies) {
    const char* name = accumulation_names[static_cast<unsigned>(policy)];
    const Call call = call_of(type, e, policy);
    const MutableTensorView plain[] = {c.view()}, counted[] = {d.view()};
    Events events;
    Events expected;
    if (!execute(call, inputs, plain, {}, reference_kernel).ok()) std::abort();
    if (!execute(call, inputs, counted, {.events = &events}, reference_kernel).ok()) std::abort();
    for (std::uint64_t i = 0; i < e.m; ++i)
      for (std::uint64_t j = 0; j < e.n; ++j) {
        for (std::uint64_t k = 0; k < e.k; ++k) {
          row[k] = load_pattern<Bits>(a.data(), i * e.k + k);
          column[k] = load_pattern<Bits>(b.data(), k * e.n + j);
        }
        const std::uint64_t index = i * e.n + j;
        const oracle::Answer right_one = judge(policy, row, column);
        const std::uint64_t got = load_pattern<Bits>(c.data(), index), too = load_pattern<Bits>(d.data(), index);
        if (got != right_one.bits)
          wrong(info(type).name, name, e, index, fmt::format("{:x}, not {:x}", got, right_one.bits));
        if (got != too) wrong(info(type).name, name, e, index, "counting events changes the result");
        expected.note(right_one.events, index);
        count.steps += e.k;
      }
    for (unsigned kind = 0; kind < EVENT_KINDS; ++kind)
      if (events.of[kind].count != expected.of[kind].count || events.of[kind].first != expected.of[kind].first)
        wrong(info(type).name, name, e, expected.of[kind].first,
              fmt::format("event {} counted {} times, not {}", event_names[kind], events.of[kind].count,
                          expected.of[kind].count));
    ++count.products;
  }
}

// Reals: rational operands, sums by GMP directly.
void judge_real(const Extent& e, std::uint64_t seed) {
  oracle::Random random(seed);
  const auto drawn = [&](std::uint64_t size) {
    Reals numbers(size);
    for (Enclosure& real : numbers) {
      Number n;
      mpq_set_si(n.get(), random.between(-1000, 1000), static_cast<unsigned long>(random.between(1, 99)));
      mpq_canonicalize(n.get());
      real = n;
    }
    return numbers;
  };
  const Reals a = drawn(e.m * e.k), b = drawn(e.k * e.n);
  Reals c(e.m * e.n);
  const auto number = [](const Enclosure& real) { return std::get<Number>(real).get(); };
  const Call call = call_of(DType::real, e, Accumulation::sequential);
  const TensorView inputs[] = {{DType::real, call.inputs[0]->shape, a.data(), 0},
                               {DType::real, call.inputs[1]->shape, b.data(), 0}};
  const MutableTensorView outputs[] = {{DType::real, call.outputs[0]->shape, c.data(), 0}};
  if (!execute(call, inputs, outputs, {}, exact_kernel).ok()) std::abort();
  mpq_t sum, product;
  mpq_init(sum);
  mpq_init(product);
  for (std::uint64_t i = 0; i < e.m; ++i)
    for (std::uint64_t j = 0; j < e.n; ++j) {
      mpq_set_ui(sum, 0, 1);
      for (std::uint64_t k = 0; k < e.k; ++k) {
        mpq_mul(product, number(a[i * e.k + k]), number(b[k * e.n + j]));
        mpq_add(sum, sum, product);
      }
      if (mpq_equal(sum, number(c[i * e.n + j])) == 0) wrong("real", "", e, i * e.n + j, "not the exact sum");
      count.steps += e.k;
    }
  mpq_clear(sum);
  mpq_clear(product);
  ++count.products;
}

void judge(std::uint64_t number, const Extent& e) {
  using enum Accumulation;
  const std::uint64_t seed = number;
  const auto all = {sequential, fused, wide, exact};
  const auto integer = {sequential};
  switch (number % 9) {
    case 0:
      return judge_product<DType::f16, 16>(e, seed, {oracle::float16, seed}, judge_float<oracle::float16>, all);
    case 1:
      return judge_product<DType::bf16, 16>(e, seed, {oracle::bfloat16, seed}, judge_float<oracle::bfloat16>, all);
    case 2:
      return judge_product<DType::f32, 32>(e, seed, {oracle::float32, seed}, judge_float<oracle::float32>, all);
    case 3:
      return judge_product<DType::f64, 64>(e, seed, {oracle::float64, seed}, judge_float<oracle::float64>,
                                           {sequential, fused, exact});
    case 4:
      return judge_product<DType::i32, 32>(e, seed, {oracle::Integer{32, true}, seed}, judge_integer<32, true>,
                                           integer);
    case 5:
      return judge_product<DType::u32, 32>(e, seed, {oracle::Integer{32, false}, seed}, judge_integer<32, false>,
                                           integer);
    case 6:
      return judge_product<DType::i64, 64>(e, seed, {oracle::Integer{64, true}, seed}, judge_integer<64, true>,
                                           integer);
    case 7:
      return judge_product<DType::u64, 64>(e, seed, {oracle::Integer{64, false}, seed}, judge_integer<64, false>,
                                           integer);
    default:
      // Sums of fractions grow without bound; short ones say as much as long ones.
      return judge_real({e.m % 8, e.n % 8, e.k % 32}, seed);
  }
}

// Sides are zero, one, prime or anything, none so large that the product would have more than 2^16 steps.
Extent extent_of(std::uint64_t number) {
  static constexpr std::uint64_t primes[] = {2, 3, 5, 7, 11, 13, 17, 31, 61, 127, 251, 509, 1021};
  oracle::Random random(number);
  std::uint64_t side[3] = {}, room = 1 << 16;
  for (std::uint64_t& s : side) {
    const std::uint64_t kind = random.below(12);
    s = kind == 0   ? 0
        : kind == 1 ? 1
        : kind < 7  ? primes[random.below(std::size(primes))]
                    : random.bits() >> (54 + random.below(10));
    s = std::min(s, room);
    room /= std::max<std::uint64_t>(s, 1);
  }
  const std::uint64_t turn = number / 9 % 3;  // which side may be the large one
  return {side[turn], side[(turn + 1) % 3], side[(turn + 2) % 3]};
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t shapes = 20000, deep = 200;
  if (!etalon::tests::read_options(argc, argv, {{"--shapes", &shapes}, {"--deep", &deep}}))
    return fmt::print("usage: products [--shapes N] [--deep N]\n"), 2;
  const etalon::tests::ProgramEvidence evidence(
      "Products.EveryPolicyAgreesWithTheOracle",
      {"MATMUL-FLOAT-SEQUENTIAL", "MATMUL-FLOAT-FUSED", "MATMUL-FLOAT-WIDE", "MATMUL-FLOAT-EXACT",
       "MATMUL-FLOAT-EVENTS", "MATMUL-INT-RESULT", "MATMUL-INT-OVERFLOW", "MATMUL-REAL-RESULT"});
  on_all_cores(shapes, [](std::uint64_t i) { judge(i, extent_of(i)); });
  on_all_cores(deep, [](std::uint64_t i) { judge(i, {1 + i % 4, 1 + i / 4 % 4, 4096}); });
  fmt::print("{} shapes and {} of depth 4096, {} products, {} steps\n", shapes, deep, count.products, count.steps);
  fmt::print("{} passed, {} failed\n", count.products - std::min(count.products.load(), count.wrong.load()),
             count.wrong);
  return evidence.verdict(count.wrong == 0 && count.products > 0);
}
