// SPDX-License-Identifier: Apache-2.0
// Floor 3. JSON documents: manifests and results, which are small and were written by programs. Tensors are read by
// literal.hpp, which rounds numbers once into their type; here a number stays the text that it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.hpp"

namespace etalon::impl {

struct Json {
  enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  std::string text;                // of a string, of a number, and true or false
  std::vector<std::string> names;  // of the members of an object, in their order
  std::vector<Json> items;         // of an array, or the values of these members

  // The member of that name, null where there is none: of an object that has none, or of anything else.
  const Json& operator[](std::string_view name) const;

  bool is_null() const { return kind == Kind::null; }
  std::string string(std::string_view otherwise = {}) const;  // `otherwise` where it is no string
  std::vector<std::string> strings() const;                   // of an array of strings
  std::optional<std::uint64_t> count() const;                 // nothing where it is no integer of at least 0
};

// One document, with nothing but white space around it. Where it is not JSON, the finding has that rule and the byte.
Result<Json> read_json(std::string_view text, const char* rule);

}  // namespace etalon::impl
