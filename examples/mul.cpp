// SPDX-License-Identifier: Apache-2.0
// Multiplies float tensors from C++ under ONNX's broadcasting, on buffers that the program owns.
#include <cstdio>
#include <etalon/etalon.hpp>
#include <vector>

int main() {
  using etalon::Type;
  const etalon::Call call("Mul", {{Type::float32, {2, 1}}, {Type::float32, {3}}}, {.profile = "onnx"});
  if (!call) {
    std::fprintf(stderr, "%s: %s\n", call.status().rule, call.message().c_str());
    return 1;
  }
  const std::vector<float> a{1.5f, -2.0f}, b{1.0f, 2.0f, 3.0f};
  std::vector<float> c(6);
  if (!call.run({std::span(a), std::span(b)}, {std::span(c)}).ok()) return 1;
  for (float x : c) std::printf("%g ", static_cast<double>(x));
  std::printf("\n");
  return 0;
}
