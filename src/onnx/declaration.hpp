// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a TypeProto declares, noted in a value.
#pragma once

#include "graph/graph.hpp"

namespace etalon::impl {

// The element type of a tensor, by ONNX's number.
void note_element_type(std::int64_t number, Value& value);

// That the type is of the field of TypeProto with that number: a sequence, a map, a sparse tensor, …
void note_kind(std::uint32_t field, Value& value);

// Adds one declaration to what is known of the value.
void note_declaration(const Value& said, Value& known);

}  // namespace etalon::impl
