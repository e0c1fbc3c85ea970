// SPDX-License-Identifier: Apache-2.0
// What a caller could bind of a model (check/bind.hpp), right and wrong: which of it, a number says that follows from
// the file's bytes.
#pragma once

#include <vector>

#include "check/bind.hpp"
#include "fuzz/drawn.hpp"
#include "tensor/pattern.hpp"

namespace etalon::fuzz {

class DrawnBindings {
 public:
  DrawnBindings(const impl::Graph& graph, std::span<const std::byte> file) : drawn_(file) {
    for (const std::string& symbol : impl::symbols_of(graph))
      if (below(4) != 0) bindings.sizes.push_back({symbol, size()});
    for (const std::uint32_t input : graph.inputs) {
      const impl::Value& value = graph.values[input];
      const std::uint64_t kind = below(4);
      if (kind == 1) bindings.shapes.push_back({value.name, shape_for(value)});
      if (kind == 2) give_value(value);
    }
    // A name that the model does not have, a name that it has twice.
    if (below(16) == 0) bindings.sizes.push_back({"", size()});
    if (below(16) == 0) bindings.shapes.push_back({"no input", *impl::Shape::of({})});
    if (below(16) == 0 && !bindings.sizes.empty()) bindings.sizes.push_back(bindings.sizes[0]);
    if (below(16) == 0 && !bindings.shapes.empty()) bindings.shapes.push_back(bindings.shapes[0]);
  }
  DrawnBindings(const DrawnBindings&) = delete;
  DrawnBindings& operator=(const DrawnBindings&) = delete;

  impl::Bindings bindings;

 private:
  std::uint64_t below(std::uint64_t limit) { return drawn_.below(limit); }
  std::uint64_t size() {
    constexpr std::uint64_t sizes[] = {0, 1, 2, 3, 4, 5, 6, 1 << 16, std::uint64_t{1} << 32, ~std::uint64_t{0} >> 1};
    return sizes[below(below(4) == 0 ? std::size(sizes) : 7)];
  }

  // The declared shape, or one that agrees with it, or any.
  impl::Shape shape_for(const impl::Value& value) {
    if (value.shape && below(8) != 0) return *value.shape;
    std::vector<std::uint64_t> dims(below(4));
    for (std::uint64_t& dim : dims) dim = size();
    if (!value.open.empty() && below(8) != 0) {
      dims.clear();
      for (const impl::Dimension& dimension : value.open[0])
        dims.push_back(dimension.is_number() ? static_cast<std::uint64_t>(*dimension.size) : size());
    }
    return impl::Shape::of(dims).value_or(*impl::Shape::of({}));  // sizes may be too large
  }

  void give_value(const impl::Value& value) {
    const impl::Shape shape = shape_for(value);
    if (shape.count > 64) return;
    impl::Tensor tensor(below(8) == 0 ? impl::DType::i64 : value.type.value_or(impl::DType::f32), shape);
    const impl::DTypeInfo& type = impl::info(tensor.type());
    constexpr std::uint64_t patterns[] = {
        0, 1, 2, 3, 4, ~std::uint64_t{0}, std::uint64_t{1} << 63, ~std::uint64_t{0} >> 1};
    for (std::uint64_t i = 0; i < shape.count; ++i)
      set_pattern(
          tensor.view(), i,
          type.id == impl::DType::boolean ? below(2) : patterns[below(8)] & ~std::uint64_t{0} >> (64 - type.bits));
    std::vector<std::byte>& bytes = bytes_.emplace_back();
    give_little_endian(std::as_const(tensor).view(),
                       [&](auto part) { bytes.insert(bytes.end(), part.begin(), part.end()); });
    bindings.values.push_back({value.name, {type.id, shape, impl::Constant::Encoding::little_endian, bytes}});
  }

  Drawn drawn_;
  std::vector<std::vector<std::byte>> bytes_;  // of the values
};

}  // namespace etalon::fuzz
