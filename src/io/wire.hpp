// SPDX-License-Identifier: Apache-2.0
// Floor 3. The fields of a protobuf message, one after the other, in place. protozero reads them; what it accepts and
// others read differently is refused here first: keys and lengths beyond 32 bits, varints beyond 64, lengths beyond the
// message (protozero compares them as signed numbers, which fails where pointers have 32 bits).
#pragma once

#include <endian.h>  // of which protozero has the byte order: without it every processor is a little-endian one

#include <cstddef>
#include <cstdint>
#include <protozero/pbf_reader.hpp>
#include <span>

#include "base/varint.hpp"

namespace etalon::impl {

struct Field {
  std::uint32_t number = 0;
  protozero::pbf_wire_type wire = protozero::pbf_wire_type::unknown;
  std::uint64_t offset = 0;          // of the field's key
  std::uint64_t value = 0;           // of a varint or fixed-width field
  std::span<const std::byte> bytes;  // of a length-delimited field

  bool is_varint() const { return wire == protozero::pbf_wire_type::varint; }
  bool is_bytes() const { return wire == protozero::pbf_wire_type::length_delimited; }
};

class FieldReader {
 public:
  // Offsets of fields count from `base`, where the message begins in its file.
  explicit FieldReader(std::span<const std::byte> message, std::uint64_t base = 0)
      : message_(message), base_(base), reader_(reinterpret_cast<const char*>(message.data()), message.size()) {}

  // Moves to the next field. False at the end, and where the message is not well-formed; problem() says which.
  bool next();

  const Field& field() const { return field_; }
  const char* problem() const { return problem_; }  // nullptr where all is well; else field().offset says where

 private:
  std::span<const std::byte> rest() const { return message_.last(reader_.length()); }
  bool fail(const char* problem);

  std::span<const std::byte> message_;
  std::uint64_t base_;
  protozero::pbf_reader reader_;
  Field field_;
  const char* problem_ = nullptr;
};

}  // namespace etalon::impl
