// SPDX-License-Identifier: Apache-2.0
// Products that are cut into tasks: what they write beside their results.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/fp_environment.hpp"
#include "simd/fast.hpp"
#include "tensor/tensor.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

// The tasks one after the other.
struct OneThread final : Team {
  unsigned size() const override { return 8; }
  void run(std::size_t tasks, void (*task)(void* context, std::size_t i), void* context) override {
    for (std::size_t i = 0; i < tasks; ++i) task(context, i);
  }
};

Call product_of(DType type, Accumulation policy, std::uint64_t rows, std::uint64_t inner, std::uint64_t columns) {
  const Operator* op = find_operator("", "MatMul");
  const auto matrix = [&](std::uint64_t m, std::uint64_t n) {
    return Argument{type, *Shape::of(std::vector<std::uint64_t>{m, n})};
  };
  return {op,
          &op->rows.back(),
          13,
          {IntegerDivision::floor, policy},
          true,
          {matrix(rows, inner), matrix(inner, columns)},
          {matrix(rows, columns)}};
}

// A task of fewer rows than the others may have larger blocks than they: 248 rows are two blocks of 125, 236 are one.
// One of fewer columns may be small where the others are not.
TEST(Products, TheLastTaskStaysInItsScratch) {
  EVIDENCE("NUM-ALL-KERNELS");
  constexpr std::size_t guarded = std::size_t{1} << 16;
  constexpr std::byte mark{0xA5};
  constexpr std::uint64_t shapes[][4] = {{1986, 97, 7, 8}, {4, 64, 1025, 2}};  // rows, inner, columns, tasks
  OneThread team;
  std::size_t judged = 0;
  for (const DType type :
       {DType::f16, DType::bf16, DType::f32, DType::f64, DType::i32, DType::u32, DType::i64, DType::u64})
    for (const Accumulation policy :
         {Accumulation::sequential, Accumulation::fused, Accumulation::wide, Accumulation::exact})
      for (const auto& [rows, inner, columns, cut] : shapes) {
        if (policy == Accumulation::wide && type == DType::f64) continue;  // has no wider format
        const Call call = product_of(type, policy, rows, inner, columns);
        const Kernel kernel = fast_kernel(call, CountEvents::no);
        if (kernel.compute == nullptr || kernel.scratch == nullptr) continue;
        const auto tasks = static_cast<unsigned>(cut);
        const auto bytes = static_cast<std::size_t>(kernel.scratch_for(call, tasks));
        std::vector<std::byte> memory(bytes + guarded + scratch_alignment, mark);
        void* aligned = memory.data();
        std::size_t room = memory.size();
        std::align(scratch_alignment, bytes, aligned, room);
        const std::span<std::byte> scratch(static_cast<std::byte*>(aligned), bytes);
        const Tensor a(type, call.inputs[0]->shape), b(type, call.inputs[1]->shape);
        Tensor c(type, call.outputs[0]->shape);
        const void* const in[] = {a.data(), b.data()};
        void* const out[] = {c.data()};
        const FpGuard guard;
        ASSERT_TRUE(kernel.compute(call, Inputs(in), Outputs(out), {nullptr, scratch, &team, tasks}).ok());
        const auto behind = memory.begin() + (scratch.data() + bytes - memory.data());
        EXPECT_TRUE(std::all_of(behind, memory.end(), [](std::byte byte) { return byte == mark; }))
            << info(type).name << ' ' << accumulation_names[static_cast<unsigned>(policy)] << ' ' << rows << ' '
            << inner << ' ' << columns;
        ++judged;
      }
  EXPECT_GT(judged, 40u);
}

}  // namespace
}  // namespace etalon::impl
