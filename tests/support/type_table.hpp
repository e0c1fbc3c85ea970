// SPDX-License-Identifier: Apache-2.0
// Which types each version of an operator has, typed in again from the base documents and ONNX's definitions.
#pragma once

#include <gtest/gtest.h>

#include "tests/support/op.hpp"

namespace etalon::tests {

struct TypeRow {
  const char* profile;
  int opset;
  std::string types;  // a blank before and after each
};

inline const std::string all_ints = " int8 int16 int32 int64 uint8 uint16 uint32 uint64 ";
inline const std::string wide_ints = " int32 int64 uint32 uint64 ";

// Mul, Add and Div are alike in ONNX; opsets between two versions mean the older one.
inline const std::vector<TypeRow> onnx_elementwise = {
    {"onnx", 1, " float16 float double "},
    {"onnx", 5, " float16 float double "},
    {"onnx", 6, " float16 float double" + wide_ints},
    {"onnx", 7, " float16 float double" + wide_ints},
    {"onnx", 12, " float16 float double" + wide_ints},
    {"onnx", 13, " float16 bfloat16 float double" + wide_ints},
    {"onnx", 14, " float16 bfloat16 float double" + all_ints},
    {"onnx", newest_opset, " float16 bfloat16 float double" + all_ints},
};

// Every type is accepted where it is listed, and refused by `rule` where it is not; 4-bit types are noted as beyond
// ONNX.
inline void expect_types(const char* operation, const char* rule, const std::string& operand,
                         const std::vector<TypeRow>& rows) {
  for (const TypeRow& row : rows)
    for (const DTypeInfo& type : dtype_table) {
      const bool listed = row.types.find(std::string(" ") + type.name + " ") != std::string::npos;
      const OpResult result = run_op({operation, type.id, operand, operand, find_profile(row.profile), row.opset});
      const std::string where = std::string(row.profile) + " " + std::to_string(row.opset) + " " + type.name;
      EXPECT_EQ(result.rule, listed ? "" : rule) << where;
      EXPECT_EQ(result.notices.size(), listed && type.bits == 4 ? 1u : 0u) << where;
    }
}

}  // namespace etalon::tests
