// SPDX-License-Identifier: Apache-2.0
// Soundness of the introduced-error bounds: bounds [--percent N]. For each operator, floating-point type and policy, a
// million outputs with a finite bound: random, tiny, huge, cancelling, subnormal, mixed; sums of 1 to 100000 products,
// a hundred of the longest. The true error is computed by GMP from the bit patterns; no bound may be below it, neither
// the running one nor the one known beforehand. The share of N percent has all kinds.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#include "accuracy/bounds.hpp"
#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/dot.hpp"
#include "oracle/cases/dots.hpp"
#include "oracle/cases/operations.hpp"
#include "run/execute.hpp"
#include "tensor/pattern.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/one_output.hpp"
#include "tests/support/true_error.hpp"

using namespace etalon::impl;
using namespace etalon::tests;

namespace {

constexpr std::uint64_t outputs_wanted = 1'000'000, longest = 100'000, longest_wanted = 100;
constexpr std::uint64_t most_steps = 100'000'000;  // multiply-adds of a row

// One operator, type and policy.
struct Score {
  std::string name;
  std::atomic<std::uint64_t> outputs = 0, finite = 0, long_ones = 0, steps = 0, wrong = 0;
  std::vector<double> ratios;  // bound / error, where there is an error
};

std::mutex printing;
void report_wrong(Score& score, const std::string& what) {
  const std::lock_guard lock(printing);
  if (score.wrong++ < 5) fmt::print("{}: {}\n", score.name, what);
}

Call call_of(const char* operation, DType type, std::uint64_t inner, Accumulation policy) {
  Profile profile = *find_profile("onnx");
  profile.choices.accumulation = policy;
  const std::uint64_t left[] = {1, inner}, right[] = {inner, 1}, flat[] = {inner};
  const bool dot = std::strcmp(operation, "MatMul") == 0;
  const Argument arguments[] = {{type, dot ? *Shape::of(left) : *Shape::of(flat)},
                                {type, dot ? *Shape::of(right) : *Shape::of(flat)}};
  Node node;
  node.operation = operation;
  auto resolution = resolve(profile, newest_opset, node, arguments);
  if (!resolution) std::abort();
  return std::move(resolution->call);
}

// Computes with bounds; the bits must be those of the reference.
void compute(Score& score, const Call& call, const Tensor& a, const Tensor& b, Tensor& c, std::vector<double>& bounds) {
  const TensorView inputs[] = {a.view(), b.view()};
  bounds.assign(c.shape().count, -1);
  if (!introduced_one(call, inputs, c.view(), bounds).ok()) std::abort();
  Tensor plain(c.type(), c.shape());
  const MutableTensorView outputs[] = {plain.view()};
  if (!execute(call, inputs, outputs, {}, reference_kernel).ok()) std::abort();
  if (std::memcmp(plain.data(), c.data(), c.bytes()) != 0) report_wrong(score, "other bits than the reference");
}

// Whether a finite bound is not below the error; one that is not finite says nothing.
void judge_bound(Score& score, mpq_ptr error, double bound, const char* kind, std::uint64_t k) {
  if (!(bound < infinite_bound)) return;
  Fraction limit;
  mpq_set_d(limit, bound);
  if (mpq_cmp(error, limit) > 0)
    report_wrong(score,
                 fmt::format("K = {}: the {} bound {:g} is below the error {:g}", k, kind, bound, mpq_get_d(error)));
}

// bound / error, where there is an error.
void note_ratio(std::vector<double>& ratios, double bound, mpq_ptr error) {
  if (mpq_sgn(error) == 0) return;
  Fraction ratio;
  mpq_set_d(ratio, bound);
  mpq_div(ratio, ratio, error);
  ratios.push_back(mpq_get_d(ratio));
}

// ---- sums of products
// ------------------------------------------------------------------------------------------------

struct Type {
  DType type;
  oracle::Format format;
  std::vector<Accumulation> policies;
};

void judge_dot(const Type& type, std::vector<Score*>& rows, oracle::FloatDots& dots, std::uint64_t k) {
  const std::uint64_t left[] = {1, k}, right[] = {k, 1}, one[] = {1, 1};
  Tensor a(type.type, *Shape::of(left)), b(type.type, *Shape::of(right)), c(type.type, *Shape::of(one));
  std::vector<std::uint64_t> x(k), y(k);
  dots.fill(x, y);
  bool finite = true;
  for (std::uint64_t i = 0; i < k; ++i) {
    set_pattern(a.view(), i, x[i]);
    set_pattern(b.view(), i, y[i]);
    finite = finite && oracle::is_finite(type.format, x[i]) && oracle::is_finite(type.format, y[i]);
  }
  Fraction sum, sizes, size, error;
  if (finite) dot(type.format, x, y, sum, sizes);
  mpq_abs(size, sum);
  std::vector<double> bounds;
  for (std::size_t p = 0; p < rows.size(); ++p) {
    Score& score = *rows[p];
    const Call call = call_of("MatMul", type.type, k, type.policies[p]);
    compute(score, call, a, b, c, bounds);
    const std::uint64_t result = pattern_at(std::as_const(c).view(), 0);
    ++score.outputs;
    score.steps += k;
    const bool has_error = finite && oracle::is_finite(type.format, result);
    if (!has_error && bounds[0] < infinite_bound) report_wrong(score, "a finite bound where there is no number");
    if (!has_error) continue;
    if (!(bounds[0] < infinite_bound)) {
      if (type.type != DType::f64) report_wrong(score, "no bound where the sum is a number");
      continue;  // of double the bound itself can overflow
    }
    ++score.finite;
    if (k == longest) ++score.long_ones;
    set(error, type.format, result);
    mpq_sub(error, error, sum);
    mpq_abs(error, error);
    judge_bound(score, error, bounds[0], "running", k);
    judge_bound(score, error, a_priori_dot(type.type, type.policies[p], k, above(sizes), above(size)), "a-priori", k);
    if (type.policies[p] == Accumulation::exact) {
      if (oracle::dot(type.format, oracle::Accumulation::exact, x, y).bits != result)
        report_wrong(score, "not MPFR's bits");
      if (!within_half_ulp(type.format, error, sum)) report_wrong(score, "more than half an ulp");
    }
    const std::lock_guard lock(printing);
    note_ratio(score.ratios, bounds[0], error);
  }
}

// ---- element by element
// ----------------------------------------------------------------------------------------------

constexpr struct Elementwise {
  const char* name;
  oracle::Operation operation;
  void (*exact)(mpq_ptr, mpq_srcptr, mpq_srcptr);
} elementwise_operators[] = {{"Add", oracle::Operation::add, mpq_add},
                             {"Mul", oracle::Operation::mul, mpq_mul},
                             {"Div", oracle::Operation::div, mpq_div}};

void judge_elements(const Elementwise& op, const Type& type, Score& score, std::uint64_t seed, std::uint64_t count) {
  const std::uint64_t flat[] = {count};
  Tensor a(type.type, *Shape::of(flat)), b = a, c = a;
  oracle::Cases cases(type.format, seed);
  std::vector<oracle::Case> drawn;
  for (std::uint64_t i = 0; i < count; ++i) {
    drawn.push_back(cases.next(op.operation));
    set_pattern(a.view(), i, drawn.back().a);
    set_pattern(b.view(), i, drawn.back().b);
  }
  std::vector<double> bounds, ratios;
  const Call call = call_of(op.name, type.type, count, Accumulation::sequential);
  compute(score, call, a, b, c, bounds);
  Fraction x, y, size, error;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t result = pattern_at(std::as_const(c).view(), i);
    ++score.outputs;
    bool finite = true;
    for (const std::uint64_t pattern : {drawn[i].a, drawn[i].b, result})
      finite = finite && oracle::is_finite(type.format, pattern);
    if (finite != (bounds[i] < infinite_bound))
      report_wrong(score, "a bound is finite where all numbers are, and only there");
    if (!finite) continue;
    ++score.finite;
    set(x, type.format, drawn[i].a);
    set(y, type.format, drawn[i].b);
    op.exact(x, x, y);
    mpq_abs(size, x);
    set(error, type.format, result);
    mpq_sub(error, error, x);
    mpq_abs(error, error);
    judge_bound(score, error, bounds[i], "running", 1);
    judge_bound(score, error, bound_of(*call.op).a_priori(call, infinite_bound, above(size)), "a-priori", 1);
    if (!within_half_ulp(type.format, error, x)) report_wrong(score, "more than half an ulp");
    note_ratio(ratios, bounds[i], error);
  }
  const std::lock_guard lock(printing);
  score.ratios.insert(score.ratios.end(), ratios.begin(), ratios.end());
}

