// SPDX-License-Identifier: Apache-2.0
// Structured cases (boundaries, subnormals, halfway and beside, overflow, hard quotients) of the operators on float and
// double through the shipped path, and of fused multiply-add on every format, against the oracle:
// structured [--cases N] [--quiet]. N cases for each operation and type; a million in CI, 10^8 by hand.
#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/small_float.hpp"
#include "oracle/cases/structured.hpp"
#include "run/execute.hpp"
#include "tensor/algebra.hpp"
#include "tensor/pattern.hpp"
#include "tests/support/evidence_file.hpp"

using namespace etalon::impl;

namespace {

constexpr std::uint64_t block = 1 << 14;  // cases per tensor

// One operation on one format: how a case is drawn, computed and answered.
struct Campaign {
  std::string operation;
  const oracle::NamedType& type;
  std::function<oracle::Case(oracle::Cases&)> draw;
  std::function<std::vector<std::uint64_t>(const std::vector<oracle::Case>&)> compute;
  std::function<std::uint64_t(const oracle::Case&)> answer;
};

// The results of an operator on tensors, through the shipped path.
std::vector<std::uint64_t> as_tensors(const char* operation, DType type, const std::vector<oracle::Case>& cases) {
  const std::uint64_t dims[] = {cases.size()};
  Tensor a(type, *Shape::of(dims)), b = a, c = a;
  for (std::uint64_t i = 0; i < cases.size(); ++i) {
    set_pattern(a.view(), i, cases[i].a);
    set_pattern(b.view(), i, cases[i].b);
  }
  Node node;
  node.operation = operation;
  const Argument arguments[] = {{type, a.shape()}, {type, b.shape()}};
  const auto resolution = resolve(*find_profile("sonnx"), newest_opset, node, arguments);
  const TensorView inputs[] = {std::as_const(a).view(), std::as_const(b).view()};
  const MutableTensorView outputs[] = {c.view()};
  if (!resolution || !execute(resolution->call, inputs, outputs, {}, reference_kernel).ok()) std::abort();
  std::vector<std::uint64_t> results;
  for (std::uint64_t i = 0; i < cases.size(); ++i) results.push_back(pattern_at(std::as_const(c).view(), i));
  return results;
}

// A fused step is no operator: it is computed by its scalar.
template <class A> std::vector<std::uint64_t> fused(const std::vector<oracle::Case>& cases) {
  std::vector<std::uint64_t> results;
  for (const oracle::Case& c : cases)
    results.push_back(A::pattern(A::fma(A::of(c.a), A::of(c.b), A::of(c.c), nullptr)));
  return results;
}

template <class A> Campaign fused_campaign(const oracle::NamedType& type) {
  const oracle::Format f = type.type.format();
  return {"fma", type, [](oracle::Cases& cases) { return cases.next(oracle::Operation::fma); }, fused<A>,
          // The integer oracle, itself judged by MPFR, is ten times as fast.
          [f](const oracle::Case& c) {
            return f.bits == 16 ? oracle::small_fma(f, c.a, c.b, c.c).bits : oracle::ieee_fma(f, c.a, c.b, c.c).bits;
          }};
}

// Every operator that has such cases, on the formats that are too wide for all pairs; and the fused step on all.
std::vector<Campaign> campaigns() {
  std::vector<Campaign> all;
  for (const oracle::Structured& one : oracle::structured())
    for (const oracle::NamedType& type : oracle::storable_types) {
      if (type.type.kind != oracle::Kind::floating || type.type.bits == 16) continue;
      const oracle::Format f = type.type.format();
      all.push_back({one.operation, type, [&one, f](oracle::Cases& cases) { return one.draw(cases, f); },
                     [&one, id = find_dtype(type.name)->id](const std::vector<oracle::Case>& cases) {
                       return as_tensors(one.operation, id, cases);
                     },
                     [&one, f](const oracle::Case& c) { return one.answer(f, c).bits; }});
    }
  for (const oracle::NamedType& type : oracle::storable_types) {
    if (type.type == oracle::Type(oracle::float16)) all.push_back(fused_campaign<Half>(type));
    if (type.type == oracle::Type(oracle::bfloat16)) all.push_back(fused_campaign<BHalf>(type));
    if (type.type == oracle::Type(oracle::float32)) all.push_back(fused_campaign<Float>(type));
    if (type.type == oracle::Type(oracle::float64)) all.push_back(fused_campaign<Double>(type));
  }
  return all;
}

struct Count {
  std::atomic<std::uint64_t> cases = 0, wrong = 0;
  std::array<std::atomic<std::uint64_t>, 16> of_stratum{};
};

void judge_block(const Campaign& campaign, std::uint64_t seed, Count& count) {
  oracle::Cases cases(campaign.type.type.format(), seed);
  std::vector<oracle::Case> drawn;
  for (std::uint64_t i = 0; i < block; ++i) drawn.push_back(campaign.draw(cases));
  const std::vector<std::uint64_t> results = campaign.compute(drawn);
  for (std::uint64_t i = 0; i < block; ++i) {
    const std::uint64_t wanted = campaign.answer(drawn[i]);
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
  const std::string test = "Structured.EveryCaseAgreesWithTheOracle";
  etalon::tests::remove_evidence(test);
  std::vector<const char*> rules{"NUM-FLOAT-ROUNDING"};
  for (const oracle::Structured& one : oracle::structured()) rules.push_back(one.evidence);
  const std::uint64_t blocks = (wanted + block - 1) / block;
  std::uint64_t bad = 0, good = 0;
  for (const Campaign& campaign : campaigns()) {
    Count count;
    std::atomic<std::uint64_t> next = 0;
    const auto work = [&](bool shows_progress) {
      for (std::uint64_t i = next++; i < blocks; i = next++) {
        judge_block(campaign, i, count);
        if (shows_progress && i % 64 == 0)
          fmt::print(stderr, "\r{} {} {:3} %", campaign.operation, campaign.type.name, 100 * i / blocks);
      }
    };
    {
      std::vector<std::jthread> workers;
      for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) workers.emplace_back(work, false);
      work(!quiet);
    }
    if (!quiet) fmt::print(stderr, "\r                    \r");
    fmt::print("{} {}: {} cases, {} wrong\n", campaign.operation, campaign.type.name, count.cases, count.wrong);
    for (std::size_t s = 0; s < count.of_stratum.size(); ++s)
      if (count.of_stratum[s] > 0)
        fmt::print("    {:<20}{}\n", oracle::name(static_cast<oracle::Stratum>(s)), count.of_stratum[s]);
    bad += count.wrong + (count.cases < wanted);
    good += count.cases - count.wrong;
  }
  fmt::print("{} passed, {} failed\n", good, bad);
  const bool passed = bad == 0 && good > 0;
  etalon::tests::write_evidence(test, rules, passed);
  return passed ? 0 : 1;
}
