// SPDX-License-Identifier: Apache-2.0
// Floor 10. Attributes of an operator from Python's values, and as part of the key of a call.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.hpp"
#include "ops/operator.hpp"
#include "python/findings.hpp"

namespace etalon::impl::python {

struct GivenAttributes {
  std::vector<Attribute> all;
  std::vector<std::vector<std::byte>> tensors;  // the bytes that those of them lie in that are tensors

  // `formal` is null where the row does not have such an attribute: the rule that forbids it reports it.
  void add(std::string name, py::handle value, const AttributeFormal* formal);
};

// Bytes that differ where two things differ.
class Key {
 public:
  void add(const void* data, std::size_t bytes) { text_.append(static_cast<const char*>(data), bytes); }
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void add(const T& value) {
    add(&value, sizeof value);
  }
  void add(std::string_view text) {
    add(text.size());
    add(text.data(), text.size());
  }
  void add(DType type, const Shape& shape) {
    add(type);
    add(shape.rank);
    add(shape.dims.data(), shape.rank * sizeof shape.dims[0]);
  }
  void add(const Attribute& attribute);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace etalon::impl::python
