// SPDX-License-Identifier: Apache-2.0
// Floor 8. A call that the oracle drew, in Etalon's own types: its tensors, its attributes, a model of one node.
#pragma once

#include <bit>
#include <cstdlib>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "check/profile.hpp"
#include "graph/graph.hpp"
#include "oracle/call.hpp"
#include "tensor/pattern.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

inline DType type_of(oracle::Type type) {
  for (const oracle::NamedType& named : oracle::storable_types)
    if (named.type == type) return find_dtype(named.name)->id;
  std::abort();
}

inline Tensor tensor_of(const oracle::Tensor& drawn) {
  Tensor tensor(type_of(drawn.type), *Shape::of(drawn.shape));
  for (std::size_t i = 0; i < drawn.patterns.size(); ++i) set_pattern(tensor.view(), i, drawn.patterns[i]);
  return tensor;
}

// Attributes as a model gives them, and the bytes that a tensor among them refers to.
class DrawnAttributes {
 public:
  explicit DrawnAttributes(const oracle::Call& call) {
    for (const oracle::Attribute& attribute : call.attributes)
      given.push_back({attribute.name, std::visit([&](const auto& value) { return of(value); }, attribute.value)});
  }

  std::vector<Attribute> given;

 private:
  static AttributeValue of(const auto& value) { return value; }
  static AttributeValue of(oracle::Float value) { return std::bit_cast<float>(value.pattern); }
  static AttributeValue of(const std::vector<oracle::Float>& values) {
    std::vector<float> numbers;
    for (const oracle::Float value : values) numbers.push_back(std::bit_cast<float>(value.pattern));
    return numbers;
  }
  AttributeValue of(const oracle::Tensor& value) {
    const Tensor tensor = tensor_of(value);
    give_little_endian(tensor.view(), [&](auto part) { bytes_.insert(bytes_.end(), part.begin(), part.end()); });
    return Constant{tensor.type(), tensor.shape(), Constant::Encoding::little_endian, bytes_};
  }

  std::vector<std::byte> bytes_;  // of the one tensor that there may be
};

// A model whose one node is the call. Operands that decide about a shape are initializers, all others are inputs.
struct DrawnModel {
  // `row` is that of the profile; where this allows no defaults, they are given.
  DrawnModel(const oracle::Call& call, const Row& row, const Profile& profile);
  DrawnModel(const DrawnModel&) = delete;

  Graph graph;
  std::vector<std::size_t> inputs;  // numbers of the operands that are inputs of the graph, in order

 private:
  std::uint32_t add_value(const std::string& name, const oracle::Tensor& tensor);

  DrawnAttributes attributes_;
  std::list<std::vector<std::byte>> bytes_;  // of initializers
};

}  // namespace etalon::impl
