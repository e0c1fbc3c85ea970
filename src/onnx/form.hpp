// SPDX-License-Identifier: Apache-2.0
// Floor 7. The messages of onnx.proto: which fields each has, and how they are written.
#pragma once

#include <cstdint>
#include <span>

#include "io/wire.hpp"

namespace etalon::impl {

// The fields of a message in onnx.proto and how each is written: v a varint, b bytes, f four bytes; capitals are lists
// that may also be packed into bytes. What is not in the table is counted as unknown.
struct FieldForm {
  std::uint32_t number;
  char form;
};
using Form = std::span<const FieldForm>;

inline constexpr FieldForm model_form[] = {{1, 'v'}, {2, 'b'}, {3, 'b'},  {4, 'b'},  {5, 'v'},  {6, 'b'},
                                           {7, 'b'}, {8, 'b'}, {14, 'b'}, {20, 'b'}, {25, 'b'}, {26, 'b'}};
inline constexpr FieldForm opset_form[] = {{1, 'b'}, {2, 'v'}};
inline constexpr FieldForm function_form[] = {{1, 'b'}, {4, 'b'},  {5, 'b'},  {6, 'b'},  {7, 'b'},  {8, 'b'},
                                              {9, 'b'}, {10, 'b'}, {11, 'b'}, {12, 'b'}, {13, 'b'}, {14, 'b'}};
inline constexpr FieldForm graph_form[] = {{1, 'b'},  {2, 'b'},  {5, 'b'},  {10, 'b'}, {11, 'b'},
                                           {12, 'b'}, {13, 'b'}, {14, 'b'}, {15, 'b'}, {16, 'b'}};
inline constexpr FieldForm node_form[] = {{1, 'b'}, {2, 'b'}, {3, 'b'}, {4, 'b'}, {5, 'b'},
                                          {6, 'b'}, {7, 'b'}, {8, 'b'}, {9, 'b'}, {10, 'b'}};
inline constexpr FieldForm attribute_form[] = {{1, 'b'},  {2, 'f'},  {3, 'v'},  {4, 'b'},  {5, 'b'},  {6, 'b'},
                                               {7, 'F'},  {8, 'V'},  {9, 'b'},  {10, 'b'}, {11, 'b'}, {13, 'b'},
                                               {14, 'b'}, {15, 'b'}, {20, 'v'}, {21, 'b'}, {22, 'b'}, {23, 'b'}};
inline constexpr FieldForm value_form[] = {{1, 'b'}, {2, 'b'}, {3, 'b'}, {4, 'b'}};
inline constexpr FieldForm type_form[] = {{1, 'b'}, {4, 'b'}, {5, 'b'}, {6, 'b'}, {7, 'b'}, {8, 'b'}, {9, 'b'}};
inline constexpr FieldForm tensor_type_form[] = {{1, 'v'}, {2, 'b'}};
inline constexpr FieldForm shape_form[] = {{1, 'b'}};
inline constexpr FieldForm dimension_form[] = {{1, 'v'}, {2, 'b'}, {3, 'b'}};
inline constexpr FieldForm sparse_form[] = {{1, 'b'}, {2, 'b'}, {3, 'V'}};
// read_tensor_proto judges the fields of a tensor more closely; here they are only known or not.
inline constexpr FieldForm tensor_form[] = {{1, '*'},  {2, '*'},  {3, '*'},  {4, '*'},  {5, '*'},
                                            {6, '*'},  {7, '*'},  {8, 'b'},  {9, '*'},  {10, '*'},
                                            {11, '*'}, {12, '*'}, {13, '*'}, {14, '*'}, {16, '*'}};

inline bool is_written_as(char form, const Field& field) {
  using Wire = protozero::pbf_wire_type;
  switch (form) {
    case 'v':
      return field.is_varint();
    case 'b':
      return field.is_bytes();
    case 'f':
      return field.wire == Wire::fixed32;
    case 'V':
      return field.is_varint() || field.is_bytes();
    case 'F':
      return field.wire == Wire::fixed32 || field.is_bytes();
    default:
      return true;
  }
}

}  // namespace etalon::impl
