// SPDX-License-Identifier: Apache-2.0
//
// What a drawing of a call should prefer. A drawing takes what it can have: a type or an operator set that it does not
// know is not drawn, so whoever wishes looks at what came of it. Without a wish every choice is random.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/arithmetic/dot.hpp"
#include "oracle/indices/tuples.hpp"
#include "oracle/oracle.hpp"
#include "oracle/random.hpp"

namespace oracle {

struct Wish {
  std::optional<Type> type = {};
  std::optional<int> opset = {};
  std::optional<Accumulation> accumulation = {};
  std::uint64_t most_elements = 600;
  std::vector<std::uint64_t> elements = {};  // patterns of the type, of which tensors of it are made; none: any
  Shape sides = {};                          // M, K, N of a matrix product; none: any
  bool by_sonnx = false;                     // what SONNX says where that is not what ONNX says
  bool rounds_down = false;                  // quotients of integers, which are truncated otherwise
};

// One of the types.
template <class Types> Type draw_type_of(Random& random, const Types& types) {
  const Type any = types[random.below(types.size())];
  const bool is_wished = random.wish != nullptr && random.wish->type &&
                         std::find(std::begin(types), std::end(types), *random.wish->type) != std::end(types);
  return is_wished ? *random.wish->type : any;
}

// Replaces all patterns by wished ones; false where none are wished for the type.
inline bool draw_wished(Random& random, Type type, std::vector<std::uint64_t>& patterns) {
  if (random.wish == nullptr || random.wish->elements.empty() || random.wish->type != type) {
    return false;
  }
  for (std::uint64_t& pattern : patterns) {
    pattern = random.wish->elements[random.below(random.wish->elements.size())];
  }
  return true;
}

}  // namespace oracle
