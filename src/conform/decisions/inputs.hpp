// SPDX-License-Identifier: Apache-2.0
// Floor 8. Many inputs of one model: for each of its inputs a tensor whose first axis counts them.
#pragma once

#include <vector>

#include "accuracy/shadow.hpp"

namespace etalon::impl {

class InputBatch {
 public:
  std::uint64_t count() const { return count_; }

  // The values of one input of the model, in place of a first dimension of 1 or before all others. `source` says where
  // they are from, and `form` how they are to be given.
  std::optional<Finding> add(const Graph& graph, std::uint32_t value, Tensor all, const std::string& source,
                             const std::string& form);

  // Number i of all, by index into Graph::values.
  Trail at(const Graph& graph, std::uint64_t i) const;

 private:
  struct Stack {
    std::uint32_t value;
    Tensor all;
  };
  std::vector<Stack> stacks_;
  std::uint64_t count_ = 0;
};

}  // namespace etalon::impl
