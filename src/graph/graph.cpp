// SPDX-License-Identifier: Apache-2.0
// Floor 3. See graph.hpp.
#include "graph/graph.hpp"

#include <algorithm>
#include <iterator>

#include "base/quote.hpp"

namespace etalon::impl {

std::string words_of(const AttributeValue& value) {
  static constexpr const char* words[] = {
      "not given",        "an integer",        "a float",  "a string", "a list of integers",
      "a list of floats", "a list of strings", "a tensor", "",         "a graph"};
  const OtherAttribute* other = std::get_if<OtherAttribute>(&value);
  return other == nullptr ? words[value.index()] : other->words;
}

std::string to_string(const OpenShape& shape) {
  std::string text = "[";
  for (const Dimension& dimension : shape) {
    if (text.size() > 1) text += ',';
    text += dimension.size ? std::to_string(*dimension.size)
                           : quoted(dimension.symbol.empty() ? "?" : dimension.symbol, 60);
  }
  return text + "]";
}

bool agrees(const OpenShape& open, const Shape& shape) {
  if (open.size() != shape.rank) return false;
  for (unsigned axis = 0; axis < shape.rank; ++axis)
    if (open[axis].is_number() && static_cast<std::uint64_t>(*open[axis].size) != shape[axis]) return false;
  return true;
}

std::vector<std::uint32_t> free_inputs(const Graph& graph) {
  std::vector<bool> constant(graph.values.size());
  for (const Initializer& initializer : graph.initializers) constant[initializer.value] = true;
  std::vector<std::uint32_t> inputs;
  std::ranges::copy_if(graph.inputs, std::back_inserter(inputs), [&](std::uint32_t value) { return !constant[value]; });
  return inputs;
}

}  // namespace etalon::impl
