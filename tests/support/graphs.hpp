// SPDX-License-Identifier: Apache-2.0
// Small models made in memory, checked, for tests.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "check/check.hpp"

namespace etalon::tests {

using namespace impl;

inline Shape shape_of(std::vector<std::uint64_t> dims) { return *Shape::of(dims); }

// Values are made as they are named first; all have one type.
class GraphMaker {
 public:
  explicit GraphMaker(DType type) : type_(type) {
    graph.ir_version = 8;
    graph.opset = 14;
  }
  std::uint32_t value(const std::string& name, std::vector<std::uint64_t> dims = {}) {
    for (std::uint32_t i = 0; i < graph.values.size(); ++i)
      if (graph.values[i].name == name) return i;
    graph.values.push_back({name, type_, shape_of(std::move(dims))});
    return static_cast<std::uint32_t>(graph.values.size() - 1);
  }
  GraphMaker& input(const std::string& name, std::vector<std::uint64_t> dims) {
    graph.inputs.push_back(value(name, std::move(dims)));
    return *this;
  }
  GraphMaker& node(const char* op, const std::string& a, const std::string& b, const std::string& c,
                   std::vector<std::uint64_t> dims) {
    graph.nodes.push_back({"", "", op, {value(a), value(b)}, {value(c, std::move(dims))}, {}});
    return *this;
  }
  GraphMaker& output(const std::string& name) {
    graph.outputs.push_back(value(name));
    return *this;
  }
  std::shared_ptr<const CheckedModel> model(Accumulation policy = Accumulation::sequential) const {
    Profile profile = *find_profile("onnx");
    profile.choices.accumulation = policy;
    const Verdict verdict = check(graph, profile);
    EXPECT_TRUE(verdict.model) << (verdict.findings.empty() ? "" : verdict.findings[0].message);
    return verdict.model;
  }

  Graph graph;

 private:
  DType type_;
};

template <class T> Tensor tensor_of(DType type, std::vector<std::uint64_t> dims, const std::vector<T>& elements) {
  Tensor tensor(type, shape_of(std::move(dims)));
  std::memcpy(tensor.data(), elements.data(), tensor.bytes());
  return tensor;
}

}  // namespace etalon::tests
