// SPDX-License-Identifier: Apache-2.0
// Floor 10. The attributes of `etalon op`: KEY=VALUE, where the operator says what kind of value a key has.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.hpp"
#include "graph/graph.hpp"
#include "ops/operator.hpp"

namespace etalon::impl::cli {

struct GivenAttributes {
  std::vector<Attribute> all;
  std::vector<std::vector<std::byte>> tensors;  // the bytes that those of them lie in that are tensors
};

// Adds the attribute that the text gives. `row` is null where the operator has none for this profile and operator set;
// `usual` is the type of a tensor that names none. A key that the row does not have is taken as it is: the rule that
// forbids it reports it.
std::optional<Finding> add_attribute(const std::string& text, const Row* row, std::optional<DType> usual,
                                     GivenAttributes& given);

// The type that a text names, for messages that say which there are.
Result<DType> named_type(std::string_view name);

}  // namespace etalon::impl::cli
