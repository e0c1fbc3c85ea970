// SPDX-License-Identifier: Apache-2.0
// See planted.hpp.
#include "tests/kernels/planted.hpp"

#include "ops/reference.hpp"
#include "tests/kernels/compare.hpp"

namespace etalon::tests {

using namespace impl;

namespace {

struct Damaged {
  Status& status;
  unsigned char* result;
  std::uint64_t bytes;
  const Work& work;
};

constexpr auto does_nothing = [](Damaged) {};
constexpr auto flips_a_bit = [](Damaged d) {
  if (d.bytes > 0) d.result[d.bytes - 1] ^= 1;
};
constexpr auto depends_on_threads = [](Damaged d) {
  if (d.bytes > 0 && d.work.tasks > 4) d.result[0] ^= 0x80;
};
constexpr auto rounds_like_the_team = [](Damaged d) {
  if (d.work.team == nullptr || d.bytes == 0) return;
  const auto task = [](void* result, std::size_t) {
    volatile float one = 1, tiny = 0x1p-30F;
    if (one + tiny != 1) *static_cast<unsigned char*>(result) ^= 1;
  };
  d.work.team->run(1, task, d.result);
};
constexpr auto runs_over = [](Damaged d) { d.result[d.bytes] ^= 1; };
constexpr auto leaves_its_scratch = [](Damaged d) { d.work.scratch.data()[d.work.scratch.size()] ^= std::byte{1}; };
constexpr auto miscounts = [](Damaged d) {
  if (!d.status.ok()) ++d.status.count;
};
constexpr auto writes_and_refuses = [](Damaged d) {
  if (!d.status.ok()) d.result[0] ^= 1;
};

// The reference, and then the damage.
template <auto damage> Status compute(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const Kernel right = reference_kernel(call, CountEvents::no);
  Status status = right.compute(call, inputs, outputs, work);
  damage(Damaged{status, static_cast<unsigned char*>(outputs[0]),
                 *stored_bytes(call.outputs[0]->type, call.outputs[0]->shape.count), work});
  return status;
}

template <auto damage> Kernel table(const Call&, CountEvents) {
  return {&compute<damage>, [](const Call&, unsigned) -> std::uint64_t { return 40; }};
}

// Whether some case of integer division distinguishes the table from the reference.
bool is_found(KernelTable kernels) {
  static const std::vector<Combination> all = combinations();
  for (const Combination& combination : all)
    for (std::uint64_t number = 0; combination.name == "Div int32 floor" && number < 20; ++number) {
      const Case drawn = make_case(combination, 1, number, Size::random);
      const Expected wanted = expected(drawn);
      for (const unsigned threads : {1u, 5u})
        for (const std::uint64_t seed : {0u, 1u})  // where the fences are not so close that a fault ends the program
          if (difference(drawn, wanted, kernels, {threads, seed})) return true;
    }
  return false;
}

}  // namespace

Planted find_planted_faults() {
  Planted planted;
  const auto plant = [&](const char* name, KernelTable kernels) {
    ++planted.faults;
    if (is_found(kernels))
      ++planted.found;
    else
      std::printf("a kernel that %s was not found\n", name);
  };
  plant("flips a bit", table<flips_a_bit>);
  plant("depends on the number of threads", table<depends_on_threads>);
  plant("rounds as the team's threads do", table<rounds_like_the_team>);
  plant("writes beside the result", table<runs_over>);
  plant("writes beside the scratch", table<leaves_its_scratch>);
  plant("miscounts divisions by zero", table<miscounts>);
  plant("writes a result that it refuses", table<writes_and_refuses>);
  if (is_found(table<does_nothing>)) {
    std::puts("a difference is found where there is none");
    planted.found = 0;
  }
  return planted;
}

}  // namespace etalon::tests
