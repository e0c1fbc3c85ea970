// SPDX-License-Identifier: Apache-2.0
// Initializers of the small models of graphs.hpp.
#pragma once

#include <span>

#include "tests/support/graphs.hpp"

namespace etalon::tests {

// Of float; the numbers are not copied.
inline void add_constant(GraphMaker& maker, const std::string& name, const std::vector<std::uint64_t>& dims,
                         std::span<const float> numbers) {
  maker.graph.initializers.push_back(
      {maker.value(name, dims),
       {DType::f32, shape_of(dims), Constant::Encoding::little_endian, std::as_bytes(numbers)}});
}

// Y = X + W, where W is an input that has the value 5 if none is given.
struct InitializedInput {
  InitializedInput() {
    GraphMaker maker(DType::f32);
    maker.input("X", {1}).input("W", {1}).node("Add", "X", "W", "Y", {1});
    add_constant(maker, "W", {1}, five);
    model = maker.output("Y").model();
  }
  std::vector<float> five{5};
  std::shared_ptr<const CheckedModel> model;
};

}  // namespace etalon::tests
