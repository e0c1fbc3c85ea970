// SPDX-License-Identifier: Apache-2.0
// A network of LeNet-5's shape with seeded weights, written by hand: two convolutions with Relu and a pool each, three
// Gemm.
#pragma once

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "tests/replay/proto.hpp"

class LeNet {
 public:
  static constexpr std::size_t inputs = 28 * 28, outputs = 10;

  LeNet() {
    conv("X", "C1", 6, 1, 2);
    relu("C1", "R1");
    pool("MaxPool", "R1", "P1");
    conv("P1", "C2", 16, 6, 0);
    relu("C2", "R2");
    pool("AveragePool", "R2", "P2");
    node("Flatten", {"P2"}, "F");
    gemm("F", "G1", 120, 400);
    relu("G1", "R3");
    gemm("R3", "G2", 84, 120);
    relu("G2", "R4");
    gemm("R4", "Y", 10, 84);
    graph_ += proto::text(11, proto::value_info("X", float32, {1, 1, 28, 28}));
    graph_ += proto::text(12, proto::value_info("Y", float32, {1, 10}));
  }
  std::string model() const { return proto::model(graph_); }

  static std::vector<float> image(unsigned seed) { return drawn(seed, inputs, 1); }

 private:
  static constexpr int float32 = 1;

  static std::vector<float> drawn(unsigned seed, std::size_t count, float size) {
    std::mt19937 random(seed);
    std::vector<float> numbers(count);
    for (float& x : numbers) x = std::uniform_real_distribution<float>(-size, size)(random);
    return numbers;
  }
  static std::string integers(const std::string& name, const std::vector<std::uint64_t>& values) {
    std::string list;
    for (const std::uint64_t value : values) list += proto::number(8, value);
    return proto::text(5, proto::text(1, name) + list + proto::number(20, 7));
  }
  void node(const std::string& op, const std::vector<std::string>& from, const std::string& to,
            const std::string& attributes = {}) {
    graph_ += proto::text(1, proto::node(op, from, to) + attributes);
  }
  void relu(const std::string& from, const std::string& to) { node("Relu", {from}, to); }
  void pool(const std::string& op, const std::string& from, const std::string& to) {
    node(op, {from}, to, integers("kernel_shape", {2, 2}) + integers("strides", {2, 2}));
  }
  void conv(const std::string& from, const std::string& to, std::uint64_t features, std::uint64_t channels,
            std::uint64_t pad) {
    weight("W" + to, {features, channels, 5, 5});
    weight("B" + to, {features});
    node("Conv", {from, "W" + to, "B" + to}, to, integers("pads", {pad, pad, pad, pad}));
  }
  void gemm(const std::string& from, const std::string& to, std::uint64_t rows, std::uint64_t columns) {
    weight("W" + to, {rows, columns});
    weight("B" + to, {rows});
    node("Gemm", {from, "W" + to, "B" + to}, to,
         proto::text(5, proto::text(1, "transB") + proto::number(3, 1) + proto::number(20, 2)));
  }
  void weight(const std::string& name, const std::vector<std::uint64_t>& dims) {
    std::size_t count = 1;
    for (const std::uint64_t dim : dims) count *= static_cast<std::size_t>(dim);
    const std::vector<float> numbers = drawn(++weights_, count, 0.25f);
    std::string raw(count * sizeof(float), 0);
    std::memcpy(raw.data(), numbers.data(), raw.size());
    graph_ += proto::text(5, proto::tensor(name, float32, dims, raw));
  }

  std::string graph_;
  unsigned weights_ = 0;
};
