// SPDX-License-Identifier: Apache-2.0
// Floor 5. What a caller adds to a model that leaves it open: the size of a dimension that is only named, the shape of
// an input, the value of an input. It becomes part of the graph before check() sees it, so that nothing above knows of
// it. A profile that demands that the file itself is explicit has no bindings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "check/profile.hpp"
#include "graph/graph.hpp"

namespace etalon::impl {

struct Bindings {
  struct Size {
    std::string symbol;
    std::uint64_t size;
  };
  struct InputShape {
    std::string input;
    Shape shape;
  };
  struct InputValue {
    std::string input;
    Constant constant;  // its bytes must outlive the graph
  };

  std::vector<Size> sizes;
  std::vector<InputShape> shapes;
  std::vector<InputValue> values;
};

// The names of dimensions that any declaration of the graph has, each once, in the order of the values.
std::vector<std::string> symbols_of(const Graph& graph);

bool allows_bindings(const Profile& profile);
Finding no_bindings(const Profile& profile);  // why a profile has none

// A symbol is replaced in every declaration, of results too, which are then checked against what is computed. The shape
// of an input, given by itself or by its value, gives the sizes of the symbols that it is declared with. An input with
// a value becomes a constant. Where names are unknown or sizes contradict each other or the file: a usage error, and
// the graph is not to be used.
std::optional<Finding> bind(Graph& graph, const Bindings& bindings, const Limits& limits);

}  // namespace etalon::impl
