// SPDX-License-Identifier: Apache-2.0
// The fast kernels of the functions that are rounded once, against the scalar text, on each instruction set: lanes that
// are settled, lanes that are not, and what lies outside the range of the lanes.
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "base/fp_environment.hpp"
#include "ops/family/map.hpp"
#include "scalar/floats.h"
#include "simd/fast.hpp"
#include "tensor/functions.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

struct Named {
  const char* op;
  RealFunction function;
};
constexpr Named functions[] = {{"Exp", RealFunction::exp},         {"Log", RealFunction::log},
                               {"Sigmoid", RealFunction::sigmoid}, {"Tanh", RealFunction::tanh},
                               {"Erf", RealFunction::erf},         {"Sin", RealFunction::sin},
                               {"Cos", RealFunction::cos},         {"Acos", RealFunction::acos}};

template <class T> std::vector<T> fast(const char* name, DType type, const std::vector<T>& x) {
  const Operator* op = find_operator("", name);
  const std::uint64_t count = x.size();
  const Argument like{type, *Shape::of({&count, 1})};
  const Call call{op, &op->rows.back(), op->versions.back(), {}, true, {like}, {like}};
  std::vector<T> y(x.size());
  const void* const in = x.data();
  void* out = y.data();
  const FpGuard guard;
  EXPECT_TRUE(fast_kernel(call, CountEvents::no).compute(call, Inputs(&in, 1), Outputs(&out, 1), {}).ok());
  return y;
}

// Runs `body` for each function on each instruction set.
template <class Body> void on_each_set(const Body& body) {
  for (const std::string_view set : instruction_sets()) {
    ASSERT_TRUE(use_instruction_set(set));
    for (const Named& f : functions) {
      SCOPED_TRACE(std::string(set) + " " + f.op);
      body(f);
    }
  }
  use_instruction_set(instruction_sets()[0]);
}

template <class T, class Scalar>
void expect_same(const Named& f, DType type, const std::vector<T>& x, const Scalar& scalar) {
  const std::vector<T> y = fast(f.op, type, x);
  std::uint64_t wrong = 0, first = 0;
  for (std::size_t i = x.size(); i-- > 0;)
    if (y[i] != scalar(x[i])) ++wrong, first = x[i];
  EXPECT_EQ(wrong, 0u) << std::hex << first;
}

TEST(FastFunctions, AllPatternsOfTheHalfTypes_OnEachInstructionSet) {
  EVIDENCE("NUM-ALL-KERNELS");
  std::vector<std::uint16_t> all(65536);
  for (unsigned i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint16_t>(i);
  on_each_set([&](const Named& f) {
    for (const DType type : {DType::f16, DType::bf16})
      expect_same(f, type, all, [&](std::uint16_t x) {
        unsigned events = 0;
        return static_cast<std::uint16_t>(
            function_of(f.function, type == DType::f16 ? FORMAT_FLOAT16 : FORMAT_BFLOAT16, x, &events));
      });
  });
}

// Every power of two and what is next to it, and bounds of over- and underflow, of saturation, of ranges; thinned,
// everything else.
std::vector<std::uint32_t> floats() {
  std::vector<std::uint32_t> x;
  for (std::uint64_t i = 0; i < std::uint64_t{1} << 32; i += 65521) x.push_back(static_cast<std::uint32_t>(i));
  std::vector<float> around = {1,          0.5f, 2,        3,       4,       88.7228f, -87.3365f,
                               -103.9721f, 110,  16.6355f, 9.0109f, 3.8325f, 0x1p20f};
  for (std::uint32_t i = 0; i < 256; ++i) around.push_back(f32_of_bits(i << 23));
  for (const float a : around)
    for (std::uint32_t i = 0; i < 32; ++i)
      for (const std::uint32_t sign : {0u, 0x80000000u}) x.push_back((f32_bits(a) + i - 16) ^ sign);
  // where sigmoid lies beside the middle of two numbers, which no rounding test settles
  for (int i = -255; i < 256; i += 2) x.push_back(f32_bits(static_cast<float>(i) * 0x1p-24f));
  return x;
}

TEST(FastFunctions, Floats_OnEachInstructionSet) {
  EVIDENCE("NUM-ALL-KERNELS");
  const std::vector<std::uint32_t> x = floats();
  on_each_set([&](const Named& f) {
    expect_same(f, DType::f32, x, [&](std::uint32_t e) { return f32_bits(function_of(f.function, f32_of_bits(e))); });
  });
}

TEST(FastFunctions, Doubles_OnEachInstructionSet) {
  EVIDENCE("NUM-ALL-KERNELS");
  std::vector<std::uint64_t> x;
  for (const std::uint32_t e : floats())
    if (e % 8 == 0) x.push_back(f64_bits(static_cast<double>(f32_of_bits(e)) * (1 + 0x1p-40)));
  on_each_set([&](const Named& f) {
    expect_same(f, DType::f64, x, [&](std::uint64_t e) { return f64_bits(function_of(f.function, f64_of_bits(e))); });
  });
}

}  // namespace
}  // namespace etalon::impl