// ---- the campaign
// ----------------------------------------------------------------------------------------------------

double quantile(std::vector<double>& values, double share) {
  if (values.empty()) return 0;
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

// What the running bound gains over n*u*S, the bound that is known beforehand, when signs are random: 4096 sums of 1024
// products of numbers that are uniform in (-1, 1).
bool report_gain(const Type& type) {
  constexpr std::uint64_t side = 64, inner = 1024;
  Profile profile = *find_profile("onnx");
  const std::uint64_t left[] = {side, inner}, right[] = {inner, side}, square[] = {side, side};
  Tensor a(type.type, *Shape::of(left)), b(type.type, *Shape::of(right)), c(type.type, *Shape::of(square));
  oracle::Random random(1);
  for (Tensor* tensor : {&a, &b})
    for (std::uint64_t i = 0; i < side * inner; ++i) {
      const double x = std::ldexp(static_cast<double>(random.bits() >> 11), -52) - 1;
      std::uint64_t pattern = 0;
      std::memcpy(&pattern, &x, sizeof x);
      set_pattern(tensor->view(), i, oracle::convert(oracle::float64, type.format, pattern).bits);
    }
  Node node;
  node.operation = "MatMul";
  const Argument arguments[] = {{type.type, a.shape()}, {type.type, b.shape()}};
  const auto resolution = resolve(profile, newest_opset, node, arguments);
  const TensorView inputs[] = {std::as_const(a).view(), std::as_const(b).view()};
  std::vector<double> bounds(side * side), gains;
  if (!resolution || !introduced_one(resolution->call, inputs, c.view(), bounds).ok()) std::abort();
  for (std::uint64_t i = 0; i < side; ++i)
    for (std::uint64_t j = 0; j < side; ++j) {
      double sizes = 0;
      for (std::uint64_t k = 0; k < inner; ++k)
        sizes += std::abs(ends_of(inputs[0], i * inner + k).low * ends_of(inputs[1], k * side + j).low);
      gains.push_back(inner * facts_of(type.type).u * sizes / bounds[i * side + j]);
    }
  const double median = quantile(gains, 0.5), least = quantile(gains, 0);
  fmt::print(
      "MatMul {} sequential, K = 1024, random signs: n*u*S is {:.1f} times the running bound (median; least {:.1f})\n",
      info(type.type).name, median, least);
  return median >= 30 && least >= 8;
}

bool report(Score& score, std::uint64_t wanted, std::uint64_t long_wanted) {
  const double least = quantile(score.ratios, 0), median = quantile(score.ratios, 0.5),
               most = quantile(score.ratios, 0.99);
  fmt::print(
      "{:<28} {:>8} outputs {:>8} finite {:>9} steps {:>4} of K=100000  bound/error: least {:.3f} median {:.3g} 99% "
      "{:.3g}\n",
      score.name, score.outputs, score.finite, score.steps, score.long_ones, least, median, most);
  bool good = score.wrong == 0;
  if (score.finite < wanted || score.long_ones < long_wanted || score.steps > most_steps) {
    fmt::print("{}: not the counts that were promised\n", score.name);
    good = false;
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t percent = 100;
  if (argc == 3 && std::strcmp(argv[1], "--percent") == 0)
    percent = std::strtoull(argv[2], nullptr, 10);
  else if (argc != 1)
    return fmt::print("usage: bounds [--percent N]\n"), 2;
  const ProgramEvidence evidence("Bounds.NoErrorIsBeyondItsBound",
                                 {"ACC-FLOAT-ROUNDING", "ACC-FLOAT-RUNNING", "ACC-FLOAT-DOT"});
  const std::uint64_t wanted = outputs_wanted * percent / 100;
  const std::uint64_t long_wanted = std::max<std::uint64_t>(longest_wanted * percent / 100, 1);
  using enum Accumulation;
  const Type types[] = {{DType::f16, oracle::float16, {sequential, fused, wide, exact}},
                        {DType::bf16, oracle::bfloat16, {sequential, fused, wide, exact}},
                        {DType::f32, oracle::float32, {sequential, fused, wide, exact}},
                        {DType::f64, oracle::float64, {sequential, fused, exact}}};
  std::uint64_t rows_done = 0, failed = 0;
  for (const Type& type : types) {
    for (const Elementwise& op : elementwise_operators) {
      Score score;
      score.name = fmt::format("{} {}", op.name, info(type.type).name);
      constexpr std::uint64_t piece = 2000;
      // a share of the cases has no finite result; half as many again are enough
      const std::uint64_t pieces = wanted * 3 / 2 / piece + 1;
      on_all_cores(pieces, [&](std::uint64_t i) { judge_elements(op, type, score, i, piece); });
      failed += !report(score, wanted, 0);
      ++rows_done;
    }
    std::vector<Score> rows(type.policies.size());
    std::vector<Score*> pointers;
    for (std::size_t p = 0; p < rows.size(); ++p) {
      rows[p].name = fmt::format("MatMul {} {}", info(type.type).name,
                                 accumulation_names[static_cast<unsigned>(type.policies[p])]);
      pointers.push_back(&rows[p]);
    }
    const auto all_have = [&](auto member, std::uint64_t count) {
      return std::ranges::all_of(rows, [&](const Score& score) { return (score.*member) >= count; });
    };
    // Lengths by powers of two, each 0.58 times as often as the one before: K is spread over its logarithm as far as
    // the steps allow; then the longest ones.
    on_all_cores(64, [&](std::uint64_t i) {
      oracle::FloatDots dots(type.format, i);
      oracle::Random random(i * 7919 + 1);
      const std::uint64_t share = wanted * 13 / 10 / 64 + 1;
      for (std::uint64_t n = 0; n < share; ++n) {
        int level = 0;
        while (level < 16 && random.below(100) < 58) ++level;
        const std::uint64_t from = std::uint64_t{1} << level;
        judge_dot(type, pointers, dots, std::min(from + random.below(from), longest));
      }
    });
    std::atomic<std::uint64_t> seed = 5000;
    while (!all_have(&Score::long_ones, long_wanted))
      on_all_cores(2, [&](std::uint64_t) {
        oracle::FloatDots dots(type.format, seed++);
        for (int n = 0; n < 8; ++n) judge_dot(type, pointers, dots, longest);
      });
    for (std::uint64_t extra = 0; !all_have(&Score::finite, wanted) && extra < 100; ++extra) {
      oracle::FloatDots dots(type.format, 9000 + extra);
      for (std::uint64_t n = 0; n < wanted / 100; ++n) judge_dot(type, pointers, dots, 1 + n % 16);
    }
    for (Score& score : rows) failed += !report(score, wanted, long_wanted);
    rows_done += rows.size() + 1;
    failed += !report_gain(type);
  }
  fmt::print("{} passed, {} failed\n", rows_done - failed, failed);
  return evidence.verdict(failed == 0 && rows_done == 4 * 3 + 15 + 4);
}
