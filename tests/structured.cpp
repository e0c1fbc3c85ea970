// SPDX-License-Identifier: Apache-2.0
// Structured cases of float and double (boundaries, subnormals, halfway and beside, overflow) through the shipped path
// against MPFR: structured [--cases N] [--quiet]. N cases for each operator and type; a million in CI, 10^8 by hand.
#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "oracle/cases.hpp"
#include "oracle/mpfr_float.hpp"
#include "run/execute.hpp"
#include "tensor/algebra.hpp"

using namespace etalon::impl;

namespace {

constexpr std::uint64_t block = 1 << 14;  // cases a tensor

struct Campaign {
  const char* operation;
  oracle::Operation kind;
  oracle::Answer (*judge)(oracle::Format, std::uint64_t, std::uint64_t);
  DType type;
  oracle::Format format;
};

constexpr Campaign campaigns[] = {
    {"Mul", oracle::Operation::mul, oracle::ieee_mul, DType::f32, oracle::float32},
    {"Mul", oracle::Operation::mul, oracle::ieee_mul, DType::f64, oracle::float64},
    {"Add", oracle::Operation::add, oracle::ieee_add, DType::f32, oracle::float32},
    {"Add", oracle::Operation::add, oracle::ieee_add, DType::f64, oracle::float64},
    {"Div", oracle::Operation::div, oracle::ieee_div, DType::f32, oracle::float32},
    {"Div", oracle::Operation::div, oracle::ieee_div, DType::f64, oracle::float64},
};

struct Count {
  std::atomic<std::uint64_t> cases = 0, wrong = 0;
  std::array<std::atomic<std::uint64_t>, 16> of_stratum{};
};

template <unsigned Bits> void judge_block(const Campaign& campaign, std::uint64_t seed, Count& count) {
  const std::uint64_t dims[] = {block};
  Tensor a(campaign.type, *Shape::of(dims)), b = a, c = a;
  oracle::Cases cases(campaign.format, seed);
  std::vector<oracle::Case> drawn;
  for (std::uint64_t i = 0; i < block; ++i) {
    drawn.push_back(cases.next(campaign.kind));
    store_pattern<Bits>(a.data(), i, static_cast<Word<Bits>>(drawn[i].a));
    store_pattern<Bits>(b.data(), i, static_cast<Word<Bits>>(drawn[i].b));
  }
  Node node;
  node.operation = campaign.operation;
  const Argument arguments[] = {{a.type(), a.shape()}, {b.type(), b.shape()}};
  const auto resolution = resolve(*find_profile("sonnx"), newest_opset, node, arguments);
  const TensorView inputs[] = {std::as_const(a).view(), std::as_const(b).view()};
  const MutableTensorView outputs[] = {c.view()};
  if (!resolution || !execute(resolution->call, inputs, outputs, nullptr, reference_kernel).ok()) std::abort();
  for (std::uint64_t i = 0; i < block; ++i) {
    const std::uint64_t wanted = campaign.judge(campaign.format, drawn[i].a, drawn[i].b).bits;
    const std::uint64_t got = load_pattern<Bits>(c.data(), i);
    if (got != wanted && count.wrong++ < 5)
      fmt::print("{} {:x} {:x}: {:x}, MPFR says {:x}\n", campaign.operation, drawn[i].a, drawn[i].b, got, wanted);
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
  const std::uint64_t blocks = (wanted + block - 1) / block;
  std::uint64_t bad = 0, good = 0;
  for (const Campaign& campaign : campaigns) {
    Count count;
    std::atomic<std::uint64_t> next = 0;
    const auto work = [&](bool tells) {
      for (std::uint64_t i = next++; i < blocks; i = next++) {
        info(campaign.type).bits == 32 ? judge_block<32>(campaign, i, count) : judge_block<64>(campaign, i, count);
        if (tells && i % 64 == 0)
          fmt::print(stderr, "\r{} {} {:3} %", campaign.operation, info(campaign.type).name, 100 * i / blocks);
      }
    };
    {
      std::vector<std::jthread> workers;
      for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) workers.emplace_back(work, false);
      work(!quiet);
    }
    if (!quiet) fmt::print(stderr, "\r                    \r");
    fmt::print("{} {}: {} cases, {} wrong\n", campaign.operation, info(campaign.type).name, count.cases, count.wrong);
    for (std::size_t s = 0; s < count.of_stratum.size(); ++s)
      if (count.of_stratum[s] > 0)
        fmt::print("    {:<20}{}\n", oracle::name(static_cast<oracle::Stratum>(s)), count.of_stratum[s]);
    bad += count.wrong + (count.cases < wanted);
    good += count.cases - count.wrong;
  }
  fmt::print("{} passed, {} failed\n", good, bad);
  return bad == 0 ? 0 : 1;
}
