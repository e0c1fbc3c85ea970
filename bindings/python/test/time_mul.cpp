// SPDX-License-Identifier: Apache-2.0
// Seconds that one Mul of N floats takes in C++, by a call resolved before: time_mul N. What test_cost.py compares
// with.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "check/resolve.hpp"
#include "run/execute.hpp"
#include "simd/fast.hpp"

using namespace etalon::impl;

int main(int argc, char** argv) {
  const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
  const Shape shape = *Shape::of({&count, 1});
  Node node;
  node.operation = "Mul";
  const Argument operands[] = {{DType::f32, shape}, {DType::f32, shape}};
  const Call call = resolve(*find_profile("onnx"), newest_opset, node, operands)->call;
  const Tensor a(DType::f32, shape), b(DType::f32, shape);
  Tensor c(DType::f32, shape);
  const TensorView in[] = {a.view(), b.view()};
  const MutableTensorView out[] = {c.view()};
  const Kernel kernel = fast_kernel(call, CountEvents::no);
  double best = 1;
  for (int repeat = 0; repeat < 100; ++repeat) {
    constexpr int calls = 2000;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i)
      if (!execute(call, in, out, {}, kernel).ok()) return 1;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    best = std::min(best, taken.count() / calls);
  }
  std::printf("%.9f\n", best);
}
