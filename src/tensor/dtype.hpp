// SPDX-License-Identifier: Apache-2.0
// Floor 2. Element types, from the one table in dtype.def.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace etalon::impl {

enum class DType : std::uint8_t {
#define DTYPE(id, ...) id,
#include "tensor/dtype.def"
};

enum class Kind : std::uint8_t { floating, signed_, unsigned_, boolean, exact };

struct DTypeInfo {
  DType id;
  const char* name;
  int onnx;  // TensorProto.DataType, 0 where ONNX has none
  Kind kind;
  unsigned bits;      // of one stored element, 0 where it is never stored
  unsigned fraction;  // stored significand bits of a floating-point type
};

inline constexpr DTypeInfo dtype_table[] = {
#define DTYPE(id, name, onnx, kind, bits, fraction, algebra) {DType::id, name, onnx, Kind::kind, bits, fraction},
#include "tensor/dtype.def"
};
inline constexpr unsigned dtype_count = sizeof dtype_table / sizeof *dtype_table;

constexpr const DTypeInfo& info(DType type) { return dtype_table[static_cast<unsigned>(type)]; }
constexpr bool is_integer(DType type) { return info(type).kind == Kind::signed_ || info(type).kind == Kind::unsigned_; }

constexpr bool is_floating(DType type) { return info(type).kind == Kind::floating; }

constexpr const DTypeInfo* find_dtype(std::string_view name) {
  for (const DTypeInfo& row : dtype_table)
    if (row.name == name) return &row;
  return nullptr;
}

constexpr const DTypeInfo* find_onnx_dtype(std::int64_t number) {
  for (const DTypeInfo& row : dtype_table)
    if (row.onnx == number && number != 0) return &row;
  return nullptr;
}

// A set of types, for tables that say which are allowed. Its bits are public so that it can be a template argument.
struct TypeSet {
  constexpr TypeSet(std::initializer_list<DType> types) {
    for (DType type : types) bits |= bit(type);
  }
  constexpr bool contains(DType type) const { return (bits & bit(type)) != 0; }
  constexpr bool contains(TypeSet other) const { return (other.bits & ~bits) == 0; }
  constexpr TypeSet operator|(TypeSet other) const {
    other.bits |= bits;
    return other;
  }

  static constexpr std::uint32_t bit(DType type) { return std::uint32_t{1} << static_cast<unsigned>(type); }
  std::uint32_t bits = 0;
};

}  // namespace etalon::impl
