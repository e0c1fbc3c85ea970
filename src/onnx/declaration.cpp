// SPDX-License-Identifier: Apache-2.0
// Floor 7. See declaration.hpp.
#include "onnx/declaration.hpp"

#include <string>
#include <utility>

#include "tensor/onnx_types.hpp"

namespace etalon::impl {
namespace {

void note_foreign(Value& value, Value::Foreign kind, std::string words) {
  value.foreign = kind;
  value.foreign_type = std::move(words);
}

}  // namespace

void note_element_type(std::int64_t number, Value& value) {
  if (const DTypeInfo* row = find_onnx_dtype(number); row != nullptr)
    value.type = row->id;
  else if (const char* name = onnx_type_name(number); name != nullptr)
    note_foreign(value, Value::Foreign::element, name);
  else if (number != 0)
    note_foreign(value, Value::Foreign::undefined, "type " + std::to_string(number));
}

void note_kind(std::uint32_t field, Value& value) {
  switch (field) {
    case 4:
      return note_foreign(value, Value::Foreign::container, "a sequence");
    case 5:
      return note_foreign(value, Value::Foreign::container, "a map");
    case 7:
      return note_foreign(value, Value::Foreign::container, "of an opaque type");
    case 8:
      value.sparse = true;
      return;
    case 9:
      return note_foreign(value, Value::Foreign::container, "an optional");
    default:
      return;
  }
}

// A name may be declared more than once, say as an output and in value_info: the first declaration of the type holds,
// and the first one of the shape.
void note_declaration(const Value& said, Value& known) {
  const auto has_type = [](const Value& value) { return value.type || value.foreign != Value::Foreign::no; };
  const bool types_differ =
      has_type(said) && has_type(known) && (said.type != known.type || said.foreign_type != known.foreign_type);
  const bool shapes_differ = said.shape && known.shape && *said.shape != *known.shape;
  known.contradicted = known.contradicted || types_differ || shapes_differ;
  if (!has_type(known)) {
    known.type = said.type;
    known.foreign = said.foreign;
    known.foreign_type = said.foreign_type;
  }
  if (!known.shape) known.shape = said.shape;
  constexpr std::size_t places = 3;  // that declare a value; one that lists it twice is reported as such
  if (!said.open.empty() && known.open.size() < places) known.open.push_back(said.open.front());
  known.negative = known.negative || said.negative;
  known.sparse = known.sparse || said.sparse;
}

}  // namespace etalon::impl
