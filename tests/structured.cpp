// SPDX-License-Identifier: Apache-2.0
// Structured cases (boundaries, subnormals, halfway and beside, overflow, hard quotients) of the operators on float and
// double through the shipped path, and of fused multiply-add on every format, against the oracle:
// structured [--cases N] [--quiet]. N cases for each operation and type; a million in CI, 10^8 by hand.
#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/small_float.hpp"
#include "oracle/cases/operations.hpp"
#include "run/execute.hpp"
#include "tensor/algebra.hpp"
#include "tests/evidence_file.hpp"

using namespace etalon::impl;

namespace {

constexpr std::uint64_t block = 1 << 14;  // cases per tensor

// Computes the results of drawn cases: operators as tensors through the shipped path, a fused step by its scalar.
using Compute = std::vector<std::uint64_t> (*)(const char* operation, const std::vector<oracle::Case>& cases);

struct Campaign {
  const char* operation;
  const char* type;
  oracle::Operation kind;
  oracle::Format format;
  Compute compute;
};

template <class A, DType type>
std::vector<std::uint64_t> as_tensors(const char* operation, const std::vector<oracle::Case>& cases) {
  const std::uint64_t dims[] = {cases.size()};
  Tensor a(type, *Shape::of(dims)), b = a, c = a;
  for (std::uint64_t i = 0; i < cases.size(); ++i) {
    A::store(a.data(), i, A::of(cases[i].a));
    A::store(b.data(), i, A::of(cases[i].b));
  }
  Node node;
  node.operation = operation;
  const Argument arguments[] = {{type, a.shape()}, {type, b.shape()}};
  const auto resolution = resolve(*find_profile("sonnx"), newest_opset, node, arguments);
  const TensorView inputs[] = {std::as_const(a).view(), std::as_const(b).view()};
  const MutableTensorView outputs[] = {c.view()};
  if (!resolution || !execute(resolution->call, inputs, outputs, {}, reference_kernel).ok()) std::abort();
  std::vector<std::uint64_t> results;
  for (std::uint64_t i = 0; i < cases.size(); ++i) results.push_back(A::pattern(A::load(c.data(), i)));
  return results;
}

template <class A> std::vector<std::uint64_t> fused(const char*, const std::vector<oracle::Case>& cases) {
  std::vector<std::uint64_t> results;
  for (const oracle::Case& c : cases)
    results.push_back(A::pattern(A::fma(A::of(c.a), A::of(c.b), A::of(c.c), nullptr)));
  return results;
}

constexpr Campaign campaigns[] = {
    {"Mul", "float", oracle::Operation::mul, oracle::float32, as_tensors<Float, DType::f32>},
    {"Mul", "double", oracle::Operation::mul, oracle::float64, as_tensors<Double, DType::f64>},
    {"Add", "float", oracle::Operation::add, oracle::float32, as_tensors<Float, DType::f32>},
    {"Add", "double", oracle::Operation::add, oracle::float64, as_tensors<Double, DType::f64>},
    {"Div", "float", oracle::Operation::div, oracle::float32, as_tensors<Float, DType::f32>},
    {"Div", "double", oracle::Operation::div, oracle::float64, as_tensors<Double, DType::f64>},
    {"fma", "float16", oracle::Operation::fma, oracle::float16, fused<Half>},
    {"fma", "bfloat16", oracle::Operation::fma, oracle::bfloat16, fused<BHalf>},
    {"fma", "float", oracle::Operation::fma, oracle::float32, fused<Float>},
    {"fma", "double", oracle::Operation::fma, oracle::float64, fused<Double>},
};

std::uint64_t judged(const Campaign& campaign, const oracle::Case& c) {
  const oracle::Format f = campaign.format;
  switch (campaign.kind) {
    case oracle::Operation::mul:
      return oracle::ieee_mul(f, c.a, c.b).bits;
    case oracle::Operation::add:
      return oracle::ieee_add(f, c.a, c.b).bits;
    case oracle::Operation::div:
      return oracle::ieee_div(f, c.a, c.b).bits;
    case oracle::Operation::fma:
      // The integer oracle, itself judged by MPFR, is ten times as fast.
      return f.bits == 16 ? oracle::small_fma(f, c.a, c.b, c.c).bits : oracle::ieee_fma(f, c.a, c.b, c.c).bits;
  }
  return 0;
}

struct Count {
  std::atomic<std::uint64_t> cases = 0, wrong = 0;
  std::array<std::atomic<std::uint64_t>, 16> of_stratum{};
};

void judge_block(const Campaign& campaign, std::uint64_t seed, Count& count) {
  oracle::Cases cases(campaign.format, seed);
  std::vector<oracle::Case> drawn;
  for (std::uint64_t i = 0; i < block; ++i) drawn.push_back(cases.next(campaign.kind));
  const std::vector<std::uint64_t> results = campaign.compute(campaign.operation, drawn);
  for (std::uint64_t i = 0; i < block; ++i) {
    const std::uint64_t wanted = judged(campaign, drawn[i]);
    if (results[i] != wanted && count.wrong++ < 5)
      fmt::print("{} {:x} {:x} {:x}: {:x}, the oracle says {:x}\n", campaign.operation, drawn[i].a, drawn[i].b,
                 drawn[i].c, results[i], wanted);
    ++count.cases;
    ++count.of_stratum[static_cast<std::size_t>(drawn[i].stratum)];
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t wanted = 1000000;
  bool quiet = false;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--quiet") == 0)
      quiet = true;
    else if (std::strcmp(argv[i], "--cases") == 0 && i + 1 < argc)
      wanted = std::strtoull(argv[++i], nullptr, 10);
    else
      return fmt::print("usage: structured [--cases N] [--quiet]\n"), 2;
  }
  const etalon::tests::ProgramEvidence evidence(
      "Structured.EveryCaseAgreesWithTheOracle",
      {"NUM-FLOAT-ROUNDING", "MUL-FLOAT-RESULT", "ADD-FLOAT-RESULT", "DIV-FLOAT-RESULT"});
  const std::uint64_t blocks = (wanted + block - 1) / block;
  std::uint64_t bad = 0, good = 0;
  for (const Campaign& campaign : campaigns) {
    Count count;
    std::atomic<std::uint64_t> next = 0;
    const auto work = [&](bool shows_progress) {
      for (std::uint64_t i = next++; i < blocks; i = next++) {
        judge_block(campaign, i, count);
        if (shows_progress && i % 64 == 0)
          fmt::print(stderr, "\r{} {} {:3} %", campaign.operation, campaign.type, 100 * i / blocks);
      }
    };
    {
      std::vector<std::jthread> workers;
      for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) workers.emplace_back(work, false);
      work(!quiet);
    }
    if (!quiet) fmt::print(stderr, "\r                    \r");
    fmt::print("{} {}: {} cases, {} wrong\n", campaign.operation, campaign.type, count.cases, count.wrong);
    for (std::size_t s = 0; s < count.of_stratum.size(); ++s)
      if (count.of_stratum[s] > 0)
        fmt::print("    {:<20}{}\n", oracle::name(static_cast<oracle::Stratum>(s)), count.of_stratum[s]);
    bad += count.wrong + (count.cases < wanted);
    good += count.cases - count.wrong;
  }
  fmt::print("{} passed, {} failed\n", good, bad);
  return evidence.verdict(bad == 0 && good > 0);
}
