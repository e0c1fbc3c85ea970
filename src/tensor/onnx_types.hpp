// SPDX-License-Identifier: Apache-2.0
// Floor 2. The names of ONNX's element types (TensorProto.DataType up to ONNX 1.22), for messages on those that Etalon
// does not have.
#pragma once

#include <cstdint>
#include <iterator>

namespace etalon::impl {

// Null where ONNX defines no such type. UNDEFINED, 0, is no type.
constexpr const char* onnx_type_name(std::int64_t number) {
  constexpr const char* names[] = {
      nullptr,     "FLOAT",      "UINT8",      "INT8",         "UINT16",         "INT16",      "INT32",
      "INT64",     "STRING",     "BOOL",       "FLOAT16",      "DOUBLE",         "UINT32",     "UINT64",
      "COMPLEX64", "COMPLEX128", "BFLOAT16",   "FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ",
      "UINT4",     "INT4",       "FLOAT4E2M1", "FLOAT8E8M0",   "UINT2",          "INT2"};
  return number > 0 && number < static_cast<std::int64_t>(std::size(names)) ? names[number] : nullptr;
}

}  // namespace etalon::impl
