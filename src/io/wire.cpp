// SPDX-License-Identifier: Apache-2.0
// Floor 3. See wire.hpp.
#include "io/wire.hpp"

namespace etalon::impl {

bool FieldReader::fail(const char* problem) {
  problem_ = problem;
  return false;
}

bool FieldReader::next() {
  if (problem_ != nullptr || reader_.length() == 0) return false;
  field_ = {};
  field_.offset = base_ + (message_.size() - reader_.length());
  std::span<const std::byte> ahead = rest();
  const std::optional<std::uint64_t> key = take_varint(ahead);
  if (!key || *key > UINT32_MAX) return fail("a field's key is cut off or too long");
  const std::optional<std::uint64_t> first = take_varint(ahead);
  try {
    reader_.next();
    field_.number = reader_.tag();
    field_.wire = reader_.wire_type();
    switch (field_.wire) {
      case protozero::pbf_wire_type::varint:
        if (!first) return fail("a varint is cut off or too long");
        field_.value = reader_.get_uint64();
        return true;
      case protozero::pbf_wire_type::length_delimited:
        if (!first || *first > ahead.size() || *first > UINT32_MAX)
          return fail("a field is longer than the message that holds it");
        reader_.skip();
        field_.bytes = ahead.first(static_cast<std::size_t>(*first));
        return true;
      case protozero::pbf_wire_type::fixed32:
        field_.value = reader_.get_fixed32();
        return true;
      default:
        field_.value = reader_.get_fixed64();
        return true;
    }
  } catch (const protozero::end_of_buffer_exception&) {
    return fail("a field is cut off");
  } catch (const protozero::exception&) {
    return fail("a field has a number or wire type that is not allowed (groups are not)");
  }
}

}  // namespace etalon::impl
