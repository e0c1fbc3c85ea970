// SPDX-License-Identifier: Apache-2.0
// What is measured of ours: one operator as a model of one node, checked, planned with the fast kernels, its arena
// allocated once. run() is what a user calls; kernel() leaves out all but the kernel.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "operands.hpp"
#include "run/plan.hpp"

namespace etalon::bench {

struct Operation {
  std::string op;  // Mul, MatMul
  DType type;
  Choices choices;
  Shape a, b;
  Data data_a = Data::normal, data_b = Data::normal;
  Team* team = nullptr;
};

class Subject {
 public:
  explicit Subject(const Operation& operation);
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;

  bool is_fast() const { return fast_; }  // false: the type has no kernel of its own yet, and is the reference
  std::uint64_t operations() const { return plan_->operations(); }
  const Shape& shape() const { return outputs_[0].shape; }

  void run() const;
  void kernel() const;

 private:
  std::unique_ptr<Plan> plan_;
  Team* team_;
  bool fast_;
  Kernel kernel_;
  std::vector<TensorView> inputs_;
  std::vector<MutableTensorView> outputs_;
  std::unique_ptr<ViewBuffers> buffers_;
  std::span<std::byte> arena_;
};

}  // namespace etalon::bench
