// SPDX-License-Identifier: Apache-2.0
// Floor 8. The values of the model as the checker sees them: which of them are one and the same.
#pragma once

#include <span>
#include <vector>

#include "check/check.hpp"

namespace etalon::impl::prove {

struct ModelValue {
  DType type{};
  std::uint64_t count = 0;
  bool is_known = false;   // it has a type: it is computed, an input or a constant
  std::uint32_t home = 0;  // the value whose elements it has: through views, and of constants with the same bits
  TensorView constant = no_tensor;

  bool is_constant() const { return constant.data != nullptr; }
};

class ModelValues {
 public:
  ModelValues(const CheckedModel& model, std::span<const TensorView> constants);

  const ModelValue& operator[](std::uint32_t value) const { return values_[value]; }
  std::uint32_t home(std::uint32_t value) const { return values_[value].home; }
  std::size_t size() const { return values_.size(); }
  bool is_view(std::uint32_t node) const { return is_view_[node]; }
  bool is_constant_node(std::uint32_t node) const { return is_constant_node_[node]; }
  // Results of a node that have elements, by output number.
  const std::vector<std::uint32_t>& results_of(std::uint32_t node) const { return results_[node]; }

 private:
  std::vector<ModelValue> values_;
  std::vector<bool> is_view_, is_constant_node_;
  std::vector<std::vector<std::uint32_t>> results_;
};

// The bits of all elements, with the type: equal for constants that are the same.
std::string bits_of(const TensorView& tensor);

}  // namespace etalon::impl::prove
