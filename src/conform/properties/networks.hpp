// SPDX-License-Identifier: Apache-2.0
// Floor 8. A property together with the models that it is about ("VNN-ALL-FIT").
#pragma once

#include "accuracy/shadow.hpp"
#include "conform/properties/truth.hpp"

namespace etalon::impl {

struct PropertyModels {
  const Property* property = nullptr;
  std::vector<std::shared_ptr<const CheckedModel>> models;  // by network; hidden variables are outputs of these
  std::vector<std::uint32_t> values;                        // by variable: its value in the graph of its network

  const CheckedModel& of(std::uint64_t element) const;
};

// Where an element is: in which network, in which value, and which one of it.
struct ElementPlace {
  std::size_t network;
  std::uint32_t value;
  std::uint64_t index;
};
ElementPlace place_of(const PropertyModels& models, std::uint64_t element);

// `models` by network; null where a network is equal to another one. A finding says what does not fit.
Result<PropertyModels> fitted(const Property& property, std::vector<std::shared_ptr<const CheckedModel>> models);

// The shape of an input that the model leaves open: that of the property, or of version 1 with every open dimension 1.
std::optional<Shape> open_shape_of(const Property& property, std::size_t network, const Graph& graph,
                                   std::size_t input);

}  // namespace etalon::impl
